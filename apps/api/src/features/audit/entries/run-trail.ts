import type { RunTrailState } from '@curvewell/contracts';

import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { ofRun, requireRun } from './list-entries.ts';
import type { TrailDependencies } from '../verify/verify-chain.ts';
import { verifyLately } from '../verify/verify-lately.ts';

/** Whether the entries about a run are intact. @throws AppError `not-found` */
export async function runTrail(
  dependencies: TrailDependencies & { readonly db: Db },
  actor: LaboratoryCaller,
  { runId, again }: { readonly runId: string; readonly again: boolean },
): Promise<RunTrailState> {
  await requireRun(dependencies.db, actor, runId);
  const [trail] = await readRows<{
    entries: number;
    first: string | null;
    last: string | null;
    hash: string | null;
  }>(
    dependencies.db,
    Prisma.sql`SELECT count(*)::int AS entries, min(e.number) AS first, max(e.number) AS last,
        (array_agg(e.hash ORDER BY e.number DESC))[1] AS hash
      FROM audit_event e WHERE ${ofRun(actor, runId)}`,
  );
  const number = (text: string | null = null) => (text === null ? null : Number(text));
  return {
    chain: await verifyLately(dependencies, {
      chain: actor.laboratory.id,
      laboratory: actor.laboratory.name,
      again,
    }),
    entries: trail?.entries ?? 0,
    first: number(trail?.first),
    last: number(trail?.last),
    lastHash: trail?.hash ?? null,
  };
}
