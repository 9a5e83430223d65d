import type { ImportReport, Run, Well } from '@curvewell/contracts';

import { readRows, type Db, type Tx } from '../../db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { LISTED, listedRun, onShelf, type ListedJson, type Shelf } from './listed-run.ts';
import type { ListedRun } from './run-summary.ts';

/** Instants are ISO 8601 with an offset, as PostgreSQL writes them into JSON. */
type InstantText = string;

interface DiagnosticColorJson {
  readonly id: string;
  readonly diagnosticName: string;
  readonly label: string;
  readonly color: string;
}

/** A well, but for what is told of few. */
type WellJson = Omit<Well, 'expectedDiagnostic' | 'comments' | 'updatedDiagnostics'> & {
  readonly expectedDiagnostic: DiagnosticColorJson | null;
};

/** What only the run itself shows. */
interface DetailsJson {
  readonly submittedAt: InstantText | null;
  readonly interpretedAt: InstantText | null;
  readonly decidedAt: InstantText | null;
  readonly archivedByName: string | null;
  readonly importReport: ImportReport;
  readonly algorithmVersion: string | null;
  readonly configurationSha256: string | null;
  readonly kits: Run['kits'];
  readonly files: Run['files'];
  readonly comments: readonly {
    readonly id: string;
    readonly wellId: string | null;
    readonly authorId: string;
    readonly authorName: string;
    readonly value: string;
    readonly createdAt: InstantText;
    readonly editedAt: InstantText | null;
  }[];
  readonly updates: readonly {
    readonly wellId: string;
    readonly id: string;
    readonly state: 'UPDATED';
    readonly diagnosticColor: unknown;
    readonly comment: string | null;
    readonly byName: string;
    readonly at: InstantText;
  }[];
  readonly analyses: readonly (Omit<Run['analyses'][number], 'wells'> & {
    readonly wells: Readonly<Record<string, WellJson>>;
  })[];
}

/** A run with everything that is shown of it. */
export type RunDetails = ListedRun & Omit<DetailsJson, keyof ListedRun>;

const KIT_VERSION = Prisma.sql`json_build_object(
  'id', v.id, 'version', v.version, 'kit', json_build_object('id', k.id, 'name', k.name))`;
const LOT = Prisma.sql`json_build_object('id', l.id, 'name', l.name, 'expirationDate', l.expiration_date)`;
const BUFFER = Prisma.sql`CASE WHEN b.id IS NOT NULL THEN json_build_object('id', b.id, 'name', b.name) END`;

const WELL = Prisma.sql`json_build_object(
  'id', w.id, 'name', w.name, 'position', w.position, 'channel', a.channel,
  'analyseWell', w.sample_type IS NOT NULL, 'sampleType', w.sample_type,
  'kitVersion', CASE WHEN v.id IS NOT NULL THEN ${KIT_VERSION} END,
  'lot', CASE WHEN l.id IS NOT NULL THEN ${LOT} END,
  'reactionBuffer', ${BUFFER},
  'expectedDiagnostic', CASE WHEN d.id IS NOT NULL THEN json_build_object(
    'id', d.id, 'diagnosticName', d.diagnostic_name, 'label', d.label, 'color', d.color) END,
  'res', w.result, 'score', w.score, 'diagnosticComment', w.diagnostic_comment)`;

const DETAILS = Prisma.sql`
  r.submitted_at AS "submittedAt", r.interpreted_at AS "interpretedAt", r.decided_at AS "decidedAt",
  r.archived_by_name AS "archivedByName", r.import_report AS "importReport",
  i.algorithm_version AS "algorithmVersion", i.configuration_sha256 AS "configurationSha256",
  ARRAY(SELECT json_build_object('kitVersion', ${KIT_VERSION}, 'reactionBuffer', ${BUFFER},
      'lots', ARRAY(SELECT ${LOT} FROM run_kit_lot rl JOIN lot l ON l.id = rl.lot_id
        WHERE rl.run_kit_id = rk.id ORDER BY rl."order"),
      'channelAssignments', ARRAY(SELECT json_build_object('channel', c.channel, 'label', c.label)
        FROM kit_channel c WHERE c.kit_id = k.id ORDER BY c.channel))
    FROM run_kit rk JOIN kit_version v ON v.id = rk.kit_version_id JOIN kit k ON k.id = v.kit_id
      LEFT JOIN reaction_buffer b ON b.id = rk.reaction_buffer_id
    WHERE rk.run_id = r.id ORDER BY rk."order") AS kits,
  ARRAY(SELECT json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'sha256', f.sha256)
    FROM run_file f WHERE f.run_id = r.id ORDER BY f."order") AS files,
  ARRAY(SELECT json_build_object('id', c.id, 'wellId', c.well_id, 'authorId', c.author_id, 'authorName', c.author_name,
      'value', c.value, 'createdAt', c.created_at, 'editedAt', c.edited_at)
    FROM comment c WHERE c.run_id = r.id ORDER BY c.created_at) AS comments,
  ARRAY(SELECT json_build_object('wellId', iw.well_id, 'id', u.id, 'state', u.state,
      'diagnosticColor', u.diagnostic_color, 'comment', u.comment, 'byName', u.by_name, 'at', u.at)
    FROM interpreted_well iw JOIN interpreted_well_diagnostic u ON u.interpreted_well_id = iw.id
    WHERE iw.interpretation_id = i.id AND u.state = 'UPDATED' ORDER BY u.at) AS updates,
  ARRAY(SELECT json_build_object('id', a.id, 'name', a.name, 'channel', a.channel, 'phases', a.phases,
      'wells', (SELECT coalesce(json_object_agg(w.position, ${WELL}), '{}')
        FROM well w
          LEFT JOIN kit_version v ON v.id = w.kit_version_id LEFT JOIN kit k ON k.id = v.kit_id
          LEFT JOIN lot l ON l.id = w.lot_id LEFT JOIN reaction_buffer b ON b.id = w.reaction_buffer_id
          LEFT JOIN diagnostic_color d ON d.id = w.expected_diagnostic_id
        WHERE w.analysis_id = a.id))
    FROM channel_analysis a WHERE a.run_id = r.id ORDER BY a.channel) AS analyses`;

/**
 * Reads everything that is shown of a run of the caller's laboratory, in one statement. PostgreSQL puts the wells
 * together: reading a plate of them row by row and table by table took ten times the processor time. Each field is
 * named, here and above, so that none gets out unseen; the contract's tests hold the answer against its schema.
 */
export async function readDetails(
  db: Db | Tx,
  actor: LaboratoryCaller,
  { runId, shelf }: { readonly runId: string; readonly shelf: Shelf },
): Promise<RunDetails | null> {
  const [found] = await readRows<{ run: string }>(
    db,
    Prisma.sql`
    SELECT row_to_json(details)::text AS run FROM (
      SELECT ${LISTED}, ${DETAILS} FROM run r LEFT JOIN interpretation i ON i.run_id = r.id
      WHERE r.id = ${runId}::uuid AND ${onShelf(actor, shelf)}
    ) details`,
  );
  if (found === undefined) return null;
  const details = JSON.parse(found.run) as DetailsJson & ListedJson; // as the statement has named it
  return { ...details, ...listedRun(details) };
}
