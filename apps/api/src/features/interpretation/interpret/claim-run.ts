import { randomUUID } from 'node:crypto';

import type { Db } from '../../../database/db.ts';
import { AppError } from '../../../errors.ts';

/** How long a claim outlasts a crashed process. */
const CLAIM_SECONDS = 10;
const RENEWED_EVERY_MS = 3_000;

/**
 * Works on a run while no other process does. Instead of a lock, a row marks the run as claimed. It is
 * renewed while the work goes on and expires after a crash. A claim with an impossibly late expiry dates from
 * before the clock of the database was set back, and is ignored.
 *
 * @throws AppError `busy` when another process holds the claim
 */
export async function claimRun<T>(
  db: Db,
  { runId, laboratoryId }: { readonly runId: string; readonly laboratoryId: string },
  work: () => Promise<T>,
): Promise<T> {
  const token = randomUUID();
  const claimed = await db.$executeRaw`
    INSERT INTO interpretation_claim AS claim (run_id, laboratory_id, token, until)
    VALUES (${runId}::uuid, ${laboratoryId}::uuid, ${token}::uuid, now() + make_interval(secs => ${CLAIM_SECONDS}))
    ON CONFLICT ON CONSTRAINT interpretation_claim_pkey DO UPDATE SET token = excluded.token, until = excluded.until
    WHERE claim.until < now() OR claim.until > excluded.until`;
  if (claimed === 0) throw new AppError('busy', 'This run is being interpreted by someone else.');

  // A failed renewal is harmless: storing the result detects a lost claim.
  const renewal = setInterval(() => {
    db.$executeRaw`
      UPDATE interpretation_claim SET until = now() + make_interval(secs => ${CLAIM_SECONDS})
      WHERE laboratory_id = ${laboratoryId}::uuid AND run_id = ${runId}::uuid AND token = ${token}::uuid`.catch(
      () => undefined,
    );
  }, RENEWED_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    // If the release fails, the claim expires.
    await db.interpretationClaim.deleteMany({ where: { laboratoryId, runId, token } }).catch(() => undefined);
  }
}
