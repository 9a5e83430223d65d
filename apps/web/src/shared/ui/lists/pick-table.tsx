import type { SortDirection } from '@curvewell/contracts';
import { Radio, Skeleton, Table } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

import { rowStep } from '../../navigation/row-keys.ts';
import { scrollToPicked } from '../../navigation/scroll-to-part.ts';
import { Pages } from './pages.tsx';
import styles from './pick-table.module.css';
import { SortButton } from './sort-button.tsx';

interface Column<Row, Sort extends string> {
  readonly label: string;
  readonly sort?: Sort;
  /** More values of the column that the list can be sorted by. */
  readonly also?: readonly { readonly label: string; readonly sort: Sort }[];
  /** Align right, for numbers. */
  readonly isEnd?: boolean;
  readonly width?: number | string;
  readonly show: (row: Row) => ReactNode;
}

export interface PickOrder<Sort extends string> {
  readonly sort: Sort;
  readonly direction: SortDirection;
}

interface PickTableProps<Row extends { readonly id: string }, Sort extends string> {
  readonly label: string;
  /** null while loading. */
  readonly rows: readonly Row[] | null;
  readonly waitingRows: number;
  readonly columns: readonly Column<Row, Sort>[];
  readonly nameOf: (row: Row) => string;
  readonly picked: string | null;
  readonly onPick: (id: string) => void;
  /** A row was clicked, so its details may be shown. Arrow keys do not call it. */
  readonly onOpen?: () => void;
  readonly order: PickOrder<Sort>;
  readonly onOrder: (order: PickOrder<Sort>) => void;
}

/** `j` and `k` select the next and previous row, as the arrow keys of radios do. */
function stepByLetter(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  const step = key.length === 1 ? rowStep(key) : null;
  if (step === null || !(target instanceof HTMLInputElement) || target.type !== 'radio') return;
  const radios = [...currentTarget.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  const next = radios[radios.indexOf(target) + step];
  event.preventDefault();
  next?.focus();
  next?.click();
}

/** A table with one selectable row: by click, by arrow keys among its radios, or by `j` and `k`. */
export function PickTable<Row extends { readonly id: string }, Sort extends string>(
  props: PickTableProps<Row, Sort>,
) {
  const { label, rows, waitingRows, columns, nameOf, picked, onPick, onOpen, order, onOrder } = props;
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => scrollToPicked(table.current), [picked]);
  return (
    <Table
      ref={table}
      stickyHeader
      layout="fixed"
      className={styles['table'] ?? ''}
      aria-label={label}
      onKeyDown={stepByLetter}
    >
      <Table.Thead className={styles['head'] ?? ''}>
        <Table.Tr>
          <Table.Td className={styles['radio'] ?? ''} />
          {columns.map((column) => (
            <TableHead key={column.label} column={column} order={order} onOrder={onOrder} />
          ))}
          <Table.Td className={styles['go'] ?? ''} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows === null
          ? Array.from({ length: waitingRows }, (_, row) => (
              <Table.Tr key={row} className={styles['row'] ?? ''}>
                <Table.Td />
                {columns.map((column) => (
                  <Table.Td key={column.label}>
                    <Skeleton height={12} width="70%" />
                  </Table.Td>
                ))}
                <Table.Td />
              </Table.Tr>
            ))
          : rows.map((row) => (
              <Table.Tr
                key={row.id}
                className={styles['row'] ?? ''}
                data-picked={row.id === picked || undefined}
                onClick={() => {
                  onPick(row.id);
                  onOpen?.();
                }}
              >
                <Table.Td className={styles['radio'] ?? ''}>
                  <Radio
                    size="xs"
                    name={label}
                    aria-label={nameOf(row)}
                    checked={row.id === picked}
                    onChange={() => onPick(row.id)}
                    onClick={(event) => {
                      event.stopPropagation();
                      // A key press also fires a click, but with `detail` 0.
                      if (event.detail > 0) onOpen?.();
                    }}
                  />
                </Table.Td>
                {columns.map((column) => (
                  <Table.Td key={column.label} className={column.isEnd === true ? (styles['end'] ?? '') : ''}>
                    {column.show(row)}
                  </Table.Td>
                ))}
                <Table.Td className={styles['go'] ?? ''}>
                  <IconChevronRight size={16} stroke={1.6} aria-hidden />
                </Table.Td>
              </Table.Tr>
            ))}
      </Table.Tbody>
    </Table>
  );
}

interface HeadProps<Sort extends string> {
  readonly column: {
    readonly label: string;
    readonly sort?: Sort;
    readonly also?: readonly { readonly label: string; readonly sort: Sort }[];
    readonly isEnd?: boolean;
    readonly width?: number | string;
    readonly className?: string | undefined;
  };
  readonly order: PickOrder<Sort>;
  readonly onOrder: (order: PickOrder<Sort>) => void;
}

/** The head of a column, sortable if it names an order. */
export function TableHead<Sort extends string>({ column, order, onOrder }: HeadProps<Sort>) {
  const { label, sort, also = [], isEnd = false, width, className } = column;
  const classes = [className, isEnd && styles['end']].filter((one) => typeof one === 'string').join(' ');
  const at = { scope: 'col', w: width, className: classes } as const;
  if (sort === undefined) return <Table.Th {...at}>{label}</Table.Th>;
  const heads = [{ label, sort }, ...also];
  const isSorted = heads.some((head) => head.sort === order.sort);
  const isAscending = order.direction === 'asc';
  return (
    <Table.Th {...at} aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}>
      <span className={styles['heads']}>
        {heads.map((head) => (
          <SortButton
            key={head.sort}
            label={head.label}
            direction={head.sort === order.sort ? order.direction : null}
            onSort={() => {
              const isAgain = head.sort === order.sort && isAscending;
              onOrder({ sort: head.sort, direction: isAgain ? 'desc' : 'asc' });
            }}
          />
        ))}
      </span>
    </Table.Th>
  );
}

interface PickPagesProps {
  /** Accessible name: “Pages of laboratories”. */
  readonly label: string;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
  readonly count: string;
}

/** Pagination of the table, with the number of rows. */
export function PickPages({ label, page, pages, onPage, count }: PickPagesProps) {
  return (
    <div className={styles['foot']}>
      <Pages label={label} total={pages} page={page} siblings={0} onPage={onPage} />
      <p role="status">{count}</p>
    </div>
  );
}
