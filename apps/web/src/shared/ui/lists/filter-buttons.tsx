import { UnstyledButton } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';

import styles from './filter-buttons.module.css';

export interface FilterChoice<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Empty while loading. */
  readonly count: string;
  /** Of a count that needs attention, or signals an error. */
  readonly tone?: 'warning' | 'danger' | undefined;
}

interface FilterButtonsProps<Name extends string> {
  readonly label: string;
  readonly filters: readonly FilterChoice<Name>[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}

/** Filters of a list of which one is chosen, each with the number of rows it finds. */
export function FilterButtons<Name extends string>(props: FilterButtonsProps<Name>) {
  const { label, filters, chosen, onChoose } = props;
  return (
    <div role="group" aria-label={label} className={styles['filters']} onKeyDown={moveFocus} data-filters>
      {filters.map(({ name, label: words, icon, count, tone }) => (
        <UnstyledButton
          key={name}
          className={styles['filter'] ?? ''}
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {icon}
          {words} <b data-tone={tone}>{count}</b>
        </UnstyledButton>
      ))}
    </div>
  );
}

/** Arrow keys move the focus between filters. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step === undefined) return;
  const buttons = [...currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons.at((at + step) % buttons.length)?.focus();
}
