import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactsProps {
  /** Accessible name; not needed below a heading that gives it. */
  readonly label?: string;
  readonly size?: 'sm' | 'md';
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}

/** Facts about one subject, one per line. */
export function Facts({ label, size = 'sm', facts }: FactsProps) {
  return (
    <DataList size={size} {...(label === undefined ? {} : { 'aria-label': label })}>
      {facts.map(([name, value]) => (
        <DataList.Item key={name}>
          <DataList.ItemLabel>{name}</DataList.ItemLabel>
          <DataList.ItemValue>{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}
