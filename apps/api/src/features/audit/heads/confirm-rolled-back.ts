import { z } from 'zod';

import { recordAudit, type AuditActor } from '../../../audit/record-audit.ts';
import { transaction, type Db } from '../../../database/db.ts';
import { AppError } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

const headsSchema = z.array(
  z.object({ chain: z.string(), number: z.int(), hash: z.string(), at: z.string() }),
);

/**
 * Confirms that the database was rolled back on purpose, for example to a backup; runs can then be decided and
 * sent again. The missing heads are ignored from now on. The audit trail records them, with the user and the
 * reason.
 *
 * @throws AppError `illegal-transition` when it was not rolled back, or is already confirmed
 */
export async function confirmRolledBack(
  db: Db,
  actor: AuditActor,
  { reason }: { readonly reason: string },
): Promise<void> {
  await transaction({ db, on: 'installation' }, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM installation FOR UPDATE`;
    const { rolledBackAt, rolledBackHeads } = await tx.installation.findUniqueOrThrow({ where: { id: 1 } });
    if (rolledBackAt === null)
      throw new AppError(
        'illegal-transition',
        'The database was not rolled back, or the rollback is already confirmed.',
      );
    const heads = headsSchema.parse(rolledBackHeads);
    await tx.installation.update({
      where: { id: 1 },
      data: { rolledBackAt: null, rolledBackHeads: Prisma.DbNull },
    });
    await recordAudit(
      tx,
      { ...actor, laboratory: null },
      {
        action: 'installation.confirm-rolled-back',
        entity: 'installation',
        entityId: null,
        details: { reason, foundAt: rolledBackAt.toISOString(), heads },
      },
    );
  });
}
