import { recordAudit, type AuditActor } from '../audit/record-audit.ts';
import { transaction, type Db } from '../database/db.ts';
import { AppError } from '../errors.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { CATALOGUE } from './table-kinds.ts';

/**
 * From now on kits, lots and analysers are changed at the cluster with this address. Empties the catalogue here, so that
 * PostgreSQL can copy the other one.
 *
 * @throws AppError `in-use` when this cluster has runs
 */
export async function followCatalogue(db: Db, actor: AuditActor, address: string): Promise<void> {
  await transaction({ db, on: 'installation' }, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM installation FOR UPDATE`;
    if ((await tx.run.findFirst({ select: { id: true } })) !== null)
      throw new AppError('in-use', 'This cluster has runs, which refer to its own kits.');
    await tx.installation.update({ where: { id: 1 }, data: { catalogueAt: null } });
    for (const table of CATALOGUE) await tx.$executeRaw`DELETE FROM ${Prisma.raw(`"${table}"`)}`;
    await tx.installation.update({ where: { id: 1 }, data: { catalogueAt: address } });
    await recordAudit(tx, actor, {
      action: 'installation.follow-catalogue',
      entity: 'installation',
      entityId: null,
      details: { address },
    });
  });
}
