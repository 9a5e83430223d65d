import {
  channelFaultText,
  comparePositions,
  runSampleTable,
  sampleCellMarks,
  type ChannelName,
  type DiagnosticColor,
  type Position,
  type SampleCell,
} from '@curvewell/domain';
import { UnstyledButton } from '@mantine/core';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import { WellMark } from '../../../shared/ui/plate/well-mark.tsx';
import { lookOf } from '../result-look.ts';
import { useReview } from '../state/review-context.ts';
import { widthOf } from './column-width.ts';
import { sortedRows, type Sorting } from './result-rows.ts';
import classes from './result-table.module.css';
import { sampleColumns, sampleLines, type SampleColumn, type SampleLine } from './sample-columns.ts';
import { doubtIdsOf } from './sample-doubts.ts';
import { TableActions } from './table-actions.tsx';
import { Gap, ROW_HEIGHT, SortHead } from './table-parts.tsx';
import { useRovingRow } from './use-roving-row.ts';
import { useRowWindow } from './use-row-window.ts';

const words = text.interpretation.samples;
/** Incomplete samples first, then by position. */
const BY_NOTES: Sorting = { key: 'notes', isDescending: false };
const MAX_WIDTH = 60;

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
  const frame = useRef<HTMLDivElement>(null);
  const { from, to } = useRowWindow(frame, { count: sorted.length, rowHeight: ROW_HEIGHT });
  const { current, onKeyDown, onFocus } = useRovingRow(frame, {
    count: sorted.length,
    rowHeight: ROW_HEIGHT,
  });
  const tabStop = Math.max(from, Math.min(current, to - 1));
  const samples = rows.filter(({ isControl }) => !isControl);
  return (
    <>
      <div className={classes['bar']}>
        <span>{words.count(samples.length, samples.filter(({ isIncomplete }) => isIncomplete).length)}</span>
        {children}
        <TableActions rows={sorted} columns={columns} fileName={words.file(run.businessId)} />
      </div>
      <div ref={frame} className={classes['frame']} data-table-frame>
        <table
          aria-label={words.label(rows.length)}
          aria-rowcount={sorted.length + 1}
          className={classes['table']}
          onKeyDown={(event) => {
            onKeyDown(event);
            moveInRow(event);
          }}
          onFocus={onFocus}
        >
          <colgroup>
            {columns.map((column) => (
              <col key={column.key} style={{ width: widthOf(column, rows, MAX_WIDTH) }} />
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
            <Gap rows={from} span={columns.length} />
            {sorted.slice(from, to).map((row, index) => (
              <Row
                key={row.key}
                row={row}
                columns={columns}
                index={from + index}
                isCurrent={from + index === tabStop}
              />
            ))}
            <Gap rows={sorted.length - to} span={columns.length} />
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

interface RowProps {
  readonly row: SampleLine;
  readonly columns: readonly SampleColumn[];
  readonly index: number;
  readonly isCurrent: boolean;
}

function Row({ row, columns, index, isCurrent }: RowProps) {
  const { selection, select } = useReview();
  const isSelected =
    row.positions.length === selection.selected.size &&
    row.positions.every((position) => selection.selected.has(position));
  return (
    <tr
      aria-rowindex={index + 2}
      className={classes['row']}
      data-index={index}
      data-selected={isSelected || undefined}
    >
      {columns.map((column) =>
        column.key === 'sample' ? (
          <th key={column.key} scope="row">
            <UnstyledButton
              className={classes['well']}
              tabIndex={isCurrent ? 0 : -1}
              data-well
              aria-label={words.select(column.textOf(row))}
              onClick={() => {
                select(row.positions);
              }}
            >
              {column.textOf(row)}
            </UnstyledButton>
          </th>
        ) : (
          <td key={column.key}>
            <Cell row={row} column={column} />
          </td>
        ),
      )}
    </tr>
  );
}

function Cell({ row, column }: { readonly row: SampleLine; readonly column: SampleColumn }) {
  const shown = column.textOf(row);
  const cell = column.cell === null ? null : (row.cells[column.cell] ?? null);
  if (cell !== null) return <ChannelCell row={row} cell={cell} words={shown} />;
  if (column.kitVersionId !== null) {
    const isOpen = row.combined.some(
      (one) =>
        one.kitVersionId === column.kitVersionId &&
        one.result?.meaning !== 'positive' &&
        one.result?.meaning !== 'negative',
    );
    return (
      <b className={classes['flags']} data-mark={isOpen ? 'no-call' : undefined} data-combined>
        {shown}
      </b>
    );
  }
  return column.key === 'notes' ? (
    <span className={classes['flags']} data-mark={row.isIncomplete ? 'no-call' : undefined}>
      {shown}
    </span>
  ) : (
    shown
  );
}

/** Beside the letters: “Heterozygous (overridden)” */
function wordsOf({ diagnosticLabel }: DiagnosticColor, cell: SampleCell): string {
  const marks = sampleCellMarks(cell);
  const result = [diagnosticLabel, ...(cell.fault === null ? [] : [channelFaultText(cell.fault)])].join(': ');
  return marks.length === 0 ? result : `${result} (${marks.join(', ')})`;
}

interface ChannelCellProps {
  readonly row: SampleLine;
  readonly cell: SampleCell;
  readonly words: string;
}

/** The result in a channel; a click selects its wells there. */
function ChannelCell({ row, cell, words: shown }: ChannelCellProps) {
  const { scheme, select, setChannel } = useReview();
  const { channel, wells, found, fault, isDoubtful } = cell;
  const content = (
    <>
      {found !== null && <DiagnosticCode look={lookOf(found, scheme)} small />}
      {fault === null && isDoubtful && <WellMark mark="doubt" size={13} />}
      <span className={classes['flags']} data-mark={fault === null ? undefined : 'no-call'}>
        {found === null ? shown : wordsOf(found, cell)}
      </span>
    </>
  );
  if (wells.length === 0) return content;
  const open = (to: ChannelName, positions: readonly Position[]): void => {
    setChannel(to);
    select(positions);
  };
  return (
    <UnstyledButton
      className={classes['cell'] ?? ''}
      tabIndex={-1}
      title={words.selectIn(row.name ?? row.position, channel)}
      onClick={() => {
        open(channel, wells.map(({ position }) => position).sort(comparePositions));
      }}
    >
      {content}
    </UnstyledButton>
  );
}
