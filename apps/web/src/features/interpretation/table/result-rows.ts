import {
  comparePositions,
  cqText,
  shapeDistance,
  hitText,
  isSample,
  type PhaseType,
  type Position,
  type SampleType,
} from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import type { Scheme } from '../../../shared/colour/diagnostic-palette.ts';
import { doubtTexts } from '../plate/review-faces.ts';
import { lookOf } from '../result-look.ts';
import type { WellCq } from '../state/cq-words.ts';
import { hasFailed, type ReviewMark, type ReviewWell } from '../state/review-wells.ts';

/** A well in one phase, as a row of the table. Temperatures in °C, heights in RFU/°C. */
export interface ResultRow {
  readonly position: Position;
  readonly sample: string;
  readonly look: ReturnType<typeof lookOf>;
  readonly sampleType: SampleType;
  /** The combination of zones in all phases. */
  readonly combination: string;
  readonly kit: string;
  /** The Tm of the counted peak in each zone that has one. */
  readonly tms: ReadonlyMap<string, number>;
  /** Of the highest peak, counted or not; null: no peak. */
  readonly height: number | null;
  /** The largest difference of a Tm to the mean of the controls; null: nothing to compare with. */
  readonly difference: number | null;
  /** Cycles; null: none, or not known. */
  readonly cq: number | null;
  /** Whether the file states a Cq, or that there is none, and its curve does not support it. */
  readonly isCqDoubted: boolean;
  /** The distance of its shape to the nearest reference, %; null: no rule asks for the shape, or it is not known. */
  readonly shapeDistance: number | null;
  readonly mark: ReviewMark | null;
  /** Doubts, most severe first; then what holds the well, its override and its comments. */
  readonly flags: readonly string[];
}

interface RowsOf {
  /** All wells of the channel, among them the controls to compare with. */
  readonly wells: readonly ReviewWell[];
  readonly phase: PhaseType;
  readonly scheme: Scheme;
  /** Null or omitted: the files hold no amplification of the channel. */
  readonly cqs?: ReadonlyMap<Position, WellCq> | null;
}

export function resultRows(
  shown: readonly ReviewWell[],
  { wells, phase, scheme, cqs = null }: RowsOf,
): readonly ResultRow[] {
  const means = controlMeans(wells, phase);
  return shown.map((review) => {
    const { position, well, sampleType, interpreted, mark } = review;
    const peaks = peaksOf(review, phase);
    const tms = tmsOf(review, phase);
    const differences = [...tms].flatMap(([zone, tm]) => {
      const mean = means.get(controlKey(review, zone));
      return mean === undefined ? [] : [tm - mean];
    });
    return {
      position,
      sample: well.name ?? '',
      look: lookOf(review.shown?.diagnosticColor, scheme),
      sampleType,
      combination: hitText(interpreted.explanation),
      kit: well.kitVersion === null ? '' : `${well.kitVersion.kit.name} ${well.kitVersion.version}`,
      tms,
      height: peaks.length === 0 ? null : Math.max(...peaks.map(({ height }) => height)),
      difference: differences.sort((a, b) => Math.abs(b) - Math.abs(a))[0] ?? null,
      cq: cqs?.get(position)?.cq ?? null,
      isCqDoubted: isCqDoubted(cqs?.get(position)),
      shapeDistance: shapeDistance(interpreted.explanation),
      mark,
      flags: flagsOf(review),
    };
  });
}

const isCqDoubted = (well: WellCq | undefined): boolean => well?.source === 'file' && well.fault !== null;

const peaksOf = ({ interpreted }: ReviewWell, phase: PhaseType) =>
  interpreted.explanation.phases.find(({ type }) => type === phase)?.peaks ?? [];

function tmsOf(review: ReviewWell, phase: PhaseType): ReadonlyMap<string, number> {
  return new Map(
    peaksOf(review, phase)
      .filter(({ accepted }) => accepted)
      .toSorted((a, b) => a.height - b.height) // The highest of a zone comes last and stays.
      .flatMap(({ zone, tm }) => (zone === null ? [] : [[zone, tm] as const])),
  );
}

const controlKey = ({ well }: ReviewWell, zone: string): string =>
  JSON.stringify([well.kitVersion?.id, well.lot?.id, zone]);

/** The mean Tm in each zone of the standards and positive controls of a kit and lot that have not failed. */
function controlMeans(wells: readonly ReviewWell[], phase: PhaseType): ReadonlyMap<string, number> {
  const tms = wells
    .filter(
      (review) =>
        (review.sampleType === 'STANDARD' || review.sampleType === 'POSITIVE_TEST') && !hasFailed(review),
    )
    .flatMap((review) =>
      [...tmsOf(review, phase)].map(([zone, tm]) => ({ key: controlKey(review, zone), tm })),
    );
  return new Map(
    [...Map.groupBy(tms, ({ key }) => key)].map(([key, of]) => [
      key,
      of.reduce((sum, { tm }) => sum + tm, 0) / of.length,
    ]),
  );
}

function flagsOf(review: ReviewWell): readonly string[] {
  const { isUpdated, shown, well } = review;
  const words = text.interpretation.well;
  return [
    ...doubtTexts(review),
    ...(isUpdated ? [words.changed(shown?.comment ?? null)] : []),
    ...(well.comments.length === 0 ? [] : [words.comments(well.comments.length)]),
  ];
}

/** The names of the zones of a phase, from low to high temperature. */
export function zonesOf(wells: readonly ReviewWell[], phase: PhaseType): readonly string[] {
  const starts = new Map<string, number>();
  for (const { interpreted } of wells) {
    const zones = interpreted.constantPhaseInfos.find(({ type }) => type === phase)?.constantZoneInfos ?? [];
    for (const { name, minTemp } of zones) starts.set(name, Math.min(minTemp, starts.get(name) ?? minTemp));
  }
  return [...starts].sort(([, a], [, b]) => a - b).map(([name]) => name);
}

/** A column: what it shows and what it is sorted by. */
export interface TableColumn<Row> {
  readonly key: string;
  readonly head: string;
  readonly isNumber: boolean;
  /** As shown; an empty text is shown as a dash if the column is a number. */
  readonly textOf: (row: Row) => string;
  /** For a file or a spreadsheet, with an ASCII sign. */
  readonly plainOf: (row: Row) => string;
  /** Null is last in both directions. */
  readonly valueOf: (row: Row) => string | number | null;
}
export type ResultColumn = TableColumn<ResultRow>;

/** By the gravest flag first: failed, not as expected, no call, doubtful, borderline, other remarks, none. */
const SEVERITY: readonly (ReviewMark | null)[] = ['failed', 'unlike', 'no-call', 'doubt', 'near'];

function severity({ mark, flags }: ResultRow): number {
  const place = SEVERITY.indexOf(mark);
  return place >= 0 ? place : SEVERITY.length + (flags.length > 0 ? 0 : 1);
}

interface ColumnsOf {
  readonly zones: readonly string[];
  /** Shown if there are several. */
  readonly rows: readonly ResultRow[];
  /** With sample type and combination. */
  readonly isWide: boolean;
  /** Whether the files hold amplification of the channel. */
  readonly hasCq?: boolean;
}

const heads = text.interpretation.results.heads;
/** “+0.10”, “−0.10”, “0.00” */
function signed(value: number): string {
  const figure = Math.abs(value).toFixed(2);
  if (Number(figure) === 0) return figure;
  return `${value > 0 ? '+' : '−'}${figure}`;
}

export function resultColumns({ zones, rows, isWide, hasCq = false }: ColumnsOf): readonly ResultColumn[] {
  const kits = new Set(rows.map(({ kit }) => kit));
  return [
    { ...words('well', ({ position }) => position), valueOf: ({ position }) => positionRank(position) },
    words('sample', ({ sample }) => sample),
    words('result', ({ look }) => (isWide ? `${look.code} ${look.name}` : look.code)),
    ...zones.map((zone) =>
      numbers(`zone ${zone}`, heads.zone(zone), {
        valueOf: ({ tms }) => tms.get(zone) ?? null,
        textOf: (value) => value.toFixed(2),
      }),
    ),
    numbers('height', heads.height, { valueOf: ({ height }) => height, textOf: (value) => value.toFixed(0) }),
    numbers('difference', heads.difference, { valueOf: ({ difference }) => difference, textOf: signed }),
    ...(hasCq ? [CQ_COLUMN] : []),
    ...(rows.some(({ shapeDistance: distance }) => distance !== null)
      ? [
          numbers('shape-distance', heads.shapeDistance, {
            valueOf: ({ shapeDistance: distance }) => distance,
            textOf: (value) => value.toFixed(2),
          }),
        ]
      : []),
    {
      ...words('flags', ({ flags }) => flags.join('; ')),
      valueOf: severity,
    },
    ...(kits.size > 1 ? [words('kit', ({ kit }) => kit)] : []),
    ...(isWide
      ? [
          words('type', ({ sampleType }) => text.sampleTypes[sampleType]),
          words('combination', ({ combination }) => combination),
        ]
      : []),
  ];
}

const cqShown = ({ cq, isCqDoubted: isDoubted }: ResultRow): string =>
  [cq === null ? '' : cqText(cq), isDoubted ? heads.doubted : ''].filter(Boolean).join(' ');

/** “27.4”, or “27.4 (doubtful)” where the curve does not support the file; the card gives the reason. */
const CQ_COLUMN: ResultColumn = {
  key: 'cq',
  head: heads.cq,
  isNumber: true,
  textOf: cqShown,
  plainOf: cqShown,
  valueOf: ({ cq }) => cq,
};

type WordColumn = 'well' | 'sample' | 'result' | 'flags' | 'kit' | 'type' | 'combination';

const words = (key: WordColumn, textOf: (row: ResultRow) => string): ResultColumn => ({
  key,
  head: heads[key],
  isNumber: false,
  textOf,
  plainOf: textOf,
  valueOf: (row) => textOf(row) || null,
});

const numbers = (
  key: string,
  head: string,
  {
    valueOf,
    textOf,
  }: {
    readonly valueOf: (row: ResultRow) => number | null;
    readonly textOf: (value: number) => string;
  },
): ResultColumn => {
  const shown = (row: ResultRow): string => {
    const value = valueOf(row);
    return value === null ? '' : textOf(value);
  };
  return {
    key,
    head,
    isNumber: true,
    textOf: shown,
    plainOf: (row) => shown(row).replace('−', '-').replace('+', ''),
    valueOf,
  };
};

/** Row by row. */
function positionRank(position: Position): number {
  return (position.codePointAt(0) ?? 0) * 100 + Number(position.slice(1));
}

export interface Sorting {
  readonly key: string;
  readonly isDescending: boolean;
}

const collator = new Intl.Collator('en-GB', { numeric: true });

/** Sorted by a column, equal rows by position. */
export function sortedRows<Row extends Pick<ResultRow, 'position'>>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  { key, isDescending }: Sorting,
): readonly Row[] {
  const column = columns.find((one) => one.key === key) ?? columns[0];
  const compare = (first: Row, second: Row): number => {
    const [a, b] = [column?.valueOf(first) ?? null, column?.valueOf(second) ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(`${a}`, `${b}`);
    return isDescending ? -order : order;
  };
  return rows.toSorted(
    (first, second) => compare(first, second) || comparePositions(first.position, second.position),
  );
}

/** A Tm this far from the controls stands out, °C. */
const FAR = 0.12;

export const isFar = ({ difference, sampleType }: ResultRow): boolean =>
  isSample(sampleType) && difference !== null && Math.abs(difference) > FAR;
