import type { RunStatus } from '@curvewell/domain';

import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { LISTED_COLUMNS, type ListedRun } from './run-summary.ts';

/** Live runs, archived ones, or both. */
export type Shelf = 'live' | 'archived' | 'any';

const ON_SHELF = {
  live: Prisma.sql`r.archived_at IS NULL`,
  archived: Prisma.sql`r.archived_at IS NOT NULL`,
  any: Prisma.sql`TRUE`,
} as const satisfies Record<Shelf, Prisma.Sql>;

/** The condition that a run `r` belongs to the caller's laboratory and shelf. */
export function onShelf(actor: LaboratoryCaller, shelf: Shelf): Prisma.Sql {
  return Prisma.sql`r.laboratory_id = ${actor.laboratory.id}::uuid AND ${ON_SHELF[shelf]}`;
}

/** The condition that a run `r` that meets another one is in a status. */
export const inStatus = (where: Prisma.Sql, status: RunStatus): Prisma.Sql =>
  Prisma.sql`${where} AND r.status = ${status}::run_status`;

const COLUMNS = Object.entries(LISTED_COLUMNS)
  .map(([field, column]) => `r.${column} AS "${field}"`)
  .join(', ');

/**
 * Since when a run `r` has its status or is archived; after a reinterpretation of a rejected run: since its
 * import.
 */
export const SINCE = 'coalesce(r.archived_at, r.decided_at, r.submitted_at, r.imported_at)';

/**
 * The lots that make a run `r` a trial; before its interpretation, the current ones of its kits and wells.
 */
export const TRIAL_LOTS = Prisma.sql`ARRAY(
    SELECT jsonb_strip_nulls(jsonb_build_object('id', l.id, 'name', l.name, 'sampleKit', sample.kit))
    FROM lot l LEFT JOIN LATERAL (SELECT k.name AS kit
      FROM kit_version v JOIN kit k ON k.id = v.kit_id JOIN laboratory lab ON lab.id = r.laboratory_id
      WHERE v.id = l.kit_version_id AND k.sample AND NOT lab.demonstration) sample ON true
    WHERE CASE WHEN r.interpreted_by_id IS NULL THEN NOT l.active OR sample.kit IS NOT NULL ELSE true END AND l.id = ANY (
      CASE WHEN r.interpreted_by_id IS NULL THEN ARRAY(SELECT w.lot_id FROM run_reference w WHERE w.run_id = r.id
        UNION SELECT kl.lot_id FROM run_kit k JOIN run_kit_lot kl ON kl.run_kit_id = k.id AND kl.laboratory_id = k.laboratory_id
          WHERE k.run_id = r.id AND k.laboratory_id = r.laboratory_id)
      ELSE r.trial_lot_ids END)
    ORDER BY l.name, l.id)`;

/** Whether there is such a row. Not EXISTS, for which the planner may read all rows there are into memory. */
function isThere(rows: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce((SELECT true FROM ${rows} LIMIT 1), false)`;
}

/**
 * Whether a decided run `r` matched its signature at the last check; null: not checked. False for a run
 * without a signature, unless it was decided before decisions were signed, and false for a revoked approval.
 */
export const IS_UNCHANGED = Prisma.sql`CASE WHEN r.status NOT IN ('APPROVED', 'REJECTED')
      THEN CASE WHEN ${isThere(Prisma.sql`signature s WHERE s.run_id = r.id AND s.laboratory_id = r.laboratory_id AND s.decision = 'APPROVED'`)} THEN false END
    -- Both are written with a decision; the signature last.
    WHEN ${isThere(Prisma.sql`decision_record d WHERE d.run_id = r.id AND d.laboratory_id = r.laboratory_id`)}
      THEN (SELECT k.is_unchanged FROM record_check k WHERE k.run_id = r.id AND k.laboratory_id = r.laboratory_id)
    WHEN ${isThere(Prisma.sql`audit_event e WHERE e.entity = 'run' AND e.entity_id = r.id::text
      AND e.action IN ('run.approve', 'run.reject') AND e.brought_in`)} THEN NULL
    ELSE false END`;

/** What a list shows of a run `r` of the caller's laboratory, of its own table and of others. */
export const listedOf = (actor: LaboratoryCaller): Prisma.Sql => Prisma.sql`
  ${Prisma.raw(COLUMNS)},
  ${Prisma.raw(SINCE)} AS since,
  (SELECT json_build_object('id', l.id, 'name', l.name, 'submitterMayApprove', l.submitter_may_approve, 'rules', l.rules, 'timeZone', l.time_zone,
      'fileTransfer', (SELECT json_build_object('id', f.id) FROM file_transfer_connection f WHERE f.laboratory_id = l.id))
    FROM laboratory l WHERE l.id = ${actor.laboratory.id}::uuid) AS laboratory,
  ARRAY(SELECT lot.name
    FROM run_kit k JOIN run_kit_lot kl ON kl.run_kit_id = k.id AND kl.laboratory_id = k.laboratory_id JOIN lot ON lot.id = kl.lot_id
    WHERE k.run_id = r.id AND k.laboratory_id = r.laboratory_id ORDER BY k."order", kl."order") AS "lotNames",
  ${TRIAL_LOTS} AS "trialLots",
  ARRAY(SELECT json_build_object(
      'kitVersion', json_build_object('id', v.id, 'version', v.version, 'kit', json_build_object('id', k.id, 'name', k.name)),
      'reactionBuffer', json_build_object('id', b.id, 'name', b.name))
    FROM run_used_pair u JOIN kit_version v ON v.id = u.kit_version_id JOIN kit k ON k.id = v.kit_id
      JOIN reaction_buffer b ON b.id = u.reaction_buffer_id
    WHERE u.run_id = r.id AND u.laboratory_id = r.laboratory_id ORDER BY k.name, v.version, b.name) AS "usedPairs",
  ${isThere(Prisma.sql`run_curves c WHERE c.run_id = r.id AND c.laboratory_id = r.laboratory_id`)} AS "hasCurves",
  (SELECT json_build_object('state', d.state, 'nextTryAt', d.next_try_at, 'fault', d.fault)
    FROM delivery d WHERE d.run_id = r.id AND d.laboratory_id = r.laboratory_id AND d.state <> 'SENT' AND r.archived_at IS NULL) AS delivery,
  ${IS_UNCHANGED} AS "isUnchanged"`;

type DateField = 'runDate' | 'importedAt' | 'since' | 'archivedAt' | 'deletionDate';
/** As parsed from JSON: dates are text. */
export type ListedJson = Omit<ListedRun, DateField> & {
  readonly [Field in DateField]: null extends ListedRun[Field] ? string | null : string;
};

export function listedRun(row: ListedJson): ListedRun {
  return {
    ...row,
    runDate: new Date(row.runDate),
    importedAt: new Date(row.importedAt),
    since: new Date(row.since),
    archivedAt: dateOf(row.archivedAt),
    deletionDate: dateOf(row.deletionDate),
  };
}

export const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
