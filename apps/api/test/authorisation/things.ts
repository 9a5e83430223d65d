import { randomUUID } from 'node:crypto';

import type { Db } from '../../src/database/db.ts';
import type { Prisma } from '../../src/generated/prisma/client.ts';
import type { Ids } from './requests.ts';
import type { Thing, State } from './tables.ts';
import { withoutRules } from '../without-rules.ts';

/** A text in every object of the other laboratory. */
export const CANARY = 'canary-of-the-south';

interface Place {
  readonly db: Db;
  readonly laboratoryId: string;
  readonly analyserId: string;
  /** The import report. */
  readonly importReport: object;
}

/** A run with one well and a comment. */
interface WantedRun {
  readonly state: State | 'archived';
  /** The author of its comment. */
  readonly authorId: string;
}

const STATUS = {
  imported: 'RUN_TO_INTERPRET',
  interpreted: 'RUN_TO_INTERPRET',
  waiting: 'WAIT_FOR_APPROVAL',
  approved: 'APPROVED',
  rejected: 'REJECTED',
  archived: 'APPROVED',
} as const;
let businessId = 10_000;

/** Inserts many runs without curves. @returns the ids for their addresses, in the same order */
export async function addRuns(
  { db, laboratoryId, analyserId, importReport }: Place,
  wanted: readonly WantedRun[],
  name = 'run of the matrix',
): Promise<Ids[]> {
  const rows = wanted.map((one) => ({
    ...one,
    run: randomUUID(),
    analysis: randomUUID(),
    well: randomUUID(),
    comment: randomUUID(),
  }));
  const at = new Date('2026-11-01T08:00:00Z');
  const runs: Prisma.RunCreateManyInput[] = rows.map(({ run, state }) => ({
    id: run,
    laboratoryId,
    analyserId,
    name,
    fileName: `${name}.xlsx`,
    instrumentName: name,
    plateType: 'RECTANGULAR_96',
    runDate: at,
    createdById: randomUUID(),
    createdByName: 'Somebody',
    businessId: businessId++,
    status: STATUS[state],
    importReport,
    ...(state !== 'imported' && { interpretedById: randomUUID(), interpretedByName: 'S', interpretedAt: at }),
    ...(state === 'archived' && { archivedAt: at, archivedByName: 'Somebody' }),
  }));
  await withoutRules(db, async (tx) => {
    await tx.run.createMany({ data: runs });
    await tx.channelAnalysis.createMany({
      data: rows.map(({ run, analysis, well }) => ({
        id: analysis,
        runId: run,
        laboratoryId,
        name: 'FAM',
        channel: 'FAM',
        phases: [],
        wells: [{ id: well, position: 'A1' }],
      })),
    });
    await tx.comment.createMany({
      data: rows.map(({ run, comment, authorId }) => ({
        id: comment,
        runId: run,
        laboratoryId,
        authorId,
        authorName: 'A',
        value: name,
      })),
    });
    await tx.$executeRaw`SELECT recount_runs(${laboratoryId}::uuid)`;
  });
  return rows.map(({ run, well, comment }) => ({ run, runId: run, wellId: well, well, commentId: comment }));
}

interface Wanted extends Place {
  readonly thing: Thing;
  /** One set of objects for each of these authors. */
  readonly authorIds: readonly string[];
  readonly name?: string;
}

/** Creates objects of a laboratory. @returns the ids for addresses; a singleton occurs several times */
export async function addObjects(wanted: Wanted): Promise<Ids[]> {
  const { db, laboratoryId, analyserId, thing, authorIds, name = 'thing of the matrix' } = wanted;
  const ids = authorIds.map(() => randomUUID());
  const named = ids.map((id, index) => ({ id, laboratoryId, name: `${name} ${index}` }));
  switch (thing) {
    case 'run':
    case 'archived': {
      const state = thing === 'run' ? 'imported' : 'archived';
      const runs = authorIds.map((authorId) => ({ state, authorId }) as const);
      return addRuns(wanted, runs, name);
    }
    case 'delivery': {
      const runs = await addObjects({ ...wanted, thing: 'run' });
      await db.delivery.createMany({
        data: runs.map(({ runId = '' }) => ({
          runId,
          laboratoryId,
          state: 'NOT_SENT',
          requestedByName: 'S',
          requestedAt: new Date(),
        })),
      });
      return runs;
    }
    case 'dye':
      await db.keptDye.createMany({
        data: named.map(({ id, name: dye }) => ({ id, laboratoryId, analyserId, dye, keptByName: 'S' })),
      });
      return ids.map((id) => ({ keptDyeId: id }));
    case 'template':
      await db.template.createMany({ data: named.map((one) => ({ ...one, plateType: 'RECTANGULAR_96' })) });
      return ids.map((id) => ({ templateId: id }));
    case 'user':
      await db.appUser.createMany({
        data: ids.map((id) => ({
          id,
          laboratoryId,
          login: id,
          email: `${id}@example.org`,
          firstname: name,
          lastname: 'L',
        })),
      });
      return ids.map((id) => ({ userId: id, laboratoryId }));
    case 'laboratory':
      return ids.map(() => ({ laboratoryId }));
    case 'connection': {
      const { id } = await db.fileTransferConnection.upsert({
        where: { laboratoryId },
        create: {
          laboratoryId,
          protocol: 'FTP',
          host: `${name}.example`,
          port: 2121,
          directory: '/',
          authentication: 'PASSWORD',
          username: 'u',
        },
        update: {},
      });
      return ids.map(() => ({ connectionId: id }));
    }
    case 'reading': {
      const { id } = await db.controlReading.findFirstOrThrow({ where: { laboratoryId } });
      return ids.map(() => ({ readingId: id }));
    }
  }
}
