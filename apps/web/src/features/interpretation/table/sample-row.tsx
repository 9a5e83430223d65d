import {
  butPositiveText,
  channelFaultText,
  comparePositions,
  sampleCellMarks,
  type DiagnosticColor,
  type SampleCell,
  unreportedPositives,
} from '@curvewell/domain';
import { UnstyledButton } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { DiagnosticCode } from '../../../shared/ui/badges/diagnostic-code.tsx';
import { WellMark } from '../../../shared/ui/plate/well-mark.tsx';
import { lookOf } from '../result-look.ts';
import { useReview } from '../state/review-context.ts';
import classes from './result-table.module.css';
import { isPlain, type SampleColumn, type SampleLine } from './sample-columns.ts';

const words = text.interpretation.samples;

interface SampleRowProps {
  readonly row: SampleLine;
  readonly columns: readonly SampleColumn[];
  /** Whether the run has combined results. */
  readonly hasRules: boolean;
  readonly index: number;
  readonly isCurrent: boolean;
}

/** A sample: its name and its cells select the wells behind them. */
export function SampleRow({ row, columns, hasRules, index, isCurrent }: SampleRowProps) {
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
              onClick={() => select(row.positions)}
            >
              <Lines words={column.textOf(row)} />
            </UnstyledButton>
          </th>
        ) : (
          <td key={column.key}>
            <Cell row={row} column={column} hasRules={hasRules} />
          </td>
        ),
      )}
    </tr>
  );
}

/** Up to three lines; the pointer and the panel of the wells have the whole text. */
const Lines = ({ words }: { readonly words: string }) => (
  <span className={classes['lines']} title={words}>
    {words}
  </span>
);

interface CellProps extends Pick<SampleRowProps, 'row' | 'hasRules'> {
  readonly column: SampleColumn;
}

function Cell({ row, column, hasRules }: CellProps) {
  const shown = column.textOf(row);
  const cell = column.cell === null ? null : (row.cells[column.cell] ?? null);
  if (cell !== null)
    return <ChannelCell row={row} cell={cell} words={shown} isShort={hasRules && isPlain(cell)} />;
  if (column.kitVersionId !== null) {
    const isOpen = row.combined.some(
      ({ kitVersionId, result }) =>
        kitVersionId === column.kitVersionId && (result === null || result.meaning === 'invalid'),
    );
    return (
      <b className={classes['flags']} data-mark={isOpen ? 'no-call' : undefined} data-combined>
        <Lines words={shown} />
      </b>
    );
  }
  return column.key === 'notes' ? (
    <span className={classes['flags']} data-mark={row.isIncomplete ? 'no-call' : undefined}>
      <Lines words={shown} />
    </span>
  ) : (
    <Lines words={shown} />
  );
}

/** Beside the letters: “Heterozygous (overridden)” */
function wordsOf({ diagnosticLabel }: DiagnosticColor, cell: SampleCell): string {
  const marks = sampleCellMarks(cell);
  const fault = [diagnosticLabel, ...(cell.fault === null ? [] : [channelFaultText(cell.fault)])].join(': ');
  const but = butPositiveText(cell);
  const result = but === '' ? fault : `${fault}, ${but}`;
  return marks.length === 0 ? result : `${result} (${marks.join(', ')})`;
}

interface ChannelCellProps {
  readonly row: SampleLine;
  readonly cell: SampleCell;
  readonly words: string;
  /** Shows the letters of the result; its words are for screen readers. */
  readonly isShort: boolean;
}

/** The result in a channel; a click selects its wells there. */
function ChannelCell({ row, cell, words: shown, isShort }: ChannelCellProps) {
  const { scheme, select, setChannel } = useReview();
  const { channel, wells, found, fault, isDoubtful } = cell;
  const isOpen = fault !== null || unreportedPositives(cell).length > 0;
  const content = (
    <>
      {found !== null && <DiagnosticCode look={lookOf(found, scheme)} small />}
      {fault === null && isDoubtful && <WellMark mark="doubt" size={13} />}
      <span className={classes['flags']} data-mark={isOpen ? 'no-call' : undefined}>
        {isShort && found !== null ? (
          <span className="visually-hidden">{wordsOf(found, cell)}</span>
        ) : (
          <Lines words={found === null ? shown : wordsOf(found, cell)} />
        )}
      </span>
    </>
  );
  if (wells.length === 0) return content;
  return (
    <UnstyledButton
      className={classes['cell'] ?? ''}
      tabIndex={-1}
      title={words.selectIn(row.name ?? row.position, channel)}
      onClick={() => {
        setChannel(channel);
        select(wells.map(({ position }) => position).sort(comparePositions));
      }}
    >
      {content}
    </UnstyledButton>
  );
}
