import { recordAudit } from '../../audit/record-audit.ts';
import type { Clock } from '../../clock.ts';
import { type Db, transaction } from '../../database/db.ts';

/** Nobody: the day is over. */
const PURGE = { userId: null, name: 'Curvewell', laboratory: null } as const;
const BATCH = 50;

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
}

/** Deletes for good the flagged archives whose day is over. Each in a transaction of its own, with its audit entry. */
export async function purgeArchive(dependencies: Dependencies): Promise<number> {
  let purged = 0;
  for (let batch = await purgeBatch(dependencies); batch > 0; batch = await purgeBatch(dependencies)) {
    purged += batch;
  }
  return purged;
}

async function purgeBatch({ db, clock }: Dependencies): Promise<number> {
  // A date stands for the whole of its day: today's runs may not have had their 30 × 24 hours yet.
  const today = new Date(clock.now().toISOString().slice(0, 10));
  const isDue = { archivedAt: { not: null }, deletionDate: { lt: today } };
  const due = await db.run.findMany({ where: isDue, select: { id: true }, take: BATCH });
  let purged = 0;
  for (const { id } of due) {
    purged += await transaction({ db, on: id }, async (tx) => {
      // Restored or purged by another process meanwhile: then nothing matches.
      const [run] = await tx.run.findMany({
        where: { id, ...isDue },
        select: { businessId: true, fileName: true, laboratoryId: true, deletionDate: true },
      });
      if (run === undefined) return 0;
      const { count } = await tx.run.deleteMany({ where: { id, ...isDue } });
      if (count === 0) return 0;
      const { laboratoryId, businessId, fileName, deletionDate } = run;
      await recordAudit(
        tx,
        { ...PURGE, laboratory: { id: laboratoryId } },
        {
          action: 'run.purge',
          entity: 'run',
          entityId: id,
          details: { businessId, fileName, deletionDate: deletionDate?.toISOString().slice(0, 10) ?? null },
        },
      );
      return 1;
    });
  }
  return purged;
}
