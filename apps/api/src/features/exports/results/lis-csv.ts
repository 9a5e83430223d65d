import {
  DEFAULT_LOT_EXPIRATION,
  channelsText,
  cqText,
  knownRunDate,
  sentCode,
  tmsText,
  wellResultsText,
  type RunDateSource,
} from '@curvewell/domain';

import type { Cell } from '../../../formats/csv.ts';
import { plainCsvText } from '../../../formats/csv.ts';
import type { ExportRow } from '../export-rows.ts';
import { remarksOn } from '../about-run.ts';
import { isWithdrawn, resultsState, wellOf, noResultReason, type Results } from './result-rows.ts';
import { rowsWithCombined } from './combined-rows.ts';
import { rowsWithSamples, type ResultRow } from './sample-rows.ts';

type Column = readonly [head: string, cell: (row: ResultRow, results: Results) => Cell];

/** Fixed order: programs read columns by header or position. Append new columns. */
const COLUMNS: readonly Column[] = [
  ['run_id', (_, { run }) => run.id],
  ['run_number', (_, { run }) => run.businessId],
  ['run_status', (_, results) => resultsState(results)],
  ['plate_id', (_, { run }) => run.plateId],
  ['position', ({ position }) => position],
  ['channel', ({ parts, channel }) => (parts.length > 0 ? channelsOf(parts) : channel)],
  ['well_id', ({ wellId }) => wellId],
  ['sample_name', ({ name }) => name],
  ['order_id', ({ orderId }) => orderId],
  ['sample_type', ({ sampleType }) => sampleType],
  [
    'result_code',
    (row, results) => (hasResult(row, results) && row.diagnostic ? sentCode(row.diagnostic) : null),
  ],
  ['result', (row, results) => (hasResult(row, results) ? row.result : null)],
  ['no_result_reason', (row, results) => noResultReason(row, results)],
  ['changed_by_hand', ({ changedBy }) => (changedBy === null ? 'no' : 'yes')],
  ['kit', (row, { run }) => firstWell(run, row)?.kitVersion?.kit.name ?? null],
  ['kit_version', (row, { run }) => firstWell(run, row)?.kitVersion?.version ?? null],
  ['reaction_buffer', ({ reactionBuffer }) => reactionBuffer],
  ['lot', ({ lot }) => lot],
  ['lot_expires', (row, { run }) => expiryOf(run, row)],
  ['laboratory', (_, { run }) => run.laboratory.name],
  ['instrument', (_, { run }) => run.instrumentName],
  ['run_at', (_, { run }) => knownRunDate(run)],
  ['approved_by', (_, { run }) => run.acts.approved?.name ?? null],
  ['approved_at', (_, { run }) => run.acts.approved?.at ?? null],
  ['algorithm_version', (_, { facts }) => facts.algorithmVersion],
  ['settings_sha256', (_, { facts }) => facts.configurationSha256],
  ['software_version', (_, { facts }) => facts.softwareVersion],
  ['files_sha256', (_, { run }) => run.files.map(({ sha256 }) => sha256).join(' ')],
  ['run_at_source', (_, { run }) => RUN_AT_SOURCE[run.runDateSource]],
  ['result_status', (row, results) => resultStatus(row, results)],
  ['no_result_codes', (row, results) => noResultCodes(row, results).join(' ')],
  ['flag_codes', ({ flagCodes }, results) => withResults(results, flagCodes.join(' '))],
  ['flags', ({ description }, results) => withResults(results, description.flags.join(' '))],
  ['remarks', (row, results) => remarksText(row, results)],
];

const channelsOf = (parts: readonly ResultRow[]): string =>
  [...new Set(parts.map(({ channel }) => channel))].join(' ');

/** The source of `run_at`, which is empty when it is the import time or unknown. */
const RUN_AT_SOURCE = {
  FILE: 'file',
  FILE_ZONE: 'file, no time zone',
  IMPORT: 'not in the file',
  PERSON: 'entered',
  UNKNOWN: 'unknown',
} as const satisfies Record<RunDateSource, string>;

/** The expiry dates of the lots, in their order; empty for a lot without one. */
function expiryOf(run: Results['run'], { members }: ResultRow): string {
  const lots = members.flatMap((member) => wellOf(run, member)?.lot ?? []);
  const days = new Map(lots.map(({ name, expirationDate }) => [name, expirationDate]));
  return [...days.values()].map((day) => (day === DEFAULT_LOT_EXPIRATION ? '' : day)).join('; ');
}

/** Wells of a sample share the kit version. */
const firstWell = (run: Results['run'], { members: [first] }: ResultRow) => first && wellOf(run, first);

const hasResult = (row: ResultRow, results: Results): boolean => noResultReason(row, results) === null;

/** A well without a call is never final, even in an approved run. */
function resultStatus({ noCall }: ResultRow, results: Results): string {
  const state = resultsState(results);
  return noCall === null || state === 'rejected' || state === 'entered-in-error' ? state : 'no-call';
}

function noResultCodes({ noCall }: ResultRow, results: Results): readonly string[] {
  const state = resultsState(results);
  if (state === 'entered-in-error') return ['RECORD_CHANGED'];
  return state === 'rejected' ? ['RUN_REJECTED'] : (noCall?.codes ?? []);
}

const remarksText = (row: ResultRow, results: Results): string =>
  [...new Set(remarksOn(results.remarks, row.members).map(({ short }) => short))].join('; ');

const withResults = (results: Results, text: string | null): string | null =>
  isWithdrawn(results) ? null : text;

/** Present where a rule used the shape of a curve. */
const SHAPE: readonly Column[] = [['shape', ({ shape }, results) => withResults(results, shape)]];
/** Present where the shape of a curve is known: “A1 0.50; A2 0.62”, to the nearest reference, %. */
const SHAPE_DISTANCE: readonly Column[] = [
  [
    'shape_distance_percent',
    ({ members }, results) => {
      const known = members.flatMap(({ position, shapeDistance }) =>
        shapeDistance === null ? [] : [`${position} ${shapeDistance.toFixed(2)}`],
      );
      return known.length === 0 ? null : withResults(results, known.join('; '));
    },
  ],
];

/** Present where a rule asks for amplification: the Cq of each well and channel, and where it comes from. */
const CQ: readonly Column[] = [
  [
    'cq',
    ({ members }, results) =>
      members.some(({ cqs }) => cqs.length > 0) ? withResults(results, cqsText(members)) : null,
  ],
  ['cq_note', ({ members }) => (members.some(({ cqs }) => cqs.length > 0) ? 'not a quantification' : null)],
];

/** “A1 FAM 27.4 file; A2 FAM 38.2 file later than 35; A3 FAM none curve; A4 FAM unknown”: each answer once. */
const cqsText = (members: ResultRow['members']): string =>
  [...new Set(members.flatMap(({ position, cqs }) => cqs.map((one) => `${position} ${cqAnswer(one)}`)))].join(
    '; ',
  );

/** A Cq after the latest cycle is no amplification: it must not be read as one. */
function cqAnswer({ channel, cq, source, outcome, latestCycle }: ExportRow['cqs'][number]): string {
  if (source === null) return `${channel} unknown`;
  if (cq === null) return `${channel} none ${source}`;
  return `${channel} ${cqText(cq)} ${source}${outcome === 'amplified' ? '' : ` later than ${latestCycle}`}`;
}

/** Present where wells with one name are one sample; empty in a line of one well. */
const REPLICATES: readonly Column[] = [
  ['replicates', ({ sample }) => sample && sample.wells.length],
  ['replicate_results', ({ sample }, results) => sample && withResults(results, wellResultsText(sample))],
  ['replicate_tm', ({ sample }, results) => sample && withResults(results, tmsText(sample))],
];

/** Present where a kit has channel rules; empty in a line of one channel. */
const COMBINED: readonly Column[] = [
  [
    'channel_results',
    ({ combined }, results) => combined && withResults(results, channelsText(combined.channels)),
  ],
];

/**
 * A line for each well and channel, including controls and standards, and one for a sample with several wells or with a
 * combined result: RFC 4180, UTF-8 without byte order mark, commas.
 */
export function lisCsv(results: Results): string {
  const rows = rowsWithCombined(rowsWithSamples(results.rows, results.samples), results.combined);
  const columns: readonly Column[] = [
    ...COLUMNS,
    ...(rows.some(({ shape }) => shape !== null) ? SHAPE : []),
    ...(results.samples.length > 0 ? REPLICATES : []),
    ...(results.combined.length > 0 ? COMBINED : []),
    ...(results.rows.some(({ cqs }) => cqs.length > 0) ? CQ : []),
    ...(results.rows.some((row) => row.shapeDistance !== null) ? SHAPE_DISTANCE : []),
  ];
  const lines = rows.map((row) => columns.map(([, cell]) => cell(row, results)));
  return plainCsvText([columns.map(([head]) => head), ...lines], ',');
}
