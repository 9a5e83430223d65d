import type { Permission } from '@curvewell/domain';

import type { Tx } from '../../database/db.ts';
import { notFound } from '../../errors.ts';
import type { Caller } from '../../actor.ts';

/**
 * The caller's laboratory, or any with a permission that applies to all.
 *
 * @throws AppError `not-found`, whether the laboratory exists or not
 */
export function requireOwnLaboratory(
  { laboratory, permissions }: Caller,
  laboratoryId: string,
  everywhere: Permission,
): void {
  if (laboratory?.id !== laboratoryId && !permissions.has(everywhere)) throw notFound('laboratory');
}

/** Prevents changes (`UPDATE`) or deletion (`KEY SHARE`) of a laboratory until the transaction ends. */
export async function lockLaboratory(
  tx: Tx,
  laboratoryId: string,
  strength: 'UPDATE' | 'KEY SHARE',
): Promise<void> {
  const rows =
    strength === 'UPDATE'
      ? await tx.$queryRaw<unknown[]>`SELECT 1 FROM laboratory WHERE id = ${laboratoryId}::uuid FOR UPDATE`
      : await tx.$queryRaw<
          unknown[]
        >`SELECT 1 FROM laboratory WHERE id = ${laboratoryId}::uuid FOR KEY SHARE`;
  if (rows.length === 0) throw notFound('laboratory');
}
