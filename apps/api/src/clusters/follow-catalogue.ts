import { recordAudit, type AuditActor } from '../audit/record-audit.ts';
import { transaction, type Db } from '../database/db.ts';

/**
 * From now on kits, lots and analysers are changed at another cluster and copied from there.
 *
 * @param address - its address for browsers; null: they are changed here again
 */
export async function followCatalogue(db: Db, actor: AuditActor, address: string | null): Promise<void> {
  await transaction({ db, on: 'installation' }, async (tx) => {
    await tx.installation.update({ where: { id: 1 }, data: { catalogueAt: address } });
    await recordAudit(tx, actor, {
      action: 'installation.follow-catalogue',
      entity: 'installation',
      entityId: null,
      details: { address },
    });
  });
}
