import type { ChainState, RunTrailState } from '@curvewell/contracts';

import { readRows, type Db } from '../../db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { ofRun, requireRun } from './list-entries.ts';
import { verifyChain, type NamedChain, type TrailNeeds } from './verify-chain.ts';

type Dependencies = TrailNeeds & { readonly db: Db };

/** How long it holds that a chain was verified: every history that is opened shows it. */
const HOLDS_MS = 10 * 60_000;
const verified = new WeakMap<Db, Map<string, { readonly at: number; readonly state: Promise<ChainState> }>>();

/** Reads and hashes a chain again, unless that was done lately, or is under way. */
function lately(
  deps: Dependencies,
  named: NamedChain & { readonly chain: string },
  again: boolean,
): Promise<ChainState> {
  const { chain } = named;
  const known = verified.get(deps.db) ?? new Map<string, { at: number; state: Promise<ChainState> }>();
  verified.set(deps.db, known);
  const now = deps.clock.now().getTime();
  const last = known.get(chain);
  if (last !== undefined && !again && now - last.at < HOLDS_MS) return last.state;
  const state = verifyChain(deps, named);
  known.set(chain, { at: now, state });
  state.catch(() => known.delete(chain));
  return state;
}

/** Whether the entries that tell of a run are what was written. @throws AppError `not-found` */
export async function runTrail(
  deps: Dependencies,
  actor: LaboratoryCaller,
  { runId, again }: { readonly runId: string; readonly again: boolean },
): Promise<RunTrailState> {
  await requireRun(deps.db, actor, runId);
  const [told] = await readRows<{
    entries: number;
    first: string | null;
    last: string | null;
    hash: string | null;
  }>(
    deps.db,
    Prisma.sql`SELECT count(*)::int AS entries, min(e.number) AS first, max(e.number) AS last,
        (array_agg(e.hash ORDER BY e.number DESC))[1] AS hash
      FROM audit_event e WHERE ${ofRun(actor, runId)}`,
  );
  const number = (text: string | null = null) => (text === null ? null : Number(text));
  return {
    chain: await lately(deps, { chain: actor.laboratory.id, laboratory: actor.laboratory.name }, again),
    entries: told?.entries ?? 0,
    first: number(told?.first),
    last: number(told?.last),
    lastHash: told?.hash ?? null,
  };
}
