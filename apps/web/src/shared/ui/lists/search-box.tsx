import { SEARCH_DEBOUNCE_MS } from '@curvewell/contracts';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type Ref, useEffect, useRef, useState } from 'react';

import { useStable } from '../../hooks/use-stable.ts';
import styles from './search-box.module.css';

interface SearchBoxProps {
  readonly label: string;
  /** Placeholder; the label by default. */
  readonly hint?: string;
  /** Fill the available width. */
  readonly fill?: boolean;
  readonly value: string;
  readonly onSearch: (search: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Searches one second after the last key, or at once on Enter. Escape clears. */
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
  useEffect(() => () => clearTimeout(timer.current), []);

  if (known !== value) {
    setKnown(value);
    // The search changed elsewhere, by “Clear search” or the browser's Back.
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }

  // Reads the current filters when the timer fires, not those at the time of the key press.
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
        timer.current = setTimeout(() => search(next), SEARCH_DEBOUNCE_MS);
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
