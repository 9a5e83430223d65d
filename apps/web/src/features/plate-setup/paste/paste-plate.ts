import { isOnPlate, placeOf, positionAt, type Position, type Run } from '@curvewell/domain';

import type { KitAssay } from '../../../data/kits.ts';
import { text } from '../../../locale/text.ts';
import { fromTabSeparated } from '../../../shared/format/tab-separated.ts';
import { changedWells, type PlateDraft, type WellDraft } from '../draft/plate-draft.ts';
import { isUnknown, pasteWell, type PastedCells } from './paste-well.ts';
import { columnsOf, type WellColumn } from './wells-text.ts';

export interface PastePreview {
  readonly rowCount: number;
  readonly fitCount: number;
  /** Why other rows were skipped. */
  readonly problems: readonly string[];
  readonly after: PlateDraft;
  readonly changed: readonly Position[];
}

interface Paste {
  readonly text: string;
  readonly run: Run;
  readonly assays: readonly KitAssay[];
  readonly plate: PlateDraft;
  /** Start of a block without positions. */
  readonly focused: Position;
  /** In fill order. A single column with no more names fills these wells. */
  readonly selected: readonly Position[];
  /** The block was copied on a plate here, so it moves to the focused well. */
  readonly isFromHere: boolean;
}

/** A row of the block: each target well with its cells. */
type PastedRow = readonly { readonly position: Position | null; readonly cells: PastedCells }[];

/** Applies a block from a spreadsheet to a plate. Invalid rows are skipped. */
export function pastePlate(paste: Paste): PastePreview {
  const rows = rowsOf(paste);
  const after = new Map(paste.plate);
  const problems: string[] = [];
  for (const [index, row] of rows.entries()) {
    const fault = pasteRow(after, { ...paste, row, number: index + 1 });
    if (fault !== null) problems.push(fault);
  }
  return {
    rowCount: rows.length,
    fitCount: rows.length - problems.length,
    problems,
    after,
    changed: changedWells(paste.plate, after),
  };
}

function pasteRow(
  after: Map<Position, WellDraft>,
  { row, number, run, assays }: Paste & { readonly row: PastedRow; readonly number: number },
): string | null {
  const wells: [Position, WellDraft][] = [];
  for (const { position, cells } of row) {
    if (position === null || !isOnPlate(position, run.plateType)) return text.wells.pasteOff(number);
    const well = after.get(position);
    if (well === undefined) return text.wells.pasteNoCurve(number, position);
    const pasted = pasteWell(well, { cells, run, assays });
    if (isUnknown(pasted)) return text.wells.pasteUnknown(number, pasted.what, pasted.value);
    wells.push([position, pasted]);
  }
  for (const [position, well] of wells) after.set(position, well);
  return null;
}

function rowsOf(paste: Paste): readonly PastedRow[] {
  const [first = [], ...others] = fromTabSeparated(paste.text);
  const columns = columnsOf(
    first,
    paste.run.analyses.map(({ channel }) => channel),
  );
  return columns === null
    ? rowsOfNames([first, ...others], paste)
    : rowsByHead(others, { ...paste, columns });
}

function rowsByHead(
  rows: readonly (readonly string[])[],
  { columns, focused, isFromHere }: Paste & { readonly columns: readonly (WellColumn | null)[] },
): readonly PastedRow[] {
  const place = columns.indexOf('position');
  const named = rows.map((row) => positionOf(row[place] ?? ''));
  const corner = isFromHere ? cornerOf(named) : null;
  return rows.map((row, index) => {
    const cells = columns.flatMap((column, at) => (column === null ? [] : [{ column, text: row[at] ?? '' }]));
    if (place < 0) return [{ position: below(focused, { row: index, column: 0 }), cells }];
    const position = named[index] ?? null;
    if (position === null || corner === null) return [{ position, cells }];
    const { row: down, column: right } = placeOf(position);
    return [{ position: below(focused, { row: down - corner.row, column: right - corner.column }), cells }];
  });
}

/** Where a block without positions starts: the upper left corner of several selected wells, else the focus. */
export function pasteStart(selected: readonly Position[], focused: Position | null): Position {
  if (selected.length < 2) return focused ?? selected[0] ?? 'A1';
  const { row, column } = cornerOf(selected);
  return positionAt(row, column);
}

/** Names without a header: one column fills the selected wells in order; other blocks start at the corner. */
function rowsOfNames(
  rows: readonly (readonly string[])[],
  { selected, focused }: Paste,
): readonly PastedRow[] {
  const cellsOf = (text: string): PastedCells => [{ column: 'name', text }];
  const isColumn = rows.every((row) => row.length === 1);
  if (isColumn && selected.length > 1 && rows.length <= selected.length) {
    return rows.map(([name = ''], index) => [{ position: selected[index] ?? null, cells: cellsOf(name) }]);
  }
  return rows.map((row, down) =>
    row.flatMap((name, right) =>
      name.trim() === ''
        ? []
        : [{ position: below(focused, { row: down, column: right }), cells: cellsOf(name) }],
    ),
  );
}

const POSITION = /^\s*([a-p])0*(\d{1,2})\s*$/i;

/** `a01` becomes `A1`; null if it is not a position. */
export const positionOf = (text: string): Position | null =>
  POSITION.test(text) ? text.replace(POSITION, '$1$2').toUpperCase() : null;

interface Offset {
  readonly row: number;
  readonly column: number;
}

function cornerOf(positions: readonly (Position | null)[]): Offset {
  const places = positions.flatMap((position) => (position === null ? [] : [placeOf(position)]));
  return {
    row: Math.min(...places.map(({ row }) => row)),
    column: Math.min(...places.map(({ column }) => column)),
  };
}

/** May be outside the plate. */
function below(from: Position, by: Offset): Position {
  const { row, column } = placeOf(from);
  return positionAt(row + by.row, column + by.column);
}
