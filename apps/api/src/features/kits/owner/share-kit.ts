import type { Kit } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../../actor.ts';
import { recordAudit } from '../../../audit/record-audit.ts';
import { type Db, transaction } from '../../../database/db.ts';
import { visibleKit } from '../../../database/kit-scope.ts';
import { nameTaken, nameTakenOrRethrow } from '../../../database/taken-name.ts';
import { AppError, notFound } from '../../../errors.ts';
import { getKit } from '../read/read-kits.ts';

/**
 * Shares a kit of the caller's laboratory with all, with its versions, lots and diagnostics. This cannot be undone, because
 * runs of other laboratories may use it from now on; the database refuses that too.
 *
 * @throws AppError `not-found`, `illegal-transition` for a kit of all laboratories, `name-taken` by one of them
 */
export async function shareKit(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { kitId, reason }: { readonly kitId: string; readonly reason: string },
): Promise<Kit> {
  const { id: laboratoryId, name: owner } = actor.laboratory;
  return transaction({ db, actor, on: kitId }, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM kit WHERE id = ${kitId}::uuid FOR UPDATE`;
    const kit = await tx.kit.findUnique({
      where: { id: kitId, ...visibleKit(actor) },
      select: { name: true, laboratoryId: true, versions: { select: { version: true } } },
    });
    if (kit === null) throw notFound('kit');
    if (kit.laboratoryId === null)
      throw new AppError('illegal-transition', `${kit.name} already belongs to all laboratories.`);
    const shared = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM kit WHERE laboratory_id IS NULL AND lower(name) = lower(${kit.name})`;
    if (shared.length > 0) throw nameTaken('Kit', kit.name);
    await nameTakenOrRethrow({ kind: 'Kit', name: kit.name }, () =>
      tx.kit.update({ where: { id: kitId, laboratoryId }, data: { laboratoryId: null } }),
    );
    await recordAudit(tx, actor, {
      action: 'kit.share',
      entity: 'kit',
      entityId: kitId,
      details: { name: kit.name, owner, versions: kit.versions.map(({ version }) => version), reason },
    });
    return getKit({ db: tx }, actor, kitId);
  });
}
