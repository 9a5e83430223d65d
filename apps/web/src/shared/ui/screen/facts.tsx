import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactsProps {
  /** What they are about; not needed below a heading that says it. */
  readonly label?: string;
  readonly size?: 'sm' | 'md';
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}

/** What is known of one thing, a line each. */
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
