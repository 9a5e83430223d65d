import type { AddRepeats } from '@curvewell/contracts';
import { comparePositions, isSample, MAX_OPEN_REPEATS, type Issue } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../actor.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import { AppError, notFound, refuseIssues } from '../../errors.ts';

interface Dependencies {
  readonly db: Db;
}

/**
 * Puts samples of a run of the caller's laboratory, archived or not, on its repeat list, with name, order, type and
 * kit as stored. A well is on the list once: entries that exist stay as they are.
 *
 * @throws AppError `not-found`, `invalid-request` for a well that is not a named sample with a kit, and above
 *   `MAX_OPEN_REPEATS`
 */
export async function addRepeats(
  { db }: Dependencies,
  actor: LaboratoryCaller,
  { runId, wells: wanted }: AddRepeats,
): Promise<{ added: number }> {
  const laboratoryId = actor.laboratory.id;
  return transaction({ db, actor, on: laboratoryId }, async (tx) => {
    const run = await tx.run.findFirst({ where: { id: runId, laboratoryId }, select: { businessId: true } });
    if (run === null) throw notFound('run');
    const samples = await samplesOf(tx, { runId, positions: wanted.map(({ position }) => position) });
    refuseIssues(
      wanted.flatMap(({ position }, index): Issue[] =>
        samples.has(position)
          ? []
          : [
              {
                path: ['body', 'wells', index],
                message: `${position} is not a sample with a name and a kit.`,
              },
            ],
      ),
    );
    const rows = wanted.flatMap(({ position, reason, note }) => {
      const sample = samples.get(position);
      return sample === undefined
        ? []
        : [
            {
              ...sample,
              laboratoryId,
              runId,
              runNumber: run.businessId,
              position,
              reason,
              note: note === '' ? null : note,
              addedByName: actor.name,
            },
          ];
    });
    const added = await tx.repeatEntry.createManyAndReturn({
      data: rows,
      skipDuplicates: true,
      select: { position: true, name: true },
    });
    if (added.length === 0) return { added: 0 };
    await refuseTooMany(tx, laboratoryId);
    await recordAudit(tx, actor, {
      action: 'repeatList.add',
      entity: 'run',
      entityId: runId,
      details: {
        samples: added
          .toSorted((a, b) => comparePositions(a.position, b.position))
          .map(({ position, name }) => `${position} ${name}`),
      },
    });
    return { added: added.length };
  });
}

/** The named samples at some positions; a position has the same sample in each channel. */
async function samplesOf(
  tx: Tx,
  { runId, positions }: { readonly runId: string; readonly positions: readonly string[] },
) {
  const wells = await tx.well.findMany({
    where: { runId, position: { in: [...positions] } },
    select: {
      position: true,
      name: true,
      orderId: true,
      sampleType: true,
      kitVersion: { select: { kitId: true } },
    },
  });
  return new Map(
    wells.flatMap(({ position, name, orderId, sampleType, kitVersion }) =>
      name !== null && sampleType !== null && isSample(sampleType) && kitVersion !== null
        ? [[position, { name, orderId, sampleType, kitId: kitVersion.kitId }] as const]
        : [],
    ),
  );
}

async function refuseTooMany(tx: Tx, laboratoryId: string): Promise<void> {
  const open = await tx.repeatEntry.count({ where: { laboratoryId, placedAt: null } });
  if (open > MAX_OPEN_REPEATS)
    throw new AppError(
      'invalid-request',
      `The repeat list has ${MAX_OPEN_REPEATS} open entries at most. Remove entries that are not repeated.`,
    );
}

/** Removes open entries of the caller's laboratory. Placed ones stay. @throws AppError `not-found` for any other */
export async function removeRepeats(
  { db }: Dependencies,
  actor: LaboratoryCaller,
  { ids }: { readonly ids: readonly string[] },
): Promise<{ removed: number }> {
  const laboratoryId = actor.laboratory.id;
  return transaction({ db, actor, on: laboratoryId }, async (tx) => {
    const where = { id: { in: [...ids] }, laboratoryId, placedAt: null };
    const removed = await tx.repeatEntry.findMany({
      where,
      orderBy: [{ addedAt: 'asc' }, { id: 'asc' }],
      select: { name: true, runNumber: true, position: true },
    });
    const { count } = await tx.repeatEntry.deleteMany({ where });
    if (count !== new Set(ids).size) throw notFound('open entry of the repeat list');
    await recordAudit(tx, actor, {
      action: 'repeatList.remove',
      entity: 'laboratory',
      entityId: laboratoryId,
      details: {
        samples: removed.map(({ name, runNumber, position }) => `${name}, run ${runNumber} ${position}`),
      },
    });
    return { removed: count };
  });
}
