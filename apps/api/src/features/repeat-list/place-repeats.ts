import { repeatedOn, type RunStatus, isDecidedStatus } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../actor.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../database/db.ts';

/** An open entry, or one that is placed on the run. */
interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly orderId: string | null;
  readonly kitId: string;
  readonly placedPosition: string | null;
  readonly isPlaced: boolean;
}

interface PlacedRun {
  readonly id: string;
  readonly businessId: number;
}

/**
 * Marks the entries of the repeat list that a saved plate repeats, and opens those that it no longer repeats. By
 * name and kit, so that it does not matter whether a user took over the list, or imported it from a file.
 */
export async function placeRepeats(
  tx: Tx,
  actor: LaboratoryCaller,
  { run, now }: { readonly run: PlacedRun; readonly now: Date },
): Promise<void> {
  const candidates = await candidatesFor(tx, actor, run);
  if (candidates.length === 0) return;
  const positions = repeatedOn(candidates, await samplesOn(tx, run.id));
  const placed = [];
  const reopened = [];
  for (const { id, name, isPlaced, placedPosition } of candidates) {
    const position = positions.get(id);
    if (position === undefined && isPlaced) {
      await open(tx, [id]);
      reopened.push(name);
    } else if (position !== undefined && position !== placedPosition) {
      const place = { placedRunId: run.id, placedNumber: run.businessId, placedPosition: position };
      await tx.repeatEntry.update({ where: { id }, data: { ...place, placedAt: now } });
      placed.push(`${position} ${name}`);
    }
  }
  await record(tx, actor, { runId: run.id, placed, reopened });
}

/**
 * Before a run is deleted: what it repeats is open again, unless the run was decided. Closed entries from it are deleted;
 * open ones stay, with the number of the run.
 */
export async function leaveRepeats(
  tx: Tx,
  actor: LaboratoryCaller,
  { id: runId, status }: { readonly id: string; readonly status: RunStatus },
): Promise<void> {
  await tx.repeatEntry.deleteMany({ where: { runId, placedAt: { not: null } } });
  if (isDecidedStatus(status)) return;
  const repeated = await tx.repeatEntry.findMany({
    where: { placedRunId: runId },
    orderBy: { id: 'asc' },
    select: { id: true, name: true },
  });
  if (repeated.length > 0)
    await open(
      tx,
      repeated.map(({ id }) => id),
    );
  await record(tx, actor, { runId, placed: [], reopened: repeated.map(({ name }) => name) });
}

const open = (tx: Tx, ids: readonly string[]) =>
  tx.repeatEntry.updateMany({
    where: { id: { in: [...ids] } },
    data: { placedRunId: null, placedNumber: null, placedPosition: null, placedAt: null },
  });

interface Changed {
  readonly runId: string;
  readonly placed: readonly string[];
  readonly reopened: readonly string[];
}

async function record(tx: Tx, actor: LaboratoryCaller, { runId, placed, reopened }: Changed): Promise<void> {
  if (placed.length + reopened.length === 0) return;
  await recordAudit(tx, actor, {
    action: 'repeatList.place',
    entity: 'run',
    entityId: runId,
    details: { placed: [...placed], reopened: [...reopened] },
  });
}

/**
 * Locked until the commit, so that two plates do not repeat the same entry. One statement when there is none. A run that was
 * imported before that of the sample, and is saved again, does not repeat it.
 */
const candidatesFor = (tx: Tx, { laboratory }: LaboratoryCaller, { id: runId, businessId }: PlacedRun) =>
  tx.$queryRaw<Candidate[]>`
    SELECT e.id, e.name, e.order_id AS "orderId", e.kit_id AS "kitId", e.placed_position AS "placedPosition",
      e.placed_at IS NOT NULL AS "isPlaced"
    FROM repeat_entry e
    WHERE e.laboratory_id = ${laboratory.id}::uuid AND (e.placed_run_id = ${runId}::uuid
      OR (e.placed_at IS NULL AND e.run_number < ${businessId}
        AND e.name IN (SELECT w.name FROM well w WHERE w.run_id = ${runId}::uuid)))
    ORDER BY e.placed_at NULLS LAST, e.added_at, e.id
    FOR UPDATE OF e`;

const samplesOn = (tx: Tx, runId: string) =>
  tx.$queryRaw<{ position: string; name: string; orderId: string | null; kitId: string }[]>`
    SELECT DISTINCT ON (w.position) w.position, w.name, w.order_id AS "orderId", v.kit_id AS "kitId"
    FROM well w JOIN kit_version v ON v.id = w.kit_version_id
    WHERE w.run_id = ${runId}::uuid AND w.name IS NOT NULL AND w.sample_type IN ('BLOOD', 'DNA')
    ORDER BY w.position, w.name`;
