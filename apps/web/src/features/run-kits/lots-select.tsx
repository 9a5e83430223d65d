import { type ComboboxItem, Loader, MultiSelect } from '@mantine/core';
import { useState } from 'react';

import { text } from '../../locale/text.ts';
import styles from './run-metadata.module.css';

const ADD = 'add';
/** Inside the landmark of its field. */
const IN_PLACE = { withinPortal: false } as const;

interface LotsSelectProps {
  readonly data: readonly ComboboxItem[];
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** Offers to add what was typed; left out without the right to. */
  readonly onAdd?: ((name: string) => void) | undefined;
  readonly error?: string | null;
  readonly disabled?: boolean;
  readonly loading?: boolean;
}

/** The lots of one kit version that are on the plate. */
export function LotsSelect({ data, value, onChange, onAdd, loading = false, ...input }: LotsSelectProps) {
  const [search, setSearch] = useState('');
  const name = search.trim();
  const offersAdd = onAdd !== undefined && name !== '' && data.every((option) => option.label !== name);
  return (
    <MultiSelect
      {...input}
      label={text.step1.lots}
      required
      searchable
      hidePickedOptions
      className={styles['lots'] ?? ''}
      classNames={{ pill: styles['lot'] ?? '', inputField: styles['lotSearch'] ?? '' }}
      comboboxProps={IN_PLACE}
      data={[...data, ...(offersAdd ? [{ value: ADD, label: text.step1.addLot(name) }] : [])]}
      value={[...value]}
      searchValue={search}
      onSearchChange={setSearch}
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
