import { comparePositions, type Position } from '@curvewell/domain';
import { Checkbox, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo, useMemo, useState } from 'react';

import { text } from '../../locale/text.ts';
import type { SelectionAction } from './selection/well-selection.ts';
import classes from './wells-table.module.css';

export interface TableWell {
  readonly position: Position;
  readonly cells: readonly string[];
  readonly isSelectable: boolean;
}

interface WellsTableProps {
  readonly label: string;
  /** Column headers after the position. */
  readonly heads: readonly string[];
  readonly rows: readonly TableWell[];
  readonly selected: ReadonlySet<Position>;
  readonly onAction: (action: SelectionAction) => void;
}

interface Sorting {
  /** −1 sorts by position. */
  readonly column: number;
  readonly isDescending: boolean;
}

const words = new Intl.Collator('en-GB', { numeric: true });

function sorted(rows: readonly TableWell[], { column, isDescending }: Sorting): readonly TableWell[] {
  const compare = (first: TableWell, second: TableWell): number =>
    (column < 0 ? 0 : words.compare(first.cells[column] ?? '', second.cells[column] ?? '')) ||
    comparePositions(first.position, second.position);
  return [...rows].sort((first, second) => (isDescending ? compare(second, first) : compare(first, second)));
}

/** The wells as a table with the same selection as the plate. */
export function WellsTable({ label, heads, rows, selected, onAction }: WellsTableProps) {
  const [sorting, sort] = useState<Sorting>({ column: -1, isDescending: false });
  const shown = useMemo(() => sorted(rows, sorting), [rows, sorting]);
  return (
    <div className={classes['frame']}>
      <Table stickyHeader aria-label={label} horizontalSpacing={8} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <span className="visually-hidden">{text.plate.table.select}</span>
            </Table.Th>
            {[text.plate.table.position, ...heads].map((head, index) => (
              <SortHead key={head} head={head} column={index - 1} sorting={sorting} onSort={sort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((row) => (
            <TableRow
              key={row.position}
              row={row}
              isSelected={selected.has(row.position)}
              onAction={onAction}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface SortHeadProps {
  readonly head: string;
  readonly column: number;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}

function SortHead({ head, column, sorting, onSort }: SortHeadProps) {
  const isSorted = sorting.column === column;
  const Arrow = sorting.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}>
      <UnstyledButton
        className={classes['head']}
        onClick={() => onSort({ column, isDescending: isSorted && !sorting.isDescending })}
      >
        {head}
        {isSorted && <Arrow size={13} stroke={1.8} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  );
}

interface TableRowProps {
  readonly row: TableWell;
  readonly isSelected: boolean;
  readonly onAction: (action: SelectionAction) => void;
}

const TableRow = memo(
  function TableRow({ row: { position, cells, isSelectable }, isSelected, onAction }: TableRowProps) {
    return (
      <Table.Tr data-selected={isSelected || undefined} className={classes['row'] ?? ''}>
        <Table.Td>
          <Checkbox
            size="xs"
            aria-label={text.plate.selectWell(position)}
            checked={isSelected}
            disabled={!isSelectable}
            onChange={() => onAction({ type: 'toggle', position })}
          />
        </Table.Td>
        <Table.Th scope="row">{position}</Table.Th>
        {cells.map((cell, index) => (
          <Table.Td key={index}>{cell}</Table.Td>
        ))}
      </Table.Tr>
    );
  },
  (before, after) =>
    before.isSelected === after.isSelected &&
    before.onAction === after.onAction &&
    before.row.isSelectable === after.row.isSelectable &&
    before.row.cells.every((cell, index) => cell === after.row.cells[index]),
);
