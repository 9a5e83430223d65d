import { PLACED_REPEATS_SHOWN, type RepeatList } from '@curvewell/contracts';
import { comparePositions, MAX_OPEN_REPEATS, type RepeatEntry } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../actor.ts';
import type { Db } from '../../database/db.ts';
import type { Prisma } from '../../generated/prisma/client.ts';

const include = { kit: { select: { id: true, name: true } } } as const satisfies Prisma.RepeatEntryInclude;
type Row = Prisma.RepeatEntryGetPayload<{ include: typeof include }>;

/** The laboratory's list; given a run, only the samples from it, or placed on it. */
export async function listRepeats(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { runId }: { readonly runId?: string | undefined },
): Promise<RepeatList> {
  const laboratoryId = actor.laboratory.id;
  const ofRun = runId === undefined ? {} : { OR: [{ runId }, { placedRunId: runId }] };
  const open = await db.repeatEntry.findMany({
    where: { laboratoryId, placedAt: null, ...ofRun },
    include,
    orderBy: [{ addedAt: 'asc' }, { id: 'asc' }],
    // Those of deleted runs and changed plates are open again, above the limit.
    take: 2 * MAX_OPEN_REPEATS,
  });
  const placed = await db.repeatEntry.findMany({
    where: { laboratoryId, placedAt: { not: null }, ...ofRun },
    include,
    orderBy: [{ placedAt: 'desc' }, { id: 'asc' }],
    take: runId === undefined ? PLACED_REPEATS_SHOWN : MAX_OPEN_REPEATS,
  });
  return { open: open.map(entryView).sort(oldestFirst), placed: placed.map(entryView) };
}

/** Samples that were added together are in the order of their plate. */
const oldestFirst = (first: RepeatEntry, second: RepeatEntry): number =>
  first.addedAt.localeCompare(second.addedAt) ||
  first.from.businessId - second.from.businessId ||
  comparePositions(first.from.position, second.from.position);

function entryView(row: Row): RepeatEntry {
  const { id, name, orderId, sampleType, kit, reason, note, addedByName } = row;
  return {
    id,
    name,
    orderId,
    sampleType,
    kit,
    reason,
    note,
    from: { id: row.runId, businessId: row.runNumber, position: row.position },
    addedByName,
    addedAt: row.addedAt.toISOString(),
    placed: placedView(row),
  };
}

function placedView({ placedAt, placedRunId, placedNumber, placedPosition }: Row): RepeatEntry['placed'] {
  if (placedAt === null || placedNumber === null || placedPosition === null) return null;
  return { id: placedRunId, businessId: placedNumber, position: placedPosition, at: placedAt.toISOString() };
}
