import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

import styles from './controls.module.css';

interface FigureTableProps {
  readonly label: string;
  readonly columns: readonly { readonly head: string; readonly isFigure?: boolean }[];
  readonly rows: readonly {
    readonly key: string;
    readonly isFocused?: boolean;
    readonly cells: readonly ReactNode[];
  }[];
}

export function FigureTable({ label, columns, rows }: FigureTableProps) {
  const alignOf = (place: number) => (columns[place]?.isFigure === true ? 'right' : undefined);
  return (
    <Table stickyHeader className={styles['lotTable'] ?? ''} aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ head }, place) => (
            <Table.Th key={head} scope="col" ta={alignOf(place)}>
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, isFocused = false, cells }) => (
          <Table.Tr key={key} aria-selected={isFocused || undefined}>
            {cells.map((cell, place) => (
              <Table.Td key={columns[place]?.head} ta={alignOf(place)}>
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
