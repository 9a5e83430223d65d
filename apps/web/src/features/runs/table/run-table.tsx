import type { RunSort } from '@curvewell/contracts';
import type { RunSummary } from '@curvewell/domain';
import { Skeleton, Table } from '@mantine/core';

import { Fragment, useMemo } from 'react';

import { text } from '../../../locale/text.ts';
import { type NameParts, nameParts } from '../../../shared/format/name-parts.ts';
import { SortButton } from '../../../shared/ui/lists/sort-button.tsx';
import { useMinute } from '../../../shared/hooks/use-minute.ts';
import type { ListPlace } from '../filters/run-list-address.ts';
import styles from './run-list.module.css';
import { type RunActions, RunRow } from './run-row.tsx';

type ColumnName = keyof typeof text.runs.columns;

interface Column {
  readonly className: string;
  /** A column's values and the sort key of each; several values may share a column. */
  readonly heads: readonly { readonly name: ColumnName; readonly sort?: RunSort }[];
}

const column = (className: string, ...heads: Column['heads']): Column => ({ className, heads });

const COMMON = {
  id: column('colId', { name: 'businessId', sort: 'businessId' }),
  file: column('colFile', { name: 'fileName', sort: 'fileName' }, { name: 'plateId', sort: 'plateId' }),
  instrument: column('colInstrument', { name: 'instrumentName', sort: 'instrumentName' }),
  kit: column('colKit', { name: 'kitReactionBuffer', sort: 'kitReactionBuffer' }),
  operator: column('colOperator', { name: 'interpretationRunByName', sort: 'interpretationRunByName' }),
  date: column('colDate', { name: 'created', sort: 'created' }),
  actions: column('colActions', { name: 'actions' }),
} as const;

const { id, file, instrument, kit, operator, date, actions: acts } = COMMON;
const STATUS_HEAD = { name: 'status', sort: 'status' } as const;
const COLUMNS: readonly Column[] = [
  id,
  file,
  instrument,
  kit,
  operator,
  date,
  column('colStatus', STATUS_HEAD, { name: 'since', sort: 'since' }),
  acts,
];
const ARCHIVE_COLUMNS: readonly Column[] = [
  id,
  file,
  instrument,
  kit,
  operator,
  date,
  column('colArchived', { name: 'archivedOn', sort: 'since' }),
  column('colStatus', STATUS_HEAD),
  acts,
];

interface RunTableProps {
  /** null while loading. */
  readonly runs: readonly RunSummary[] | null;
  /** Number of skeleton rows. */
  readonly waitingRows: number;
  readonly view: ListPlace;
  readonly onSort: (sort: RunSort) => void;
  readonly label: string;
  readonly actions: RunActions;
}

/** A table of runs with sortable headers. */
export function RunTable({ runs, waitingRows, view, onSort, label, actions }: RunTableProps) {
  const now = useMinute();
  const columns = actions.isArchive ? ARCHIVE_COLUMNS : COLUMNS;
  const nameOf = useMemo(() => namesByInstrument(runs ?? []), [runs]);
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
          {columns.map(({ className, heads }) => (
            <Head key={heads[0]?.name} className={className} heads={heads} view={view} onSort={onSort} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs === null
          ? Array.from({ length: waitingRows }, (_, row) => <WaitingRow key={row} columns={columns} />)
          : runs.map((run) => <RunRow key={run.id} run={run} name={nameOf(run)} now={now} {...actions} />)}
      </Table.Tbody>
    </Table>
  );
}

/** The parts of each file name; common to the runs of one instrument. */
function namesByInstrument(runs: readonly RunSummary[]): (run: RunSummary) => NameParts {
  const byInstrument = new Map(
    [...Map.groupBy(runs, ({ instrumentName }) => instrumentName)].map(([instrument, of]) => [
      instrument,
      nameParts(of.map(({ fileName }) => fileName)),
    ]),
  );
  return ({ instrumentName, fileName }) =>
    byInstrument.get(instrumentName)?.get(fileName) ?? { before: '', own: fileName, after: '' };
}

interface HeadProps extends Column {
  readonly view: ListPlace;
  readonly onSort: (sort: RunSort) => void;
}

function Head({ className, heads, view, onSort }: HeadProps) {
  const isSorted = heads.some(({ sort }) => sort === view.sort);
  // “Undecided first” is an order of statuses that is neither ascending nor descending.
  const isUndecidedFirst = view.sort === 'undecided' && heads.some(({ sort }) => sort === 'status');
  const direction = view.sortDirection === 'asc' ? 'ascending' : 'descending';
  const order = isUndecidedFirst ? 'other' : isSorted ? direction : 'none';
  const isSortable = heads.some(({ sort }) => sort !== undefined);
  return (
    <Table.Th scope="col" className={styles[className] ?? ''} {...(isSortable && { 'aria-sort': order })}>
      {heads.map(({ name, sort }, index) => (
        <Fragment key={name}>
          {index > 0 && <span className={styles['between']}> · </span>}
          {sort === undefined ? (
            <span className={styles['headText']}>{text.runs.columns[name]}</span>
          ) : (
            <SortButton
              label={text.runs.columns[name]}
              direction={
                view.sort === sort || (isUndecidedFirst && sort === 'status') ? view.sortDirection : null
              }
              onSort={() => onSort(sort)}
            />
          )}
        </Fragment>
      ))}
    </Table.Th>
  );
}

function WaitingRow({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <Table.Tr className={styles['row'] ?? ''}>
      {columns.map(({ heads, className }) => (
        <Table.Td key={heads[0]?.name} className={styles[className] ?? ''}>
          <Skeleton height={12} width={className === 'colActions' ? 24 : '70%'} />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
