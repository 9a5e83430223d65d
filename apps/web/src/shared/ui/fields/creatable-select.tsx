import { type ComboboxItem, Loader, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { text } from '../../../locale/text.ts';
import type { FilledField } from './filled-field.tsx';

const ADD = 'add';
/** Without a portal, the list stays inside the landmark of its field. */
const IN_PLACE = { withinPortal: false } as const;

interface CreatableSelectProps extends FilledField {
  readonly data: readonly ComboboxItem[];
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** Adds the typed name; omitted without the permission. */
  readonly onAdd?: ((name: string) => void) | undefined;
  /** The name offered for adding while the field is empty. */
  readonly nameToAdd?: string;
  /** Renders an option; by default its label. */
  readonly renderValue?: (value: string) => ReactNode;
  readonly error?: string | boolean | null;
  readonly required?: boolean;
  readonly clearable?: boolean;
  readonly placeholder?: string;
  /** Only if there can be no options: Tab skips a disabled field even if its list is about to arrive. */
  readonly disabled?: boolean;
  readonly loading?: boolean;
}

/** A select with text input; its last option adds the typed name. */
export function CreatableSelect({
  data,
  value,
  onChange,
  onAdd,
  nameToAdd = '',
  renderValue,
  loading = false,
  ...input
}: CreatableSelectProps) {
  const [search, setSearch] = useState('');
  const chosen = data.find((option) => option.value === value)?.label;
  const typed = search === chosen ? '' : search;
  const name = typed === '' ? nameToAdd : typed;
  const offersAdd =
    onAdd !== undefined && name !== '' && data.every((option) => option.label !== name.trim());

  const isAmong = data.some(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()));

  return (
    <Select
      {...input}
      comboboxProps={IN_PLACE}
      searchable
      // Enter chooses the first match, but adds an entry only if the user selected it.
      selectFirstOptionOnChange={isAmong}
      allowDeselect={false}
      data={[...data, ...(offersAdd ? [{ value: ADD, label: text.step1.add(name.trim()) }] : [])]}
      value={value}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) =>
        options.filter(
          (option) =>
            'value' in option &&
            (option.value === ADD || option.label.toLowerCase().includes(typed.trim().toLowerCase())),
        )
      }
      onChange={(next) => {
        if (next !== ADD) {
          onChange(next);
          return;
        }
        setSearch(chosen ?? '');
        onAdd?.(name.trim());
      }}
      {...(renderValue && {
        renderOption: ({ option }) => (option.value === ADD ? option.label : renderValue(option.value)),
      })}
      {...(loading && { rightSection: <Loader size={16} />, nothingFoundMessage: text.common.loading })}
    />
  );
}
