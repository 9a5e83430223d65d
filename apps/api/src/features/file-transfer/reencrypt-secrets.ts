import { recordAudit, type AuditActor } from '../../audit/record-audit.ts';
import { type Db, transaction } from '../../database/db.ts';
import type { Secrets } from '../../database/secrets.ts';
import { placeOf } from './connection.ts';

interface Dependencies {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly actor: AuditActor;
}

/**
 * Encrypts all stored secrets with the newest key, in one transaction for each laboratory.
 *
 * @returns the number of laboratories whose secrets were encrypted again
 * @throws AppError `not-configured` when the key of a secret is missing; earlier laboratories are done
 */
export async function reencryptSecrets({ db, secrets, actor }: Dependencies): Promise<number> {
  const connections = await db.fileTransferConnection.findMany({ select: { id: true } });
  let changed = 0;
  for (const { id } of connections) {
    changed += await transaction({ db, on: id }, async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM file_transfer_connection WHERE id = ${id}::uuid FOR UPDATE`;
      const row = await tx.fileTransferConnection.findUnique({ where: { id } });
      if (row === null) return 0;
      const { laboratoryId, encryptedPassword, encryptedPrivateKey } = row;
      const reencrypted = (sealed: string | null, secret: Parameters<typeof placeOf>[1]) => {
        if (sealed === null || secrets.isCurrent(sealed)) return sealed;
        const place = placeOf(laboratoryId, secret);
        return secrets.seal(secrets.open(sealed, place), place);
      };
      const data = {
        encryptedPassword: reencrypted(encryptedPassword, 'password'),
        encryptedPrivateKey: reencrypted(encryptedPrivateKey, 'privateKey'),
      };
      if (data.encryptedPassword === encryptedPassword && data.encryptedPrivateKey === encryptedPrivateKey)
        return 0;
      await tx.fileTransferConnection.update({ where: { id }, data });
      await recordAudit(
        tx,
        { ...actor, laboratory: { id: laboratoryId } },
        {
          action: 'fileTransfer.update',
          entity: 'fileTransfer',
          entityId: id,
          details: { secretsReencrypted: true },
        },
      );
      return 1;
    });
  }
  return changed;
}
