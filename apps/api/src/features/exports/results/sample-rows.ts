import {
  type CombinedResult,
  hasSampleResult,
  type SampleFault,
  type SampleResult,
  sampleFaultText,
  sampleResultLabel,
  samplesByWell,
  unreportedPositives,
  upperFirst,
} from '@curvewell/domain';

import type { ExportRow } from '../export-rows.ts';
import type { NoCall } from '../no-call.ts';

/** What another system receives as one result: of a well, or of a sample with the wells behind it. */
export interface ResultRow extends ExportRow {
  /** The wells; of a well itself. */
  readonly members: readonly ExportRow[];
  /** Null: the result of one well. */
  readonly sample: SampleResult | null;
  /** Null: the result of one channel. */
  readonly combined: CombinedResult | null;
  /** Of a combined result: the rows of its channels; else empty. */
  readonly parts: readonly ResultRow[];
}

/** Codes for programs: why a sample has no result. */
const FAULT_CODE = {
  'failed-control': 'FAILED_CONTROL',
  'not-analysed': 'REPLICATE_NOT_ANALYSED',
  'no-call': 'REPLICATE_NO_CALL',
  'no-statement': 'REPLICATE_NO_STATEMENT',
  'results-differ': 'REPLICATES_DIFFER',
  'tm-apart': 'REPLICATE_TM_APART',
} as const satisfies Record<SampleFault, string>;

/** The rows with each sample once, at the place of its first well. */
export function rowsWithSamples(
  rows: readonly ExportRow[],
  samples: readonly SampleResult[],
): readonly ResultRow[] {
  const sampleOf = samplesByWell(samples.filter(hasSampleResult));
  const members = Map.groupBy(rows, ({ wellId }) => sampleOf.get(wellId) ?? wellId);
  return [...members].flatMap(([sample, of]) => {
    const [first] = of;
    if (first === undefined) return [];
    return typeof sample === 'string'
      ? [{ ...first, members: of, sample: null, combined: null, parts: [] }]
      : [sampleRow(sample, { first, members: of })];
  });
}

function sampleRow(
  sample: SampleResult,
  { first, members }: { readonly first: ExportRow; readonly members: readonly ExportRow[] },
): ResultRow {
  const isPositiveOpen = unreportedPositives({ wells: sample.wells, found: sample.result }).length > 0;
  return {
    ...withPositive(joined(first, members), isPositiveOpen),
    sample,
    combined: null,
    parts: [],
    // The code `POSITIVE_WELL` says what the words add.
    result: sample.result?.diagnosticLabel ?? sampleResultLabel(sample),
    diagnostic: sample.result,
    noCall: sample.result === null ? withPositiveCode(noResultOf(sample), isPositiveOpen) : null,
  };
}

/** Code for programs: a well of the sample is positive, and its result does not say so. */
const POSITIVE_WELL = 'POSITIVE_WELL';

export const withPositive = <Row extends Pick<ExportRow, 'flagCodes'>>(
  row: Row,
  isPositiveOpen: boolean,
): Row => (isPositiveOpen ? { ...row, flagCodes: [...row.flagCodes, POSITIVE_WELL] } : row);

export const withPositiveCode = (noCall: NoCall, isPositiveOpen: boolean): NoCall =>
  isPositiveOpen ? { ...noCall, codes: [...noCall.codes, POSITIVE_WELL] } : noCall;

/** The fields of a result from several wells. */
export function joined(first: ExportRow, members: readonly ExportRow[]) {
  const all = <Item>(of: (row: ExportRow) => readonly Item[]): Item[] => [...new Set(members.flatMap(of))];
  return {
    ...first,
    members,
    position: all(({ position }) => [position]).join(' '),
    // Wells of a combined result without a result may be of several.
    lot: all(({ lot }) => [lot]).join('; '),
    reactionBuffer: all(({ reactionBuffer }) => [reactionBuffer]).join('; '),
    wellId: members.map(({ wellId }) => wellId).join(' '),
    changedBy: members.find(({ changedBy }) => changedBy !== null)?.changedBy ?? null,
    shape: shapesOf(members),
    flagCodes: all(({ flagCodes }) => flagCodes),
    description: { ...first.description, flags: all(({ description }) => description.flags) },
  };
}

/** “A1: like MM (0.02)”: each well has its own; null: no rule uses a shape. */
function shapesOf(members: readonly ExportRow[]): string | null {
  const texts = members.flatMap(({ position, shape }) => (shape === null ? [] : [`${position}: ${shape}`]));
  return texts.length === 0 ? null : texts.join(' ');
}

const noResultOf = (sample: SampleResult): NoCall => ({
  text: `${upperFirst(sampleFaultText(sample))}.`,
  codes: sample.fault === null ? [] : [FAULT_CODE[sample.fault]],
  absent: 'unknown',
});
