import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { canonicalJson, type DecisionRecord } from '@curvewell/domain';

import { readRows, type Db, type Tx } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { blobOf, putBlob } from '../../blobs/blobs.ts';
import { PACKED_SHA256 } from '../../curves/index.ts';
import { SETTLED_MARK } from './row-marks.ts';

/** To the microsecond, so that any change of an instant changes the record. */
const at = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const named = (row: string) => `json_build_object('id', ${row}.id, 'name', ${row}.name)`;
const person = (id: string, name: string) => `json_build_object('id', ${id}, 'name', ${name})`;
const listOf = (item: string, order: string, rows: string) =>
  `(SELECT coalesce(json_agg(${item} ORDER BY ${order}), '[]') FROM ${rows})`;
const some = (row: string, value: string) => `CASE WHEN ${row}.id IS NOT NULL THEN ${value} END`;

const RUN_FIELDS = `
  'id', r.id, 'laboratoryId', r.laboratory_id, 'businessId', r.business_id, 'name', r.name, 'plateId', r.plate_id,
  'plateType', r.plate_type, 'fileName', r.file_name, 'instrumentName', r.instrument_name, 'analyserId', r.analyser_id,
  'runDate', ${at('r.run_date')}, 'importedAt', ${at('r.imported_at')},
  'createdBy', ${person('r.created_by_id', 'r.created_by_name')}, 'status', r.status,
  'submittedBy', ${person('r.submitted_by_id', 'r.submitted_by_name')}, 'submittedAt', ${at('r.submitted_at')},
  'decidedBy', ${person('r.decided_by_id', 'r.decided_by_name')}, 'decidedAt', ${at('r.decided_at')}`;

const RUN_DATE = `
  'runDate', CASE WHEN r.run_date_source NOT IN ('IMPORT', 'UNKNOWN') THEN ${at('r.run_date')} END,
  'runDateSource', r.run_date_source, 'runDateZone', r.run_date_zone, 'runDateText', r.run_date_text,
  'runDateBy', CASE WHEN r.run_date_by_id IS NOT NULL THEN ${person('r.run_date_by_id', 'r.run_date_by_name')} END`;

/**
 * Fields added later are omitted where older records lack them: whether the run is a trial, and the source of its
 * date.
 */
const RUN = `jsonb_build_object(${RUN_FIELDS})
  || CASE WHEN r.run_date_recorded THEN jsonb_build_object(${RUN_DATE}) ELSE '{}' END
  || CASE WHEN r.trial_lot_ids = '{}' THEN '{}' ELSE jsonb_build_object('trialLotIds', to_jsonb(r.trial_lot_ids)) END`;

const FILE = `json_build_object('name', f.name, 'size', f.size, 'sha256', f.sha256)`;

const CURVES_FIELDS = `'channel', c.channel, 'phase', c.phase, 'quantity', c.quantity,
  'positions', c.positions, 'pointCounts', c.point_counts,
  'temperaturesSha256', coalesce(c.temperatures_sha256, encode(sha256(c.temperatures), 'hex')),
  'valuesSha256', coalesce(c.values_sha256, encode(sha256(c.values), 'hex'))`;

/**
 * Packed curves were compared with their hashes at interpretation. Records from before curves were packed omit the
 * field.
 */
const CURVES = `CASE WHEN c.temperatures IS NOT NULL THEN json_build_object(${CURVES_FIELDS})
  ELSE json_build_object(${CURVES_FIELDS}, 'packedSha256', ${PACKED_SHA256}) END`;

const INTERPRETATION_FIELDS = `'algorithmVersion', i.algorithm_version, 'softwareVersion', i.software_version,
  'inputSha256', i.input_sha256, 'configurationSha256', i.configuration_sha256, 'configuration', i.configuration,
  'by', ${person('i.interpreted_by_id', 'i.interpreted_by_name')}, 'at', ${at('i.interpreted_at')}`;

const INTERPRETATION = `CASE WHEN i.engine_sha256 IS NULL THEN json_build_object(${INTERPRETATION_FIELDS})
  ELSE json_build_object(${INTERPRETATION_FIELDS}, 'engineSha256', i.engine_sha256) END`;

const SLOPES = `json_build_object('channel', s.channel, 'phase', s.phase, 'positions', s.positions,
  'pointCounts', s.point_counts,
  'temperaturesSha256', coalesce(s.temperatures_sha256, encode(sha256(s.temperatures), 'hex')),
  'valuesSha256', coalesce(s.values_sha256, encode(sha256(s.values), 'hex')))`;

const PEAK = `json_build_object('phase', p.phase, 'place', p.place, 'zone', p.zone, 'tm', p.tm, 'tmError', p.tm_error,
  'height', p.height, 'quality', p.quality, 'counted', p.counted)`;

const CONTROL = `json_build_object('position', w.position, 'channel', a.channel, 'call', c.call, 'brokenRule', c.broken_rule,
  'peaks', ${listOf(PEAK, 'p.phase, p.place', 'control_peak p WHERE p.reading_id = c.id AND p.laboratory_id = c.laboratory_id')})`;

const CONTROLS = `control_reading c JOIN well w ON w.id = c.well_id AND w.run_id = r.id JOIN channel_analysis a ON a.id = w.analysis_id
  WHERE c.run_id = r.id AND c.laboratory_id = r.laboratory_id`;

/** Records from before the engine was stored omit the field. */
const MORE = `CASE WHEN i.engine_sha256 IS NOT NULL THEN json_build_object(
  'slopes', ${listOf(SLOPES, 's.channel, s.phase', 'interpreted_slopes s WHERE s.interpretation_id = i.id')},
  'controls', ${listOf(CONTROL, 'a.channel, w.position COLLATE "C"', CONTROLS)},
  'importReport', r.import_report) END`;

const DIAGNOSTIC_FIELDS = `'state', d.state, 'diagnosticColor', d.diagnostic_color, 'reason', d.comment,
  'by', ${person('d.by_id', 'd.by_name')}, 'at', ${at('d.at')}`;

/** Records from before overrides could be undone omit the field. */
const DIAGNOSTIC = `CASE WHEN d.is_undo THEN json_build_object(${DIAGNOSTIC_FIELDS}, 'isUndo', true)
  ELSE json_build_object(${DIAGNOSTIC_FIELDS}) END`;

const WELL = `json_build_object('id', w.id, 'position', w.position, 'channel', a.channel, 'name', w.name, 'orderId', w.order_id,
  'sampleType', w.sample_type,
  'kitVersion', ${some('v', `json_build_object('id', v.id, 'kit', k.name, 'version', v.version)`)},
  'lot', ${some('l', named('l'))}, 'reactionBuffer', ${some('b', named('b'))}, 'expected', e.diagnostic_name,
  'result', w.result, 'score', w.score, 'diagnosticComment', w.diagnostic_comment, 'explanation', explained.explanation,
  'diagnostics', coalesce(changed.diagnostics, '[]'))`;

const WELLS = `well w JOIN channel_analysis a ON a.id = w.analysis_id
  LEFT JOIN kit_version v ON v.id = w.kit_version_id LEFT JOIN kit k ON k.id = v.kit_id
  LEFT JOIN lot l ON l.id = w.lot_id LEFT JOIN reaction_buffer b ON b.id = w.reaction_buffer_id
  LEFT JOIN diagnostic_color e ON e.id = w.expected_diagnostic_id
  LEFT JOIN results_of(i.id) explained ON explained.well_id = w.id
  LEFT JOIN (SELECT d.well_id, json_agg(${DIAGNOSTIC} ORDER BY d.state, d.at, d.id) AS diagnostics
    FROM diagnostics_of(i.id) d GROUP BY d.well_id) changed ON changed.well_id = w.id
  WHERE w.run_id = r.id AND w.laboratory_id = r.laboratory_id`;

const COMMENT = `json_build_object('id', c.id,
  'well', ${some('w', `json_build_object('position', w.position, 'channel', a.channel)`)},
  'by', ${person('c.author_id', 'c.author_name')}, 'value', c.value, 'at', ${at('c.created_at')},
  'editedAt', ${at('c.edited_at')})`;

const COMMENTS = `comment c LEFT JOIN well w ON w.id = c.well_id AND w.run_id = r.id LEFT JOIN channel_analysis a ON a.id = w.analysis_id
  WHERE c.run_id = r.id AND c.laboratory_id = r.laboratory_id`;

const DECISION_FIELDS = `'decision', x.decision, 'by', ${person('x.by_id', 'x.by_name')}, 'at', ${at('x.at')},
  'reason', x.reason, 'check', x.check`;

/** Decisions from before lots were stored omit the field. */
const DECISION = `CASE WHEN x.lots IS NULL THEN json_build_object(${DECISION_FIELDS})
  ELSE json_build_object(${DECISION_FIELDS}, 'lots', x.lots) END`;

/** Null: the run has none; then the record omits the field. */
const AMPLIFICATION = `(SELECT json_build_object('contentSha256', m.content_sha256, 'packedSha256',
  coalesce(encode(sha256(${blobOf('m', 'm.packed_sha256')}), 'hex'), m.packed_sha256)) FROM run_amplification m WHERE m.run_id = r.id)`;

/** What the decision covers: like the pages, only rows that name the laboratory of the run. */
const SETTLED = `'format', 'curvewell-decision-record/1',
  'files', ${listOf(FILE, 'f."order"', 'run_file f WHERE f.run_id = r.id AND f.laboratory_id = r.laboratory_id')},
  'curves', ${listOf(CURVES, 'c.channel, c.phase', 'run_curves c WHERE c.run_id = r.id AND c.laboratory_id = r.laboratory_id')},
  'interpretation', ${INTERPRETATION},
  'wells', ${listOf(WELL, 'a.channel, w.position COLLATE "C"', WELLS)},
  'comments', ${listOf(COMMENT, 'c.created_at, c.id', COMMENTS)},
  'amplification', ${AMPLIFICATION}, 'more', ${MORE}`;

/** The rows that the decision changes. */
const DECIDED = `'run', ${RUN}, 'decisions', ${listOf(DECISION, 'x.at, x.id', 'run_decision x WHERE x.run_id = r.id AND x.laboratory_id = r.laboratory_id')}`;

const OF_RUN = 'FROM run r JOIN interpretation i ON i.run_id = r.id';

type Settled = Omit<DecisionRecord, 'run' | 'decisions'>;

/** Assembles a record from the named parts of a statement. */
function recordOf(text: string): unknown {
  const { more, amplification, ...parts } = JSON.parse(text) as {
    readonly more?: object | null;
    readonly amplification?: object | null;
  };
  return { ...parts, ...(amplification && { amplification }), ...more };
}

async function readText(
  db: Db | Tx,
  what: string,
  runId: string,
): Promise<{ readonly text: string; readonly mark: string } | null> {
  const [row] = await readRows<{ text: string; mark: string }>(
    db,
    Prisma.sql`SELECT json_build_object(${Prisma.raw(what)})::text AS text, ${SETTLED_MARK} AS mark
      ${Prisma.raw(OF_RUN)} WHERE r.id = ${runId}::uuid`,
  );
  return row ?? null;
}

/**
 * Reads everything that the decision on a run covers, in one statement and so of one snapshot. Each field is
 * named, so that a column added later does not change the record of an older signature.
 *
 * @returns null: the run is not interpreted
 */
export async function readRecord(db: Db | Tx, runId: string): Promise<DecisionRecord | null> {
  const row = await readText(db, `${SETTLED}, ${DECIDED}`, runId);
  return row && (recordOf(row.text) as DecisionRecord); // as the statement has named it
}

/** The text of what a decision covers, as written by the database, and the mark of its rows. */
export type SettledText = NonNullable<Awaited<ReturnType<typeof readText>>>;

/** @returns null: the run is not interpreted */
export const readSettled = (db: Db | Tx, runId: string) => readText(db, SETTLED, runId);

/** Selects the mark of the rows of `readSettled`; equal marks mean equal rows. */
export const settledMark = (runId: string): Prisma.Sql =>
  Prisma.sql`SELECT ${SETTLED_MARK} ${Prisma.raw(OF_RUN)} WHERE r.id = ${runId}::uuid`;

/** The part of a record that the decision does not change, prepared before the run is locked. */
export interface PreparedRecord {
  readonly mark: string;
  readonly settled: Omit<DecisionRecord, 'wells' | 'run' | 'decisions'>;
  /** The canonical end of the record. The wells sort last among its members and are nearly all of it. */
  readonly wells: string;
  readonly packedWells: Promise<Buffer<ArrayBuffer>>;
  /** The packed wells, if the object store has them. */
  readonly wellsSha256: string | null;
}

/** @returns null: the run is not interpreted */
export async function prepareRecord(db: Db | Tx, runId: string): Promise<PreparedRecord | null> {
  const settled = await readSettled(db, runId);
  return settled && prepare(settled);
}

/** The same from text that is already read. */
export function prepare({ text: asRead, mark }: SettledText): PreparedRecord {
  const { wells, ...settled } = recordOf(asRead) as Settled; // as the statement has named it
  const text = `,"wells":${canonicalJson(wells)}}`;
  // Compressed in another thread while the database answers.
  const packedWells = pack(text);
  packedWells.catch(() => undefined); // the caller that awaits it gets the error
  return { mark, settled, wells: text, packedWells, wellsSha256: null };
}

/**
 * Puts the wells, nearly all of a record, into the object store, if one is configured, before the transaction of the
 * decision.
 *
 * @throws AppError `unavailable` when the store cannot be reached
 */
export async function putWells(db: Db, runId: string, prepared: PreparedRecord): Promise<PreparedRecord> {
  const { sha256, content } = await putBlob(db, runId, await prepared.packedWells);
  return content === null ? { ...prepared, wellsSha256: sha256 } : prepared;
}

/** A record to store. */
interface CompleteRecord extends Pick<PreparedRecord, 'wellsSha256'> {
  readonly text: string;
  /** Without the wells, if `wellsSha256` names them. */
  readonly packed: Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Completes a prepared record with the decision, provided that the rows are unchanged.
 *
 * @returns null: the run is not interpreted
 */
export async function completeRecord(
  tx: Tx,
  { runId, prepared }: { readonly runId: string; readonly prepared: PreparedRecord | null },
): Promise<CompleteRecord | null> {
  const row = await readText(tx, DECIDED, runId);
  const settled = row?.mark === prepared?.mark ? prepared : await prepareRecord(tx, runId);
  if (row === null || settled === null) return null;
  const decided = JSON.parse(row.text) as Pick<DecisionRecord, 'run' | 'decisions'>;
  const head = canonicalJson({ ...settled.settled, ...decided }).slice(0, -1);
  const { wells, wellsSha256 } = settled;
  const parts = wellsSha256 === null ? [pack(head), settled.packedWells] : [pack(head)];
  return { text: head + wells, packed: Promise.all(parts).then((all) => Buffer.concat(all)), wellsSha256 };
}

/** Concatenated gzip members form one gzip file. */
const pack = (text: string): Promise<Buffer<ArrayBuffer>> => promisify(gzip)(text);
