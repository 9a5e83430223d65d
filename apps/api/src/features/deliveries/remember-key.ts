import { recordAudit, type AuditActor } from '../../audit/record-audit.ts';
import type { Tx } from '../../database/db.ts';
import type { FileTransferConnection } from '../../generated/prisma/client.ts';

interface SeenKey {
  readonly connection: Pick<FileTransferConnection, 'id' | 'revision'> | null;
  /** Null: the key was already known. */
  readonly fingerprint: string | null;
  readonly now: Date;
}

/** Stores the server's key after the first successful delivery. */
export async function rememberKey(
  tx: Tx,
  actor: AuditActor,
  { connection, fingerprint, now }: SeenKey,
): Promise<void> {
  if (fingerprint === null || connection === null) return;
  const { count } = await tx.fileTransferConnection.updateMany({
    where: { id: connection.id, revision: connection.revision, hostKeyFingerprint: null },
    data: { hostKeyFingerprint: fingerprint, hostKeyKnownAt: now, revision: { increment: 1 } },
  });
  if (count === 0) return;
  await recordAudit(tx, actor, {
    action: 'fileTransfer.update',
    entity: 'fileTransfer',
    entityId: connection.id,
    details: { from: { hostKeyFingerprint: null }, to: { hostKeyFingerprint: fingerprint }, firstSeen: true },
  });
}
