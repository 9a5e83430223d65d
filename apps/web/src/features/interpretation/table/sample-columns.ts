import {
  combinedFaultText,
  combinedLabel,
  hasCombined,
  isCombinedIncomplete,
  sampleCellText,
  sampleNameText,
  upperFirst,
  type Position,
  type SampleCell,
  type SampleTable,
  type SampleTableRow,
  unreportedPositives,
} from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import type { TableColumn } from './result-rows.ts';

const words = text.interpretation.samples;

/** A sample as a row; sorted after its first well. */
export interface SampleLine extends SampleTableRow {
  readonly position: Position;
}

export interface SampleColumn extends TableColumn<SampleLine> {
  /** Index among the cells; null: not of a channel. */
  readonly cell: number | null;
  /** Of a combined result; null: not one. */
  readonly kitVersionId: string | null;
}

export const sampleLines = ({ rows }: SampleTable): readonly SampleLine[] =>
  rows.flatMap((row) => {
    const [position] = row.positions;
    return position === undefined ? [] : [{ ...row, position }];
  });

interface More extends Partial<Pick<SampleColumn, 'cell' | 'kitVersionId'>> {
  /** Omitted: sorted as shown. */
  readonly sortedBy?: SampleColumn['valueOf'];
}

const column = (
  key: string,
  head: string,
  textOf: (row: SampleLine) => string,
  { sortedBy = (row) => textOf(row) || null, cell = null, kitVersionId = null }: More = {},
): SampleColumn => ({
  key,
  head,
  isNumber: false,
  textOf,
  plainOf: textOf,
  cell,
  kitVersionId,
  valueOf: sortedBy,
});

/** The columns of a run: sample, combined results, wells, a column for each kit and channel, notes. */
export function sampleColumns(table: SampleTable): readonly SampleColumn[] {
  const kits = new Map(table.columns.map(({ kitVersionId, kit }) => [kitVersionId, kit]));
  const isOneKit = kits.size === 1;
  const withRules = [...kits].filter(([kitVersionId]) => hasCombined(table, kitVersionId));
  return [
    column('sample', words.heads.sample, sampleNameText),
    ...withRules.map(([kitVersionId, kit]) =>
      column(
        `combined ${kitVersionId}`,
        isOneKit ? words.heads.combined : words.combinedOf(kit),
        (row) => combinedIn(row, kitVersionId),
        { kitVersionId },
      ),
    ),
    column('wells', words.heads.wells, ({ positions }) => positions.join(', '), { sortedBy: () => null }),
    ...table.columns.map(({ kitVersionId, kit, channel }, cell) =>
      column(
        `${kitVersionId} ${channel}`,
        isOneKit ? channel : words.in(kit, channel),
        (row) => sampleCellText(row.cells[cell] ?? null),
        { cell },
      ),
    ),
    column('notes', words.heads.notes, (row) => notesOf(row).join('; '), {
      sortedBy: (row) => (hasOpenPositive(row) ? 0 : row.isIncomplete ? 1 : notesOf(row).length > 0 ? 2 : 3),
    }),
    column('type', words.heads.type, ({ sampleType }) => text.sampleTypes[sampleType]),
  ];
}

/** Whether a well is positive and no result of the sample says so. */
export const hasOpenPositive = ({ isControl, combined, cells }: SampleLine): boolean =>
  !isControl &&
  (combined.some(({ positives }) => positives !== undefined) ||
    cells.some((cell) => cell !== null && unreportedPositives(cell).length > 0));

/** Whether letters and the mark of a doubt say all about a cell. */
export const isPlain = (cell: SampleCell | null): boolean =>
  cell === null ||
  (cell.found !== null && cell.fault === null && !cell.isByHand && unreportedPositives(cell).length === 0);

const combinedIn = ({ combined }: SampleLine, kitVersionId: string): string =>
  combined
    .filter((one) => one.kitVersionId === kitVersionId)
    .map(combinedLabel)
    .join(', ');

/** What the sample lacks, and which rows may be the same sample. */
function notesOf({ isIncomplete, combined, cells, alike }: SampleLine): string[] {
  const faulty = combined.filter(({ fault }) => fault !== null);
  const withoutRule = faulty.filter(({ fault }) => !isCombinedIncomplete(fault)).map(combinedFaultText);
  const ofCombined = faulty.filter(({ fault }) => isCombinedIncomplete(fault)).map(combinedFaultText);
  const ofCells = cells.flatMap((cell) =>
    // The cell of the channel gives the reason.
    cell === null || cell.fault === null ? [] : [cell.channel],
  );
  const missing = ofCombined.length > 0 ? ofCombined : ofCells;
  return [
    ...(isIncomplete && missing.length > 0 ? [`${words.incomplete}: ${missing.join('; ')}`] : []),
    ...withoutRule.map(upperFirst),
    ...(alike.length > 0 ? [words.alike(alike.join(', '))] : []),
  ];
}
