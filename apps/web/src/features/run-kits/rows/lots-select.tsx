import type { Lot } from '@curvewell/domain';
import { Loader, MultiSelect, Pill } from '@mantine/core';
import { useState } from 'react';

import { text } from '../../../locale/text.ts';
import type { LotDays } from '../../../shared/format/lot-days.ts';
import type { FilledField } from '../../../shared/ui/fields/filled-field.tsx';
import { LotExpiryNote } from '../../../shared/ui/fields/lot-expiry-note.tsx';
import { LotOption } from '../../../shared/ui/fields/lot-option.tsx';
import { TrialMark } from '../../../shared/ui/badges/trial-mark.tsx';
import styles from '../run-metadata.module.css';

const ADD = 'add';
/** Without a portal, the list stays inside the landmark of its field. */
const IN_PLACE = { withinPortal: false } as const;

interface LotsSelectProps extends FilledField {
  readonly data: readonly Pick<Lot, 'id' | 'name' | 'expirationDate' | 'active' | 'lastUsedOn'>[];
  readonly days: LotDays;
  /** Number of lots to choose from, shown while none is chosen. */
  readonly offered?: string;
  readonly placeholder: string;
  readonly value: readonly string[];
  /** Called when the list opens. */
  readonly onOpen: () => void;
  readonly onChange: (value: readonly string[]) => void;
  /** Adds the typed name; omitted without the permission. */
  readonly onAdd?: ((name: string) => void) | undefined;
  readonly error?: string | null;
  readonly disabled?: boolean;
  readonly loading?: boolean;
}

export function LotsSelect(props: LotsSelectProps) {
  const { data: lots, value, onOpen, onChange, onAdd, loading = false, days, classNames, ...rest } = props;
  const { label, offered, placeholder, ...input } = rest;
  const data = lots.map(({ id, name }) => ({ value: id, label: name }));
  const [search, setSearch] = useState('');
  const name = search.trim();
  const offersAdd = onAdd !== undefined && name !== '' && data.every((option) => option.label !== name);
  const lacksLots = lots.length === 0 && !loading && rest.disabled !== true;
  return (
    <MultiSelect
      {...input}
      label={
        offered === undefined || value.length > 0 ? (
          label
        ) : (
          <>
            {label}{' '}
            <span className={styles['offered']} aria-hidden>
              {offered}
            </span>
          </>
        )
      }
      {...(value.length === 0 && { placeholder: lacksLots && onAdd ? text.step1.typeLot : placeholder })}
      required
      searchable
      // As in the other fields: Enter takes the first match, and adds nothing.
      selectFirstOptionOnChange={lots.some((lot) => lot.name.toLowerCase().includes(name.toLowerCase()))}
      hidePickedOptions
      className={styles['lots'] ?? ''}
      classNames={{ ...classNames, inputField: styles['lotSearch'] ?? '' }}
      comboboxProps={IN_PLACE}
      onDropdownOpen={onOpen}
      data={[...data, ...(offersAdd ? [{ value: ADD, label: text.step1.addLot(name) }] : [])]}
      value={[...value]}
      searchValue={search}
      onSearchChange={setSearch}
      renderPill={({ option, onRemove, disabled = false }) => {
        const lot = lots.find(({ id }) => id === option.value);
        return (
          <Pill
            className={styles['lot'] ?? ''}
            classNames={{ label: lot?.active === false ? (styles['trialLot'] ?? '') : '' }}
            size="md"
            withRemoveButton={!disabled}
            {...(onRemove && { onRemove })}
          >
            <b>{lot?.name ?? (loading ? text.common.loading : null)}</b>
            {lot?.active === false && <TrialMark />}
            {lot && <LotExpiryNote expirationDate={lot.expirationDate} days={days} />}
          </Pill>
        );
      }}
      renderOption={({ option }) => {
        const lot = lots.find(({ id }) => id === option.value);
        if (!lot) return option.label;
        return <LotOption lot={lot} days={days} isTrial={!lot.active} />;
      }}
      filter={({ options }) =>
        options.filter(
          (option) =>
            'value' in option &&
            !value.includes(option.value) &&
            (option.value === ADD || option.label.toLowerCase().includes(name.toLowerCase())),
        )
      }
      onChange={(next) => {
        if (!next.includes(ADD)) {
          onChange(next);
          return;
        }
        setSearch('');
        onAdd?.(name);
      }}
      {...(lacksLots && { nothingFoundMessage: onAdd ? text.step1.typeLot : text.step1.noLot })}
      {...(loading && { rightSection: <Loader size={16} />, nothingFoundMessage: text.common.loading })}
    />
  );
}
