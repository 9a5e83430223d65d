import type { RunSort, RunSummary } from '@curvewell/contracts';
import { Skeleton, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';

import { text } from '../../locale/text.ts';
import type { ListPlace } from './run-list-address.ts';
import styles from './run-list.module.css';
import { type RunActions, RunRow } from './run-row.tsx';

interface Column {
  readonly name: keyof typeof text.runs.columns;
  readonly className: string;
  readonly sort?: RunSort;
}

const COLUMNS: readonly Column[] = [
  { name: 'businessId', className: 'colId', sort: 'businessId' },
  { name: 'fileName', className: 'colFile', sort: 'fileName' },
  { name: 'instrumentName', className: 'colInstrument', sort: 'instrumentName' },
  { name: 'kitReactionBuffer', className: 'colKit', sort: 'kitReactionBuffer' },
  { name: 'interpretationRunByName', className: 'colOperator', sort: 'interpretationRunByName' },
  { name: 'created', className: 'colDate', sort: 'created' },
  { name: 'status', className: 'colStatus', sort: 'status' },
  { name: 'actions', className: 'colActions' },
];

interface RunTableProps {
  /** null: not known yet. */
  readonly runs: readonly RunSummary[] | null;
  /** Rows to draw while they are not known. */
  readonly waitingRows: number;
  readonly view: ListPlace;
  readonly onSort: (sort: RunSort) => void;
  readonly label: string;
  readonly actions: RunActions;
}

/** Runs, one a row, sorted by the heads. */
export function RunTable({ runs, waitingRows, view, onSort, label, actions }: RunTableProps) {
  return (
    <Table
      stickyHeader
      layout="fixed"
      className={styles['table'] ?? ''}
      aria-label={label}
      data-archive={actions.isArchive || undefined}
    >
      <Table.Thead className={styles['head'] ?? ''}>
        <Table.Tr>
          {COLUMNS.map((column) => (
            <Head key={column.name} column={column} view={view} onSort={onSort} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs === null
          ? Array.from({ length: waitingRows }, (_, row) => <WaitingRow key={row} />)
          : runs.map((run) => <RunRow key={run.id} run={run} {...actions} />)}
      </Table.Tbody>
    </Table>
  );
}

interface HeadProps {
  readonly column: Column;
  readonly view: ListPlace;
  readonly onSort: (sort: RunSort) => void;
}

function Head({ column: { name, className, sort }, view, onSort }: HeadProps) {
  const label = text.runs.columns[name];
  if (sort === undefined) {
    return (
      <Table.Th scope="col" className={styles[className] ?? ''}>
        <span className={styles['headText']}>{label}</span>
      </Table.Th>
    );
  }
  const isSorted = view.sort === sort;
  const ascending = view.sortDirection === 'asc';
  const SortIcon = isSorted ? (ascending ? IconArrowUp : IconArrowDown) : IconArrowsSort;
  return (
    <Table.Th
      scope="col"
      className={styles[className] ?? ''}
      aria-sort={isSorted ? (ascending ? 'ascending' : 'descending') : 'none'}
    >
      <UnstyledButton
        className={styles['sort'] ?? ''}
        data-sorted={isSorted || undefined}
        onClick={() => {
          onSort(sort);
        }}
      >
        {label}
        <SortIcon size={14} stroke={1.6} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

function WaitingRow() {
  return (
    <Table.Tr className={styles['row'] ?? ''}>
      {COLUMNS.map(({ name, className }) => (
        <Table.Td key={name} className={styles[className] ?? ''}>
          <Skeleton height={12} width={name === 'actions' ? 24 : '70%'} />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
