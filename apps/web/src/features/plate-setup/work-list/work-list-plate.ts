import {
  hasInvisible,
  isOnPlate,
  MAX_ORDER_ID,
  MAX_WELL_NAME,
  PLATE_SIZE,
  positionAt,
  sampleTypeSchema,
  type Position,
  type Run,
  type SampleType,
  type WorkListField,
} from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { wellRangesText } from '../../../shared/format/well-ranges.ts';
import { fillWell } from '../draft/fill-in.ts';
import {
  changedWells,
  EMPTY_WELL,
  changeWell,
  type PlateDraft,
  type WellDraft,
} from '../draft/plate-draft.ts';
import { positionOf } from '../paste/paste-plate.ts';
import { columnLetters, type WorkList } from './read-work-list.ts';
import type { WorkListReading } from './work-list-columns.ts';

export interface WorkListPreview {
  readonly rowCount: number;
  readonly fitCount: number;
  /** Why other rows are skipped, with line and column. */
  readonly problems: readonly string[];
  /** Warnings about applied rows. */
  readonly notes: readonly string[];
  readonly after: PlateDraft;
  readonly changed: readonly Position[];
}

interface Filling {
  readonly list: WorkList;
  readonly reading: WorkListReading;
  readonly run: Run;
  readonly plate: PlateDraft;
  /** Target wells for rows without a position, in order. */
  readonly slots: readonly Position[];
  readonly day: string;
}

const words = text.workList;

/** A row's cells and their places. Null for an empty cell or a missing column. */
interface Row {
  readonly line: number;
  /** Index among the rows with samples, from 0. */
  readonly index: number;
  readonly value: (field: WorkListField) => string | null;
  readonly place: (field: WorkListField) => { readonly line: number; readonly column: string };
}

type Placed = { readonly row: Row; readonly position: Position } | { readonly problem: string };

/** Applies a work list to a plate. Skips invalid rows; empty cells change nothing. */
export function plateFromWorkList(filling: Filling): WorkListPreview {
  const rows = rowsOf(filling);
  const places = withoutDuplicates(rows.map((row) => placeOfRow(row, filling)));
  const after = new Map(filling.plate);
  const problems: string[] = [];
  for (const place of places) {
    if ('problem' in place) {
      problems.push(place.problem);
      continue;
    }
    const { row, position } = place;
    const fields = sampleFields(row);
    if ('problem' in fields) problems.push(fields.problem);
    else after.set(position, filledWell(after.get(position) ?? EMPTY_WELL, { fields, ...filling }));
  }
  const changed = changedWells(filling.plate, after);
  return {
    rowCount: rows.length,
    fitCount: rows.length - problems.length,
    problems,
    notes: notesOn({ ...filling, after, changed }),
    after,
    changed,
  };
}

function rowsOf({ list, reading: { hasHeads, columns } }: Filling): readonly Row[] {
  const from = hasHeads ? 1 : 0;
  return list.rows.slice(from).map((cells, index) => {
    const line = list.lines[index + from] ?? 0;
    return {
      line,
      index,
      value: (field) => {
        const column = columns[field];
        const cell = column === undefined ? '' : (cells[column] ?? '');
        return cell === '' ? null : cell;
      },
      place: (field) => ({ line, column: columnLetters(columns[field] ?? 0) }),
    };
  });
}

function placeOfRow(row: Row, filling: Filling): Placed {
  const { run, plate } = filling;
  const position = givenPosition(row, filling);
  if (typeof position !== 'string') return position;
  if (!isOnPlate(position, run.plateType)) return { problem: words.problems.offPlate(row.line, position) };
  if (!plate.has(position)) return { problem: words.problems.noCurve(row.line, position) };
  return { row, position };
}

function givenPosition(
  row: Row,
  { reading: { columns }, slots, run }: Filling,
): Position | { problem: string } {
  if (columns.position !== undefined) {
    const value = row.value('position');
    const position = value === null ? null : positionOf(value);
    return position ?? { problem: words.problems.noPosition(row.place('position'), value) };
  }
  if (columns.row !== undefined || columns.column !== undefined) return byRowAndColumn(row, run);
  const sequence = columns.sequence === undefined ? row.index + 1 : wholeNumber(row.value('sequence'));
  if (sequence === null)
    return { problem: words.problems.noSequence(row.place('sequence'), row.value('sequence')) };
  return slots[sequence - 1] ?? { problem: words.problems.noSlot(row.line, sequence, slots.length) };
}

function byRowAndColumn(row: Row, { plateType }: Pick<Run, 'plateType'>): Position | { problem: string } {
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  const rowText = row.value('row');
  const letter = /^[a-p]$/i.exec(rowText ?? '')?.[0].toUpperCase();
  const rowNumber = letter === undefined ? wholeNumber(rowText) : letter.charCodeAt(0) - 64;
  if (rowNumber === null || rowNumber > rowCount)
    return { problem: words.problems.noRow(row.place('row'), rowText, rowCount) };
  const column = wholeNumber(row.value('column'));
  if (column === null || column > columnCount)
    return { problem: words.problems.noColumn(row.place('column'), row.value('column'), columnCount) };
  return positionAt(rowNumber - 1, column - 1);
}

/** From 1 on. */
function wholeNumber(digits: string | null): number | null {
  return digits !== null && /^0*[1-9]\d{0,3}$/.test(digits) ? Number(digits) : null;
}

/** Rejects all rows that compete for one well, since the right one is unknown. */
function withoutDuplicates(places: readonly Placed[]): readonly Placed[] {
  const linesOf = Map.groupBy(
    places.flatMap((place) => ('problem' in place ? [] : [place])),
    ({ position }) => position,
  );
  return places.map((place) => {
    if ('problem' in place) return place;
    const { row, position } = place;
    const others = (linesOf.get(position) ?? [])
      .map((one) => one.row.line)
      .filter((line) => line !== row.line);
    return others.length === 0 ? place : { problem: words.problems.twice(row.line, position, others) };
  });
}

interface SampleFields {
  readonly name: string | null;
  readonly orderId: string | null;
  readonly sampleType: SampleType | null;
}

/** A barcode that a spreadsheet has turned into a rounded number. */
const ROUNDED = /^\d[.,]?\d*E\+?\d+$/i;

function sampleFields(row: Row): SampleFields | { readonly problem: string } {
  for (const [field, longest] of [
    ['name', MAX_WELL_NAME],
    ['orderId', MAX_ORDER_ID],
  ] as const) {
    const value = row.value(field) ?? '';
    if (value.length > longest) return { problem: words.problems.tooLong(row.place(field), longest) };
    if (/\p{Cc}/u.test(value)) return { problem: words.problems.lineBreak(row.place(field)) };
    if (hasInvisible(value)) return { problem: words.problems.invisible(row.place(field)) };
    if (ROUNDED.test(value)) return { problem: words.problems.rounded(row.place(field), value) };
  }
  const type = row.value('sampleType');
  const sampleType = type === null ? null : sampleTypeOf(type);
  if (type !== null && sampleType === null)
    return { problem: words.problems.noSampleType(row.place('sampleType'), type) };
  return { name: row.value('name'), orderId: row.value('orderId'), sampleType };
}

/** Words for sample types in work lists, besides our own. “Sample” does not tell the type. */
const TYPE_WORDS: Readonly<Record<SampleType, readonly string[]>> = {
  BLOOD: ['edta', 'edta blood', 'whole blood', 'blut', 'edta-blut', 'vollblut'],
  DNA: ['gdna', 'extract', 'extracted dna'],
  NEGATIVE_TEST: ['ntc', 'neg', 'negative', 'neg ctrl', 'neg control', 'negativkontrolle'],
  POSITIVE_TEST: ['pos', 'positive', 'pos ctrl', 'pos control', 'positivkontrolle'],
  STANDARD: ['std', 'reference'],
};

function sampleTypeOf(word: string): SampleType | null {
  const lowerCase = word.toLowerCase();
  const isNamed = (type: SampleType): boolean =>
    [type, text.sampleTypes[type], ...TYPE_WORDS[type]].some((one) => one.toLowerCase() === lowerCase);
  return sampleTypeSchema.options.find(isNamed) ?? null;
}

/** Fills in single choices, as for names from the run's own files. */
function filledWell(
  well: WellDraft,
  { fields: { name, orderId, sampleType }, run, day }: Filling & { readonly fields: SampleFields },
): WellDraft {
  const named = name === null ? well : changeWell(well, { field: 'name', value: name });
  const ordered = orderId === null ? named : changeWell(named, { field: 'orderId', value: orderId });
  const typed =
    sampleType === null ? ordered : changeWell(ordered, { field: 'sampleType', value: sampleType });
  return typed === well ? well : fillWell(typed, { run, day });
}

function notesOn({
  list,
  plate,
  after,
  changed,
}: Filling & { readonly after: PlateDraft; readonly changed: readonly Position[] }): readonly string[] {
  const isOther = (before: string | null | undefined, now: string | null | undefined): boolean =>
    before !== null && before !== undefined && before !== now;
  const replaced = changed.filter((position) => {
    const [before, now] = [plate.get(position), after.get(position)];
    return (['name', 'orderId', 'sampleType'] as const).some((field) =>
      isOther(before?.[field], now?.[field]),
    );
  });
  const named = Map.groupBy(
    [...after].flatMap(([position, { name }]) => (name === null ? [] : [{ position, name }])),
    ({ name }) => name,
  );
  const isNew = (position: Position): boolean => plate.get(position)?.name !== after.get(position)?.name;
  const twins = [...named].flatMap(([name, wells]) => {
    const positions = wells.map(({ position }) => position);
    return positions.length > 1 && positions.some(isNew)
      ? [words.notes.nameTwice(name, wellRangesText(positions))]
      : [];
  });
  return [
    ...(replaced.length === 0 ? [] : [words.notes.replaced(replaced.length, wellRangesText(replaced))]),
    ...twins,
    ...(list.encoding === 'Windows-1252' ? [words.notes.encoding] : []),
  ];
}
