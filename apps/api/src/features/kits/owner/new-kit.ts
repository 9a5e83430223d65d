import type { KitOwner } from '@curvewell/domain';

import type { Caller } from '../../../actor.ts';
import { isVisible } from '../../../database/kit-scope.ts';
import type { Tx } from '../../../database/db.ts';
import { nameTaken } from '../../../database/taken-name.ts';
import { AppError } from '../../../errors.ts';

/**
 * The laboratory of a new kit; null: all. A kit of all is added by super administrators, like one that is shared.
 *
 * @throws AppError `forbidden`, `laboratory-required`
 */
export function ownerOfNew({ laboratory, permissions }: Caller, wanted: KitOwner | undefined): string | null {
  const owner = wanted ?? (laboratory === null ? 'all' : 'laboratory');
  if (owner === 'all') {
    if (!permissions.has('SUPER_ADMIN'))
      throw new AppError('forbidden', 'Only a super administrator may add a kit for all laboratories.');
    return null;
  }
  if (laboratory === null)
    throw new AppError('laboratory-required', 'You do not belong to a laboratory that could own the kit.');
  return laboratory.id;
}

export interface NamedKit {
  readonly id: string;
  readonly name: string;
  readonly sample: boolean;
  /** Null: all laboratories. */
  readonly laboratoryId: string | null;
}

/**
 * The kits with a name that the caller sees, ignoring case, locked until the transaction ends: that of the laboratory
 * first. At most one of each owner.
 */
export const kitsNamed = (tx: Tx, actor: Caller, name: string): Promise<NamedKit[]> =>
  tx.$queryRaw<NamedKit[]>`
    SELECT k.id, k.name, k.sample, k.laboratory_id AS "laboratoryId" FROM kit k
    WHERE lower(k.name) = lower(${name}) AND ${isVisible(actor)}
    ORDER BY k.laboratory_id NULLS LAST FOR UPDATE`;

/**
 * Refuses the name of a kit that the caller sees, so that results, which name their kit, say which. The kits of other
 * laboratories may have the name, and the caller does not learn it.
 *
 * @throws AppError `name-taken`
 */
export async function refuseTakenKit(tx: Tx, actor: Caller, name: string): Promise<void> {
  if ((await kitsNamed(tx, actor, name)).length > 0) throw nameTaken('Kit', name);
}

/** The laboratory of a kit that a caller sees, as responses show it. */
export const ownerView = (
  laboratoryId: string | null,
  { laboratory }: Pick<Caller, 'laboratory'>,
): { id: string; name: string } | null =>
  laboratoryId === null || laboratory === null ? null : { id: laboratory.id, name: laboratory.name };

/** The same in the audit trail; nothing for a kit of all laboratories. */
export function ownerDetails(laboratoryId: string | null, actor: Pick<Caller, 'laboratory'>) {
  const owner = ownerView(laboratoryId, actor);
  return owner === null ? {} : { owner: owner.name };
}
