import { DIAGNOSTIC_LABEL, type ImportReport, type Run } from '@curvewell/domain';

import { readRows, type Db, type Tx } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { listedOf, listedRun, onShelf, type ListedJson, type Shelf } from '../list/listed-run.ts';
import type { ListedRun } from '../list/run-summary.ts';

/** Instants are ISO 8601 with an offset, as PostgreSQL formats them in JSON. */
type InstantText = string;

/** Fields that lists do not have. */
interface DetailsJson {
  readonly submittedAt: InstantText | null;
  readonly interpretedAt: InstantText | null;
  readonly decidedAt: InstantText | null;
  readonly archivedByName: string | null;
  readonly importReport: ImportReport;
  readonly fit: Run['fit'];
  readonly algorithmVersion: string | null;
  readonly configurationSha256: string | null;
  readonly rejectionReason: string | null;
  readonly brokenRules: Run['brokenRules'];
  /** As stored; null: undecided, or decided before a check had them. */
  readonly signedFacts: unknown;
  readonly replicates: Run['replicates'];
  readonly channelRules: Run['channelRules'];
  /** As stored; the schema adds defaults. */
  readonly rules: unknown;
  readonly kits: Run['kits'];
  readonly files: Run['files'];
  readonly comments: Run['comments'];
}

export type RunDetails = ListedRun &
  Omit<DetailsJson, keyof ListedRun> & {
    /** Its channels with their wells, as JSON text in the format of the API. */
    readonly analyses: string;
  };

/** Formats an instant like `toISOString`. */
const instant = (column: string) =>
  Prisma.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const KIT_VERSION = Prisma.sql`json_build_object(
  'id', v.id, 'version', v.version, 'kit', json_build_object('id', k.id, 'name', k.name))`;

/**
 * What a decided run shows as it was signed, although it can be changed afterwards: expiry dates of lots, words for expected
 * results, the facts about kits and controls, and the laboratory's rules about results. Null: undecided, or decided before
 * a decision stored it.
 */
const SIGNED = Prisma.sql`
  LEFT JOIN LATERAL (SELECT x.lots FROM run_decision x
    WHERE x.run_id = r.id AND x.laboratory_id = r.laboratory_id AND r.status IN ('APPROVED', 'REJECTED')
    ORDER BY x.at DESC LIMIT 1) decided ON true
  LEFT JOIN LATERAL (SELECT x."check" FROM run_decision x
    WHERE x.run_id = r.id AND x.laboratory_id = r.laboratory_id AND r.status IN ('APPROVED', 'REJECTED') AND x."check" IS NOT NULL
    ORDER BY x.at DESC LIMIT 1) checked ON true
  LEFT JOIN LATERAL (SELECT
    (SELECT jsonb_object_agg(s ->> 'id', s -> 'expirationDate') FROM jsonb_array_elements(decided.lots) s) AS expiry,
    (SELECT jsonb_object_agg(s ->> 'wellId', s -> 'expected')
      FROM jsonb_array_elements(checked."check" -> 'doubts' -> 'standards') s) AS expected,
    checked."check" -> 'doubts' -> 'facts' AS facts,
    checked."check" -> 'resultRules' AS rules) signed ON true`;

const EXPIRY = Prisma.sql`coalesce(signed.expiry ->> l.id::text, l.expiration_date::text)`;
const LOT = Prisma.sql`json_build_object('id', l.id, 'name', l.name, 'expirationDate', ${EXPIRY})`;
const LOT_OF_KIT = Prisma.sql`json_build_object('id', l.id, 'name', l.name, 'expirationDate', ${EXPIRY}, 'active', l.active)`;
const BUFFER = Prisma.sql`CASE WHEN b.id IS NOT NULL THEN json_build_object('id', b.id, 'name', b.name) END`;

/** As `diagnosticColorOf` has it: the label of a kit's own diagnostic is its name. */
const EXPECTED = Prisma.sql`CASE WHEN d.id IS NOT NULL THEN coalesce(nullif(signed.expected -> w.id::text, 'null'), jsonb_build_object('id', d.id,
  'diagnostic', jsonb_build_object('name', d.diagnostic_name,
    'label', coalesce(${JSON.stringify(DIAGNOSTIC_LABEL)}::jsonb ->> d.diagnostic_name, d.diagnostic_name)),
  'diagnosticLabel', d.label, 'color', trim(d.color))
  || jsonb_strip_nulls(jsonb_build_object('letters', d.letters, 'lisCode', d.lis_code,
    'snomedCt', d.snomed_ct, 'loinc', d.loinc, 'meaning', d.meaning))) END`;

const WELL = Prisma.sql`json_build_object(
  'id', w.id, 'name', w.name, 'orderId', w.order_id, 'position', w.position, 'channel', a.channel,
  'analyseWell', w.sample_type IS NOT NULL, 'sampleType', w.sample_type,
  'kitVersion', CASE WHEN v.id IS NOT NULL THEN ${KIT_VERSION} END,
  'lot', CASE WHEN l.id IS NOT NULL THEN ${LOT} END,
  'reactionBuffer', ${BUFFER}, 'expectedDiagnostic', ${EXPECTED},
  'res', w.result, 'score', w.score, 'diagnosticComment', w.diagnostic_comment,
  'comments', coalesce(commented.comments, '[]'), 'updatedDiagnostics', coalesce(changed.updates, '[]'))`;

const UPDATE = Prisma.sql`json_build_object('id', u.id, 'stateDiagnostic', u.state,
  'diagnosticColor', u.diagnostic_color, 'comment', u.comment, 'byName', u.by_name, 'at', ${instant('u.at')}, 'isUndo', u.is_undo)`;

/** A comment as visible to the caller. */
const comment = ({ userId }: LaboratoryCaller) => Prisma.sql`json_build_object('id', c.id,
  'technicianName', c.author_name, 'own', c.author_id = ${userId}::uuid,
  'creationDateTime', ${instant('c.created_at')}, 'editDateTime', ${instant('c.edited_at')}, 'value', c.value)`;

/** For the run `r` and its interpretation `i`. */
const analyses = (actor: LaboratoryCaller) => Prisma.sql`
  SELECT coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'channel', a.channel, 'phases', a.phases,
      'wells', (SELECT coalesce(json_object_agg(w.position, ${WELL}), '{}')
        FROM well w
          LEFT JOIN kit_version v ON v.id = w.kit_version_id LEFT JOIN kit k ON k.id = v.kit_id
          LEFT JOIN lot l ON l.id = w.lot_id LEFT JOIN reaction_buffer b ON b.id = w.reaction_buffer_id
          LEFT JOIN diagnostic_color d ON d.id = w.expected_diagnostic_id
          LEFT JOIN (SELECT c.well_id, json_agg(${comment(actor)} ORDER BY c.created_at) AS comments
            FROM comment c WHERE c.run_id = r.id AND c.laboratory_id = r.laboratory_id GROUP BY c.well_id) commented ON commented.well_id = w.id
          LEFT JOIN (SELECT u.well_id, json_agg(${UPDATE} ORDER BY u.at, u.id) AS updates
            FROM diagnostics_of(i.id) u WHERE u.state = 'UPDATED' GROUP BY u.well_id) changed ON changed.well_id = w.id
        WHERE w.analysis_id = a.id AND w.laboratory_id = a.laboratory_id)) ORDER BY a.channel), '[]')
  FROM channel_analysis a WHERE a.run_id = r.id AND a.laboratory_id = r.laboratory_id`;

const details = (actor: LaboratoryCaller) => Prisma.sql`
  r.submitted_at AS "submittedAt", r.interpreted_at AS "interpretedAt", r.decided_at AS "decidedAt",
  r.archived_by_name AS "archivedByName", r.import_report AS "importReport", r.fit_answer AS fit,
  i.algorithm_version AS "algorithmVersion", i.configuration_sha256 AS "configurationSha256",
  (SELECT x.reason FROM run_decision x WHERE x.run_id = r.id AND x.laboratory_id = r.laboratory_id AND r.status = 'REJECTED' AND x.decision = 'reject'
    ORDER BY x.at DESC LIMIT 1) AS "rejectionReason",
  ARRAY(SELECT jsonb_build_object('wellId', c.well_id) || c.broken_rule FROM control_reading c
    WHERE c.run_id = r.id AND c.laboratory_id = r.laboratory_id AND c.broken_rule IS NOT NULL ORDER BY c.well_id) AS "brokenRules",
  ARRAY(SELECT DISTINCT jsonb_build_object('kitVersionId', x -> 'kitVersionId', 'settings', x -> 'replicates')
    FROM jsonb_array_elements(i.configuration -> 'assays') x WHERE x ? 'replicates') AS replicates,
  ARRAY(SELECT DISTINCT jsonb_build_object('kitVersionId', x -> 'kitVersionId', 'settings', x -> 'channelRules')
    FROM jsonb_array_elements(i.configuration -> 'assays') x WHERE x ? 'channelRules') AS "channelRules",
  signed.facts AS "signedFacts",
  (SELECT l.rules || coalesce(signed.rules, '{}') FROM laboratory l WHERE l.id = r.laboratory_id) AS rules,
  ARRAY(SELECT json_build_object('kitVersion', ${KIT_VERSION}, 'reactionBuffer', ${BUFFER},
      'validityEndDate', v.validity_end_date,
      'lots', ARRAY(SELECT ${LOT_OF_KIT} FROM run_kit_lot rl JOIN lot l ON l.id = rl.lot_id
        WHERE rl.run_kit_id = rk.id AND rl.laboratory_id = rk.laboratory_id ORDER BY rl."order"),
      'channelAssignments', ARRAY(SELECT json_build_object('channel', c.channel, 'label', c.label)
        FROM kit_channel c WHERE c.kit_id = k.id ORDER BY c.channel),
      'requiredControls', json_build_object('negative', v.negative_controls, 'positive', v.positive_controls),
      'hasReplicates', v.replicates IS NOT NULL,
      'status', coalesce((SELECT ka.status::text FROM kit_analyser ka
        WHERE ka.kit_id = k.id AND ka.analyser_id = r.analyser_id), 'NOT_VALIDATED'))
    FROM run_kit rk JOIN kit_version v ON v.id = rk.kit_version_id JOIN kit k ON k.id = v.kit_id
      LEFT JOIN reaction_buffer b ON b.id = rk.reaction_buffer_id
    WHERE rk.run_id = r.id AND rk.laboratory_id = r.laboratory_id ORDER BY rk."order") AS kits,
  ARRAY(SELECT json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'sha256', f.sha256)
    FROM run_file f WHERE f.run_id = r.id AND f.laboratory_id = r.laboratory_id ORDER BY f."order") AS files,
  ARRAY(SELECT ${comment(actor)} FROM comment c WHERE c.run_id = r.id AND c.laboratory_id = r.laboratory_id AND c.well_id IS NULL
    ORDER BY c.created_at) AS comments`;

/**
 * Reads all details of a run of the caller's laboratory with one statement. PostgreSQL formats the JSON of
 * the wells. Reading a plate row by row took ten times the processor time, and parsing and writing the JSON
 * again half of it. Every field is named explicitly so that none is disclosed by accident; contract tests
 * validate the answer.
 */
export async function readDetails(
  db: Db | Tx,
  actor: LaboratoryCaller,
  { runId, shelf }: { readonly runId: string; readonly shelf: Shelf },
): Promise<RunDetails | null> {
  const [found] = await readRows<{ run: string; analyses: string }>(
    db,
    Prisma.sql`
    SELECT row_to_json(shown)::text AS run, (${analyses(actor)})::text AS analyses
    FROM run r LEFT JOIN interpretation i ON i.run_id = r.id AND i.laboratory_id = r.laboratory_id
      ${SIGNED}
      CROSS JOIN LATERAL (SELECT ${listedOf(actor)}, ${details(actor)}) shown
    WHERE r.id = ${runId}::uuid AND ${onShelf(actor, shelf)}`,
  );
  if (found === undefined) return null;
  const run = JSON.parse(found.run) as DetailsJson & ListedJson; // as the statement has named it
  return { ...run, ...listedRun(run), analyses: found.analyses };
}
