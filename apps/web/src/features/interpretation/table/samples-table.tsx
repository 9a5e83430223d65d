import { runSampleTable } from '@curvewell/domain';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import { useReview } from '../state/review-context.ts';
import { widthOf } from './column-width.ts';
import { sortedRows, type Sorting } from './result-rows.ts';
import classes from './result-table.module.css';
import {
  hasOpenPositive,
  isPlain,
  type SampleColumn,
  sampleColumns,
  type SampleLine,
  sampleLines,
} from './sample-columns.ts';
import { doubtIdsOf } from './sample-doubts.ts';
import { SampleRow } from './sample-row.tsx';
import { runWarning } from '../state/run-warning.ts';
import { TableActions } from './table-actions.tsx';
import { Gap, ROW_HEIGHT, SortHead } from './table-parts.tsx';
import { useTableRows } from './use-table-rows.ts';

const words = text.interpretation.samples;
/** Samples with a positive well and no result first, then incomplete ones, then by position. */
const BY_NOTES: Sorting = { key: 'notes', isDescending: false };
/** The least widths of columns whose texts wrap, characters of a line. */
const LINE = { sample: 21, combined: 20, letters: 5, channel: 15, notes: 11, type: 8 } as const;

/** Beside a combined result a channel shows the letters of its result, and words only where more is to say. */
function lineOf({ key, kitVersionId, cell }: SampleColumn, rows: readonly SampleLine[], hasRules: boolean) {
  if (kitVersionId !== null) return LINE.combined;
  if (cell !== null)
    return hasRules && rows.every(({ cells }) => isPlain(cells[cell] ?? null)) ? LINE.letters : LINE.channel;
  return key === 'sample' || key === 'notes' || key === 'type' ? LINE[key] : Infinity;
}

/** The run by sample: sorted by any column, copied and saved as shown. One tab stop for all rows. */
export function SamplesTable({ children }: { readonly children: ReactNode }) {
  const { run, interpreted, byChannel } = useReview();
  const [sorting, sort] = useState(BY_NOTES);
  const table = useMemo(
    () => runSampleTable(run, { called: interpreted, doubtful: doubtIdsOf(byChannel) }),
    [run, interpreted, byChannel],
  );
  const columns = useMemo(() => sampleColumns(table), [table]);
  const rows = useMemo(() => sampleLines(table), [table]);
  const sorted = useMemo(() => sortedRows(rows, columns, sorting), [rows, columns, sorting]);
  const { frame, from, to, tabStop, onKeyDown, onFocus } = useTableRows(sorted.length, ROW_HEIGHT.three);
  const hasRules = columns.some(({ kitVersionId }) => kitVersionId !== null);
  const samples = rows.filter(({ isControl }) => !isControl);
  return (
    <>
      <div className={classes['bar']}>
        <span>
          {words.count(samples.length, {
            incomplete: samples.filter(({ isIncomplete }) => isIncomplete).length,
            positive: samples.filter(hasOpenPositive).length,
          })}
        </span>
        {children}
        <TableActions
          rows={sorted}
          columns={columns}
          notice={runWarning(run)}
          fileName={words.file(run.businessId)}
        />
      </div>
      <div ref={frame} className={classes['frame']} data-table-frame>
        <table
          aria-label={words.label(rows.length)}
          aria-rowcount={sorted.length + 1}
          className={classes['table']}
          data-wraps
          onKeyDown={(event) => {
            onKeyDown(event);
            moveInRow(event);
          }}
          onFocus={onFocus}
        >
          <colgroup>
            {columns.map((column) => (
              <col
                key={column.key}
                style={{ width: widthOf(column, rows, lineOf(column, rows, hasRules)) }}
              />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((column) => (
                <SortHead key={column.key} column={column} sorting={sorting} onSort={sort} />
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap rows={from} span={columns.length} rowHeight={ROW_HEIGHT.three} />
            {sorted.slice(from, to).map((row, index) => (
              <SampleRow
                key={row.key}
                row={row}
                columns={columns}
                hasRules={hasRules}
                index={from + index}
                isCurrent={from + index === tabStop}
              />
            ))}
            <Gap rows={sorted.length - to} span={columns.length} rowHeight={ROW_HEIGHT.three} />
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Arrow keys to the left and right move between the buttons of a row. */
function moveInRow(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const row = event.target instanceof Element ? event.target.closest('tbody tr') : null;
  if (step === 0 || row === null) return;
  event.preventDefault();
  const buttons = [...row.querySelectorAll<HTMLElement>('button')];
  buttons[buttons.findIndex((button) => button === document.activeElement) + step]?.focus();
}
