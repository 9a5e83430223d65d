import { TextInput, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';

import { text } from '../../locale/text.ts';
import { rowStep } from '../../shared/navigation/row-keys.ts';
import styles from './diagnostics.module.css';

const words = text.diagnostics;

export interface NamedKit {
  readonly id: string;
  readonly name: string;
}

interface CountedKit extends NamedKit {
  /** The number of its diagnostics. */
  readonly count: number;
  /** A row of it cannot be saved. */
  readonly isWrong: boolean;
}

interface KitsOfDiagnosticsProps {
  readonly kits: readonly CountedKit[];
  readonly total: number;
  /** Null: all kits. */
  readonly shown: string | null;
  readonly onShow: (kitId: string | null) => void;
}

/** The kits, of which one is shown at a time. */
export function KitsOfDiagnostics({ kits, total, shown, onShow }: KitsOfDiagnosticsProps) {
  const [search, setSearch] = useState('');
  const found = kits.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const wrong = kits.filter(({ isWrong }) => isWrong).length;
  return (
    <nav className={styles['kits']} aria-label={words.kits}>
      <div className={styles['find']}>
        <TextInput
          type="search"
          aria-label={words.searchKits}
          placeholder={words.searchKits}
          leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
          maxLength={100}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </div>
      <div className={styles['list']} onKeyDown={step}>
        {search.trim() === '' && (
          <Kit
            name={words.allKits}
            count={total}
            isWrong={false}
            isShown={shown === null}
            onShow={() => onShow(null)}
          />
        )}
        {found.map(({ id, ...kit }) => (
          <Kit key={id} {...kit} isShown={id === shown} onShow={() => onShow(id)} />
        ))}
        {found.length === 0 && <p className={styles['keys']}>{words.noKit(search.trim())}</p>}
      </div>
      {wrong > 0 && (
        <p className={styles['problems']} role="status">
          <IconAlertTriangle size={15} stroke={1.6} aria-hidden />
          {words.labelsMissing(wrong)}
        </p>
      )}
    </nav>
  );
}

interface KitProps extends Omit<CountedKit, 'id'> {
  readonly isShown: boolean;
  readonly onShow: () => void;
}

const Kit = ({ name, count, isWrong, isShown, onShow }: KitProps) => (
  <UnstyledButton className={styles['kit'] ?? ''} aria-current={isShown || undefined} onClick={onShow}>
    <span>{name}</span>{' '}
    {isWrong && <IconAlertTriangle size={15} stroke={1.6} role="img" aria-label={words.hasProblem} />}
    <span>{count}</span>
  </UnstyledButton>
);

/** Arrow keys, `j` and `k` go to the next and previous kit. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const by = rowStep(event.key);
  if (by === null) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const next = buttons[buttons.findIndex((button) => button === document.activeElement) + by];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
