import { randomUUID } from 'node:crypto';

import type { Db } from '../../../database/db.ts';
import { AppError } from '../../../errors.ts';

/** How long a claim outlives a process that has died. */
const CLAIM_SECONDS = 10;
const RENEWED_EVERY_MS = 3_000;

/**
 * Does something with a run while no other process does the same. Nothing is locked meanwhile: a row marks the run as
 * claimed, is renewed for as long as the work goes on, and expires after a crash. A claim that holds for longer than any
 * can is from before the clock of the database was set back.
 *
 * @throws AppError `busy` when another process holds the claim
 */
export async function claimRun<T>(db: Db, runId: string, work: () => Promise<T>): Promise<T> {
  const token = randomUUID();
  const claimed = await db.$executeRaw`
    INSERT INTO interpretation_claim AS claim (run_id, token, until)
    VALUES (${runId}::uuid, ${token}::uuid, now() + make_interval(secs => ${CLAIM_SECONDS}))
    ON CONFLICT (run_id) DO UPDATE SET token = excluded.token, until = excluded.until
    WHERE claim.until < now() OR claim.until > excluded.until`;
  if (claimed === 0) throw new AppError('busy', 'This run is being interpreted by someone else.');

  // One renewal more or less does not matter, and who loses the claim is found out when the result is stored.
  const renewal = setInterval(() => {
    db.$executeRaw`
      UPDATE interpretation_claim SET until = now() + make_interval(secs => ${CLAIM_SECONDS})
      WHERE run_id = ${runId}::uuid AND token = ${token}::uuid`.catch(() => undefined);
  }, RENEWED_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    // What cannot be taken back now ends by itself.
    await db.interpretationClaim.deleteMany({ where: { runId, token } }).catch(() => undefined);
  }
}
