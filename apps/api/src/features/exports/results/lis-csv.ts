import type { Cell } from '../../../csv.ts';
import { plainCsvText } from '../../../csv.ts';
import type { ExportRow } from '../export-rows.ts';
import { resultsState, wellOf, whyNoResult, type Results } from './result-rows.ts';

type Column = readonly [head: string, cell: (row: ExportRow, results: Results) => Cell];

/** Fixed: programs read them by their heads or by their places. A new one goes to the end. */
const COLUMNS: readonly Column[] = [
  ['run_id', (_, { run }) => run.id],
  ['run_number', (_, { run }) => run.businessId],
  ['run_status', (_, { run }) => resultsState(run)],
  ['plate_id', (_, { run }) => run.plateId],
  ['position', ({ position }) => position],
  ['channel', ({ channel }) => channel],
  ['well_id', ({ wellId }) => wellId],
  ['sample_name', ({ name }) => name],
  ['order_id', ({ orderId }) => orderId],
  ['sample_type', ({ sampleType }) => sampleType],
  ['result_code', (row, { run }) => (isTold(row, run) ? row.diagnostic : null)],
  ['result', (row, { run }) => (isTold(row, run) ? row.result : null)],
  ['no_result_reason', (row, { run }) => whyNoResult(row, resultsState(run))],
  ['changed_by_hand', ({ changedBy }) => (changedBy === null ? 'no' : 'yes')],
  ['kit', (row, { run }) => wellOf(run, row)?.kitVersion?.kit.name ?? null],
  ['kit_version', (row, { run }) => wellOf(run, row)?.kitVersion?.version ?? null],
  ['reaction_buffer', ({ reactionBuffer }) => reactionBuffer],
  ['lot', ({ lot }) => lot],
  ['lot_expires', (row, { run }) => wellOf(run, row)?.lot?.expirationDate ?? null],
  ['laboratory', (_, { run }) => run.laboratory.name],
  ['instrument', (_, { run }) => run.instrumentName],
  ['run_at', (_, { run }) => run.created],
  ['approved_by', (_, { run }) => run.acts.approved?.name ?? null],
  ['approved_at', (_, { run }) => run.acts.approved?.at ?? null],
  ['algorithm_version', (_, { facts }) => facts.algorithmVersion],
  ['settings_sha256', (_, { facts }) => facts.configurationSha256],
  ['software_version', (_, { facts }) => facts.softwareVersion],
  ['files_sha256', (_, { run }) => run.files.map(({ sha256 }) => sha256).join(' ')],
];

const isTold = (row: ExportRow, run: Results['run']): boolean => whyNoResult(row, resultsState(run)) === null;

/** A line a well and channel, controls and standards too: RFC 4180, UTF-8 without a mark, commas. */
export function lisCsv(results: Results): string {
  const lines = results.rows.map((row) => COLUMNS.map(([, cell]) => cell(row, results)));
  return plainCsvText([COLUMNS.map(([head]) => head), ...lines], ',');
}
