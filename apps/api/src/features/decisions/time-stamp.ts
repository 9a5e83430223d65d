import type { TimeStampState } from '@curvewell/domain';
import { isValidAt, type TrustedKey } from '@curvewell/domain/record';
import { TimeStampError } from '@curvewell/domain/time-stamp';

import { transaction, type Db, type Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Signer } from '../../signing/signer.ts';
import { readTrustedKeys } from '../../signing/signing-keys.ts';
import type { TimeStamps } from '../../signing/time-stamps.ts';

interface Asking {
  readonly tx: Tx;
  readonly jobs: Jobs;
  readonly timeStamps: Pick<TimeStamps, 'isOn'>;
}

/** Requests a time stamp of a decision that has just been signed. A job fetches it after the commit. */
export async function requestTimeStamp(
  { tx, jobs, timeStamps }: Asking,
  {
    decisionId,
    laboratoryId,
    at,
  }: { readonly decisionId: string; readonly laboratoryId: string; readonly at: Date },
): Promise<void> {
  if (!timeStamps.isOn) return;
  await tx.timeStamp.create({ data: { decisionId, laboratoryId, requestedAt: at } });
  await jobs.ask(tx, 'time-stamp', { data: { decisionId } });
}

/**
 * Fetches the time stamp of a decision's signature. A failure is stored and shown in the record view.
 *
 * @throws AppError `unavailable` when the authority gives none; the job is retried
 */
export async function stampDecision(
  { db, timeStamps }: { readonly db: Db; readonly timeStamps: TimeStamps },
  { decisionId }: { readonly decisionId: string },
): Promise<void> {
  const stamp = await db.timeStamp.findUnique({
    where: { decisionId },
    select: { token: true, runDecision: { select: { signature: { select: { signature: true } } } } },
  });
  const signature = stamp?.runDecision.signature?.signature;
  // The run was deleted, or another worker has stored the stamp.
  if (signature === undefined || stamp?.token !== null) return;
  const keep = (data: { token?: Uint8Array<ArrayBuffer>; problem: string | null }) =>
    transaction({ db, on: decisionId }, (tx) => tx.timeStamp.update({ where: { decisionId }, data }));
  try {
    const { token } = await timeStamps.stamp(Buffer.from(signature, 'base64'));
    await keep({ token: Uint8Array.from(token), problem: null });
  } catch (error) {
    if (error instanceof AppError) await keep({ problem: error.message });
    throw error;
  }
}

interface ReadDependencies {
  readonly db: Db;
  readonly signer: Pick<Signer, 'publicKey'>;
  readonly timeStamps: TimeStamps;
}

/** The time stamp of the last decision on a run, verified now; undefined: none was requested. */
export async function readTimeStamp(
  { db, signer, timeStamps }: ReadDependencies,
  runId: string,
): Promise<TimeStampState | undefined> {
  const found = await db.signature.findFirst({
    where: { runId },
    orderBy: { entryNumber: 'desc' },
    select: { signature: true, keyId: true, runDecision: { select: { timeStamp: true } } },
  });
  const stamp = found?.runDecision.timeStamp ?? null;
  if (found === null || stamp === null) return undefined;
  const { token, requestedAt, problem } = stamp;
  if (token === null) return { state: 'pending', requestedAt: requestedAt.toISOString(), problem };
  try {
    const stamped = await timeStamps.check(token, Buffer.from(found.signature, 'base64'));
    const key = (await readTrustedKeys(db, signer)).get(found.keyId);
    if (key !== undefined && !isValidAt(key, stamped.at))
      return { state: 'wrong', problem: revokedBefore(stamped.at, key) };
    return { state: 'stamped', ...stamped };
  } catch (error) {
    if (!(error instanceof TimeStampError)) throw error;
    return { state: 'wrong', problem: error.message };
  }
}

const revokedBefore = (at: string, { id, revokedAt }: TrustedKey) =>
  `The time stamp proves the signature for ${at}, which is not before its key ${id} was revoked (${revokedAt ?? ''}).`;

/** The token of the last decision on a run; null: none yet. */
export async function readToken(db: Db, runId: string): Promise<Uint8Array | null> {
  const found = await db.signature.findFirst({
    where: { runId },
    orderBy: { entryNumber: 'desc' },
    select: { runDecision: { select: { timeStamp: { select: { token: true } } } } },
  });
  return found?.runDecision.timeStamp?.token ?? null;
}
