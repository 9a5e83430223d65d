import { Button, Switch, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type Ref, useState } from 'react';

import { text } from '../../locale/text.ts';
import styles from './archive-filter-form.module.css';
import { type ArchiveFilters, NO_FILTERS, TEXT_FILTERS, withLimit } from './archive-filters.ts';

interface ArchiveFilterFormProps {
  /** Those that the list shows now. */
  readonly filters: ArchiveFilters;
  readonly onSearch: (filters: ArchiveFilters) => void;
  readonly firstRef: Ref<HTMLInputElement>;
}

/** What to look for in the archive; Enter searches from any field. */
export function ArchiveFilterForm({ filters, onSearch, firstRef }: ArchiveFilterFormProps) {
  const [typed, setTyped] = useState(filters);
  const [said, say] = useState('');
  const [known, setKnown] = useState(filters);
  if (known !== filters) {
    setKnown(filters);
    setTyped(filters);
  }
  const words = text.archive;
  return (
    <form
      role="search"
      aria-label={words.filters}
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        say('');
        onSearch(typed);
      }}
    >
      {TEXT_FILTERS.map((field, index) => (
        <TextInput
          key={field}
          ref={index === 0 ? firstRef : null}
          label={words.fields[field]}
          maxLength={100}
          value={typed[field]}
          onChange={({ currentTarget }) => {
            setTyped({ ...typed, [field]: currentTarget.value });
          }}
        />
      ))}
      {(['from', 'to'] as const).map((limit) => (
        <TextInput
          key={limit}
          type="date"
          max="9999-12-31"
          label={words.fields[limit]}
          value={typed[limit]}
          onChange={({ currentTarget }) => {
            const next = withLimit(typed, limit, currentTarget.value);
            setTyped(next.filters);
            say(next.cleared === null ? '' : words.cleared[next.cleared]);
          }}
        />
      ))}
      <Switch
        className={styles['exact'] ?? ''}
        label={words.exact}
        checked={typed.isExact}
        onChange={({ currentTarget }) => {
          setTyped({ ...typed, isExact: currentTarget.checked });
        }}
      />
      <div className={styles['buttons']}>
        <Button
          variant="subtle"
          onClick={() => {
            say('');
            setTyped(NO_FILTERS);
            onSearch(NO_FILTERS);
          }}
        >
          {words.clear}
        </Button>
        <Button type="submit" leftSection={<IconSearch size={18} stroke={1.6} />}>
          {words.search}
        </Button>
      </div>
      <p role="status" className={styles['said']}>
        {said}
      </p>
    </form>
  );
}
