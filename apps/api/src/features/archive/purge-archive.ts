import { recordAudit } from '../../audit/record-audit.ts';
import { transaction } from '../../database/db.ts';
import { readRows } from '../../database/read-rows.ts';
import type { Dependencies } from '../../dependencies.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/** The actor of deletions that are due by date. */
const PURGE = { userId: null, name: 'Curvewell', laboratory: null } as const;
const BATCH = 50;

/**
 * Permanently deletes what is due by the clocks of the product and of the database, so that one that is ahead deletes
 * nothing too early.
 */
export async function purgeDue({ db, clock }: Dependencies): Promise<number> {
  const [database] = await readRows<{ at: Date | string }>(db, Prisma.sql`SELECT clock_timestamp() AS at`);
  const times = [clock.now(), new Date(database?.at ?? 0)].map((at) => at.getTime());
  const earlier = new Date(Math.min(...times));
  return purgeArchive({ db, clock: { now: () => earlier } });
}

/** Permanently deletes flagged archived runs that are due by a clock. Each has its own transaction and audit entry. */
export async function purgeArchive(dependencies: Dependencies): Promise<number> {
  let purged = 0;
  for (let batch = await purgeBatch(dependencies); batch > 0; batch = await purgeBatch(dependencies)) {
    purged += batch;
  }
  return purged;
}

async function purgeBatch({ db, clock }: Dependencies): Promise<number> {
  // A due date covers the whole day, and runs due today may not have had their 30 × 24 hours yet.
  const today = new Date(clock.now().toISOString().slice(0, 10));
  // What has moved is purged where it lives now.
  const isDue = {
    archivedAt: { not: null },
    deletionDate: { lt: today },
    laboratory: { moveState: null },
  };
  const due = await db.run.findMany({ where: isDue, select: { id: true }, take: BATCH });
  let purged = 0;
  for (const { id } of due) {
    purged += await transaction({ db, on: id }, async (tx) => {
      // Nobody restores it from here on.
      await tx.$executeRaw`SELECT 1 FROM run WHERE id = ${id}::uuid FOR UPDATE`;
      // Matches nothing when another process has restored or purged the run meanwhile.
      const [run] = await tx.run.findMany({
        where: { id, ...isDue },
        select: {
          businessId: true,
          fileName: true,
          laboratoryId: true,
          deletionDate: true,
          files: { select: { name: true, sha256: true } },
        },
      });
      if (run === undefined) return 0;
      await tx.repeatEntry.deleteMany({ where: { runId: id, placedAt: { not: null } } });
      await tx.run.delete({ where: { id } });
      const { laboratoryId, businessId, fileName, deletionDate, files } = run;
      await recordAudit(
        tx,
        { ...PURGE, laboratory: { id: laboratoryId } },
        {
          action: 'run.purge',
          entity: 'run',
          entityId: id,
          details: {
            businessId,
            fileName,
            deletionDate: deletionDate?.toISOString().slice(0, 10) ?? null,
            files,
          },
        },
      );
      return 1;
    });
  }
  return purged;
}
