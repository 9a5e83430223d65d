import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';

import type { Sorting, TableColumn } from './result-rows.ts';
import classes from './result-table.module.css';

/** px, as in the style sheet: of one line, and of up to three. */
export const ROW_HEIGHT = { one: 28, three: 45 } as const;

export type RowHeight = (typeof ROW_HEIGHT)[keyof typeof ROW_HEIGHT];

interface GapProps {
  readonly rows: number;
  readonly span: number;
  readonly rowHeight?: RowHeight;
}

/** Fills the space of rows that are scrolled out of view. */
export const Gap = ({ rows, span, rowHeight = ROW_HEIGHT.one }: GapProps) =>
  rows > 0 && (
    <tr aria-hidden="true" style={{ height: rows * rowHeight }}>
      <td colSpan={span} />
    </tr>
  );

interface SortHeadProps {
  readonly column: Pick<TableColumn<never>, 'key' | 'head' | 'isNumber'>;
  readonly sorting: Sorting;
  readonly onSort: (sorting: Sorting) => void;
}

/** A column header that sorts. */
export function SortHead({ column: { key, head, isNumber }, sorting, onSort }: SortHeadProps) {
  const isSorted = sorting.key === key;
  const Arrow = sorting.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      data-number={isNumber || undefined}
      aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <UnstyledButton
        className={classes['sort']}
        onClick={() => onSort({ key, isDescending: isSorted && !sorting.isDescending })}
      >
        {head}
        {isSorted && <Arrow size={12} stroke={1.8} aria-hidden className={classes['arrow']} />}
      </UnstyledButton>
    </th>
  );
}
