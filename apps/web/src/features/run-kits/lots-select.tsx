import type { Lot } from '@curvewell/contracts';
import { Loader, MultiSelect } from '@mantine/core';
import { useState } from 'react';

import { text } from '../../locale/text.ts';
import type { FilledField } from '../../shared/ui/filled-field.tsx';
import { LotExpiryNote } from '../../shared/ui/lot-expiry-note.tsx';
import styles from './run-metadata.module.css';

const ADD = 'add';
/** Inside the landmark of its field. */
const IN_PLACE = { withinPortal: false } as const;

interface LotsSelectProps extends FilledField {
  readonly data: readonly Pick<Lot, 'id' | 'name' | 'expirationDate'>[];
  readonly today: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** Offers to add what was typed; left out without the right to. */
  readonly onAdd?: ((name: string) => void) | undefined;
  readonly error?: string | null;
  readonly disabled?: boolean;
  readonly loading?: boolean;
}

/** The lots of one kit version that are on the plate. */
export function LotsSelect(props: LotsSelectProps) {
  const { data: lots, value, onChange, onAdd, loading = false, today, classNames, ...input } = props;
  const data = lots.map(({ id, name }) => ({ value: id, label: name }));
  const [search, setSearch] = useState('');
  const name = search.trim();
  const offersAdd = onAdd !== undefined && name !== '' && data.every((option) => option.label !== name);
  return (
    <MultiSelect
      {...input}
      required
      searchable
      hidePickedOptions
      className={styles['lots'] ?? ''}
      classNames={{ ...classNames, pill: styles['lot'] ?? '', inputField: styles['lotSearch'] ?? '' }}
      comboboxProps={IN_PLACE}
      data={[...data, ...(offersAdd ? [{ value: ADD, label: text.step1.addLot(name) }] : [])]}
      value={[...value]}
      searchValue={search}
      onSearchChange={setSearch}
      renderOption={({ option }) => {
        const lot = lots.find(({ id }) => id === option.value);
        if (!lot) return option.label;
        return (
          <span className={styles['lotOption']}>
            <b>{lot.name}</b>
            <LotExpiryNote expirationDate={lot.expirationDate} today={today} />
          </span>
        );
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
      {...(loading && { rightSection: <Loader size={16} /> })}
    />
  );
}
