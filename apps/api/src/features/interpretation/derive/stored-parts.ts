import type { AuditEntry, RecordDifference } from '@curvewell/domain';
import { z } from 'zod';

import { readRows, type Db, type Tx } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { blobOf } from '../../../blobs/blobs.ts';
import { PACKED_SHA256 } from '../../../curves/index.ts';
import { chartHash } from '../chart/stored-chart.ts';
import type { SubmittedRun } from './submission-faults.ts';

const instant = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const bytes = (column: string) => `encode(sha256(${column}), 'hex')`;

interface Part {
  /** The name shown to users. */
  readonly label: string;
  readonly columns: string;
  readonly rows: string;
  readonly order: string;
}

const LOTS_OF_RUN = '(SELECT w.lot_id FROM run_reference w WHERE w.run_id = r.id)';

/**
 * Data that must not change between an interpretation and its decision. Columns are named, so that a new
 * column does not change the hash.
 */
const PARTS = {
  run: {
    label: 'Run',
    columns: `o.laboratory_id, o.business_id, o.name, o.plate_id, o.plate_type, o.file_name, o.instrument_name, o.analyser_id,
      ${instant('o.imported_at')}, o.created_by_id, o.created_by_name, o.trial_lot_ids`,
    rows: 'run o WHERE o.id = r.id',
    order: 'o.id',
  },
  date: {
    label: 'Run: run date',
    columns: `${instant('o.run_date')}, o.run_date_source, o.run_date_zone, o.run_date_text, o.run_date_by_id, o.run_date_by_name`,
    rows: 'run o WHERE o.id = r.id',
    order: 'o.id',
  },
  importReport: {
    label: 'Import report',
    columns: 'o.import_report',
    rows: 'run o WHERE o.id = r.id',
    order: 'o.id',
  },
  files: {
    label: 'Files',
    columns: `f."order", f.name, f.size, f.sha256`,
    rows: 'run_file f WHERE f.run_id = r.id AND f.laboratory_id = r.laboratory_id',
    order: 'f."order"',
  },
  kits: {
    label: 'Kits of the plate',
    columns: `k."order", k.kit_version_id, k.reaction_buffer_id, (SELECT json_agg(l.lot_id ORDER BY l."order", l.lot_id)
      FROM run_kit_lot l WHERE l.run_kit_id = k.id AND l.laboratory_id = k.laboratory_id)`,
    rows: 'run_kit k WHERE k.run_id = r.id AND k.laboratory_id = r.laboratory_id',
    order: 'k."order"',
  },
  channels: {
    label: 'Channels',
    columns: 'a.name, a.channel, a.phases',
    rows: 'channel_analysis a WHERE a.run_id = r.id AND a.laboratory_id = r.laboratory_id',
    order: 'a.channel',
  },
  /** Includes wells without a kit, which the hash of the results does not cover. */
  wells: {
    label: 'Wells',
    columns: `w.id, w.analysis_id, w."position", w.name, w.order_id, w.sample_type, w.kit_version_id, w.lot_id,
      w.reaction_buffer_id, w.expected_diagnostic_id`,
    rows: 'well w WHERE w.run_id = r.id AND w.laboratory_id = r.laboratory_id',
    order: 'w.id',
  },
  readings: {
    label: 'Readings',
    // Packed readings with their hashes; for older runs, the readings.
    columns: `c.channel, c.phase, c.quantity, c.positions, c.point_counts, coalesce(${PACKED_SHA256}, ${bytes('c.temperatures')}),
      CASE WHEN c.temperatures IS NOT NULL THEN ${bytes('c.values')} ELSE c.temperatures_sha256 || c.values_sha256 END`,
    rows: 'run_curves c WHERE c.run_id = r.id AND c.laboratory_id = r.laboratory_id',
    order: 'c.channel, c.phase',
  },
  amplification: {
    label: 'Amplification',
    columns: `m.content_sha256, coalesce(encode(sha256(${blobOf('m', 'm.packed_sha256')}), 'hex'), m.packed_sha256)`,
    rows: 'run_amplification m WHERE m.run_id = r.id',
    order: 'm.run_id',
  },
  slopes: {
    label: 'Slopes',
    columns: `s.channel, s.phase, s.positions, s.point_counts, coalesce(s.temperatures_sha256, ${bytes('s.temperatures')}),
      coalesce(s.values_sha256, ${bytes('s.values')})`,
    rows: 'interpreted_slopes s WHERE s.interpretation_id = i.id',
    order: 's.channel, s.phase',
  },
  lots: {
    label: 'Lots',
    columns: 'l.id, l.name, l.expiration_date, l.active, l.production',
    rows: `lot l WHERE l.id IN ${LOTS_OF_RUN}`,
    order: 'l.id',
  },
  shifts: {
    label: 'Shifts of zones',
    columns:
      't.kit_version_id, t.reaction_buffer_id, t.channel, t.decision, t.controls, t.median, t.error, t.limit, t.moved',
    rows: 'tm_shift t WHERE t.interpretation_id = i.id',
    order: 't.kit_version_id, t.reaction_buffer_id, t.channel',
  },
  controls: {
    label: 'Control readings',
    columns: `x.well_id, x.series_id, x.kit_version_id, x.lot_id, x.call, x.broken_rule, (SELECT json_agg(json_build_array(
        p.phase, p.place, p.zone, p.tm, p.tm_error, p.height, p.quality, p.counted) ORDER BY p.phase, p.place)
      FROM control_peak p WHERE p.reading_id = x.id AND p.laboratory_id = x.laboratory_id)`,
    rows: 'control_reading x WHERE x.run_id = r.id AND x.laboratory_id = r.laboratory_id',
    order: 'x.well_id',
  },
} as const satisfies Record<string, Part>;

/** A chart of another version is drawn again, so only one of the same version can be compared. */
const CHART = `(SELECT json_build_object('version', c.version, 'sha256', ${chartHash})
  FROM interpretation_chart c WHERE c.interpretation_id = i.id)`;

const hashOf = ({ columns, rows, order }: Part) =>
  bytes(
    `convert_to((SELECT coalesce(json_agg(json_build_array(${columns}) ORDER BY ${order}), '[]') FROM ${rows})::text, 'UTF8')`,
  );

const HASHES = Prisma.raw(
  `json_build_object('format', 'curvewell-parts/1', ${Object.entries(PARTS)
    .map(([name, part]) => `'${name}', ${hashOf(part)}`)
    .join(', ')}, 'chart', ${CHART})`,
);

type PartName = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as PartName[]; // the keys of a constant
const partsSchema = z.object({
  format: z.literal('curvewell-parts/1'),
  ...(Object.fromEntries(NAMES.map((name) => [name, z.string()])) as Record<PartName, z.ZodString>),
  /** Older entries lack them. */
  wells: z.string().optional(),
  amplification: z.string().optional(),
  chart: z.object({ version: z.int(), sha256: z.string() }).nullable(),
});

/** Hashes of the parts of a run besides its results, as the rows are now. An audit entry stores them. */
export type StoredParts = z.infer<typeof partsSchema>;

/** When a lot of the run was last changed according to the audit trail, to the microsecond. */
const LOTS_CHANGED = Prisma.raw(`(SELECT ${instant('max(e.at)')} FROM audit_event e
  WHERE e.entity = 'lot' AND e.action = 'lot.update'
    AND e.entity_id IN (SELECT l.lot_id::text FROM run_reference l WHERE l.run_id = r.id))`);

interface Compared {
  readonly parts: StoredParts;
  readonly lotsChanged: string | null;
  /** The hash of each result, as earlier interpretations have them; null: not stored. */
  readonly resultHashes: Readonly<Record<string, string>> | null;
  readonly run: SubmittedRun;
}

const resultHashesSchema = z.record(z.string(), z.string()).nullable();

/** What the audit entries of a run are compared with, besides its results. @returns null: the run is not interpreted */
export async function readCompared(db: Db | Tx, runId: string): Promise<Compared | null> {
  const [row] = await readRows<
    Omit<Compared, 'parts' | 'resultHashes'> & { parts: unknown; resultHashes: unknown }
  >(
    db,
    Prisma.sql`SELECT ${HASHES} AS parts, ${LOTS_CHANGED} AS "lotsChanged", i.result_hashes AS "resultHashes",
        json_build_object('status', r.status, 'submittedById', r.submitted_by_id, 'submittedByName', r.submitted_by_name) AS run
      FROM run r JOIN interpretation i ON i.run_id = r.id WHERE r.id = ${runId}::uuid`,
  );
  if (row === undefined) return null;
  const { parts, resultHashes, ...compared } = row;
  return {
    ...compared,
    parts: partsSchema.parse(parts),
    resultHashes: resultHashesSchema.parse(resultHashes),
  };
}

/** @returns null: the run is not interpreted */
export async function readParts(db: Db | Tx, runId: string): Promise<StoredParts | null> {
  const [row] = await readRows<{ parts: unknown }>(
    db,
    Prisma.sql`SELECT ${HASHES} AS parts FROM run r JOIN interpretation i ON i.run_id = r.id WHERE r.id = ${runId}::uuid`,
  );
  return row === undefined ? null : partsSchema.parse(row.parts);
}

/**
 * Differences between a run and its last entry with these hashes. Entries of older releases have none, and
 * prove nothing.
 */
export function partFaults(
  entries: readonly AuditEntry[],
  now: StoredParts,
  lotsChanged: string | null,
): RecordDifference[] {
  const last = entries.findLast(({ action }) => KEEP_PARTS.has(action));
  const then = partsSchema.safeParse(last?.details['parts']).data;
  if (last === undefined || then === undefined) return [];
  const signed = `the hash of audit entry ${last.number}`;
  // Only the date may be corrected until the decision, with an entry.
  const isDated = entries.some(({ action, number }) => action === 'run.update' && number > last.number);
  const hasOtherLots = lotsChanged !== null && lotsChanged > last.at;
  const compared = NAMES.filter(
    (name) => !(name === 'date' && isDated) && !(name === 'lots' && hasOtherLots),
  );
  const faults = compared
    .filter((name) => then[name] !== undefined && then[name] !== now[name])
    .map((name) => ({
      what: PARTS[name].label,
      signed,
      found: 'another hash',
    }));
  const isOtherChart = then.chart?.version === now.chart?.version && then.chart?.sha256 !== now.chart?.sha256;
  return isOtherChart ? [...faults, { what: 'Chart', signed, found: 'another hash' }] : faults;
}

const KEEP_PARTS: ReadonlySet<string> = new Set(['run.interpret', 'run.submit']);
