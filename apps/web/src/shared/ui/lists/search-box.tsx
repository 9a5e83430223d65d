import { SEARCH_DEBOUNCE_MS } from '@curvewell/contracts';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type Ref, useEffect, useRef, useState } from 'react';

import { useStable } from '../../hooks/use-stable.ts';
import styles from './search-box.module.css';

interface SearchBoxProps {
  readonly label: string;
  /** As a placeholder; else the label. */
  readonly hint?: string;
  /** As wide as its place. */
  readonly fill?: boolean;
  readonly value: string;
  readonly onSearch: (search: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Searches a second after the last key, with Enter at once; Escape clears. */
export function SearchBox({
  label,
  hint = label,
  fill = false,
  value,
  onSearch,
  ref = null,
}: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  if (known !== value) {
    setKnown(value);
    // The address was changed elsewhere: “Clear search”, the browser's way back.
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }

  // By then somebody may have chosen something: what was known when the key was pressed would undo it.
  const search = useStable((next: string) => {
    clearTimeout(timer.current);
    const trimmed = next.trim();
    if (trimmed === value) return;
    setSent(trimmed);
    onSearch(trimmed);
  });

  return (
    <TextInput
      ref={ref}
      type="search"
      className={styles[fill ? 'fill' : 'search'] ?? ''}
      aria-label={label}
      placeholder={hint}
      maxLength={100}
      leftSection={<IconSearch size={18} stroke={1.6} />}
      value={typed}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value;
        setTyped(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          search(next);
        }, SEARCH_DEBOUNCE_MS);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(typed);
        if (event.key !== 'Escape') return;
        event.preventDefault();
        setTyped('');
        search('');
      }}
    />
  );
}
