import type { RunTrailState } from '@curvewell/contracts';

import { readRows } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { ofRun, requireRun } from './list-entries.ts';
import { ownFault } from '../verify/own-entries.ts';
import { verifyRecent, type RecentDependencies } from '../verify/verify-recent.ts';

/**
 * Whether the entries about a run are intact. Reads them and the newest entries of the laboratory, or the whole chain
 * with `again`. @throws AppError `not-found`
 */
export async function runTrail(
  dependencies: RecentDependencies,
  actor: LaboratoryCaller,
  { runId, again }: { readonly runId: string; readonly again: boolean },
): Promise<RunTrailState> {
  const { db, clock } = dependencies;
  const { id: chain, name } = actor.laboratory;
  await requireRun(db, actor, runId);
  const [trail] = await readRows<{
    entries: number;
    first: string | null;
    last: string | null;
    hash: string | null;
  }>(
    db,
    Prisma.sql`SELECT count(*)::int AS entries, min(e.number) AS first, max(e.number) AS last,
        (array_agg(e.hash ORDER BY e.number DESC))[1] AS hash
      FROM audit_event e WHERE ${ofRun(actor, runId)}`,
  );
  const number = (text: string | null = null) => (text === null ? null : Number(text));
  const own = await ownFault(db, { laboratoryId: chain, where: ofRun(actor, runId), runId });
  const recent = await verifyRecent(dependencies, { chain, laboratory: name, again });
  return {
    ...recent,
    fault: own ?? recent.fault,
    checkedAt: clock.now().toISOString(),
    entries: trail?.entries ?? 0,
    first: number(trail?.first),
    last: number(trail?.last),
    lastHash: trail?.hash ?? null,
  };
}
