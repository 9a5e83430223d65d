import { systemClock } from '../clock.ts';
import type { Db } from '../database/db.ts';
import { verifyChain } from '../features/audit/index.ts';
import { checkSignatures } from '../features/decisions/index.ts';
import { impossible } from './move.ts';
import { readSigningKeys } from '../signing/signing-keys.ts';

/**
 * Verifies the audit trail of a laboratory, that it fits its runs, and each signature with its signed record.
 *
 * @throws AppError `illegal-transition` that names the first fault
 */
export async function checkArrival(
  db: Db,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const keys = await readSigningKeys(db);
  const publicKey = keys.find(({ endorsement }) => endorsement === null)?.publicKey ?? '';
  const headFiles = { read: () => Promise.resolve([]) };
  const dependencies = { db, clock: systemClock, signer: { publicKey }, headFiles };
  const { fault } = await verifyChain(dependencies, { chain: id, laboratory: name });
  if (fault !== null) throw impossible(`The audit trail at the target is broken: ${fault.text}`);

  const { invalidRunId } = await checkSignatures(db, { laboratoryId: id });
  if (invalidRunId !== null)
    throw impossible(`The signature of the decision on run ${invalidRunId} is invalid at the target.`);
}
