import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Call, IDEMPOTENCY_HEADER, takesIdempotencyKey } from '@curvewell/contracts';
import type { FastifyRequest } from 'fastify';
import { ZodError } from 'zod';

import type { Dependencies } from '../../dependencies.ts';
import { attempts, type Attempt } from '../../database/attempt.ts';
import { readRows, type Db, type Tx } from '../../database/db.ts';
import { WAIT_FOR_DISK } from '../../database/early-commit.ts';
import { AppError, isRefusal } from '../../errors.ts';
import { Prisma, type IdempotencyKey } from '../../generated/prisma/client.ts';
import type { Caller } from '../../actor.ts';
import type { UploadedFile } from '../../formats/uploaded-file.ts';

const KEPT_MS = 24 * 3600 * 1000;
/** Work in progress renews its row at this interval; an older row belongs to a crashed server. */
const BEAT_MS = 5_000;
const LONGEST_SILENCE_MS = 15_000;
/** How long storing the end of the work is retried while the database is unavailable. */
const RELEASE_WITHIN_MS = 60_000;
const RELEASE_RETRY_MS = 500;
/** How long a duplicate waits for work in progress, and how often it checks. */
const WAIT_MS = 3_000;
const LOOK_MS = 100;
const KEY = /^[\x21-\x7e]{1,100}$/;

interface Place {
  readonly userId: string;
  readonly key: string;
}

interface KeyedRequest {
  readonly call: Call;
  readonly actor: Caller;
  readonly key: string;
  readonly parts: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
  readonly files: readonly UploadedFile[];
  /**
   * The response for the result of the work; empty: no body. @throws ZodError when it does not match the
   * declaration
   */
  readonly textOf: (outgoing: unknown) => string;
}

/** The idempotency key of a request; null: none, or the call changes nothing. @throws AppError */
export function idempotencyKey({ headers }: FastifyRequest, call: Call): string | null {
  const key = headers[IDEMPOTENCY_HEADER];
  if (key === undefined || !takesIdempotencyKey(call)) return null;
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new AppError('invalid-request', 'An idempotency key must have 1 to 100 printable ASCII characters.');
}

/** Another request has already claimed the key. */
class AlreadyClaimed extends Error {}

/**
 * Runs a request once for each key. The key and the response are stored in the transaction of the change;
 * replays return the stored response for a day. A response that is not known in that transaction is stored as
 * soon as it is known.
 *
 * @param work - makes the change and returns the response
 * @throws AppError `key-reused` for a different request, `busy` while it is in progress, `answer-lost` when it was
 *   done and its response is unknown
 */
export async function runOnce(
  dependencies: Dependencies,
  request: KeyedRequest,
  work: () => Promise<unknown>,
): Promise<string> {
  const { db, clock } = dependencies;
  const { userId, requestId } = request.actor;
  const place = { userId, key: request.key };
  const requestHash = hashOf(request);
  if ((await findStored(dependencies, place)) !== null)
    return replayResponse(dependencies, place, requestHash);

  const own = { ...place, requestId };
  const made: { kept: Kept | null } = { kept: null };
  const attempt: Attempt = {
    isClaimed: false,
    claim: (tx) => claim(tx, { ...place, requestHash, requestId, at: clock.now() }),
    keep: async (tx, done) => {
      made.kept = keptOf(request, done);
      if (made.kept !== null)
        await tx.idempotencyKey.updateMany({
          where: own,
          data: { answeredAt: clock.now(), answer: storedText(request, made.kept.text) },
        });
    },
  };
  const beat = setInterval(() => {
    if (attempt.isClaimed) void recordHeartbeat(dependencies, own);
  }, BEAT_MS);
  let answer: string;
  try {
    const outgoing = await attempts.run(attempt, work);
    // Reuses the text, since a large response is expensive to format.
    if (made.kept !== null && made.kept.of === outgoing) return made.kept.text;
    answer = request.textOf(outgoing);
  } catch (error) {
    if (error instanceof AlreadyClaimed) return await replayResponse(dependencies, place, requestHash);
    if (!isRefusal(error)) {
      // After a lost connection only the stored key shows whether the commit succeeded.
      void recordEnd(dependencies, own);
    } else if (attempt.isClaimed) {
      // A refused request changed nothing, so its key is released.
      await db.idempotencyKey.deleteMany({ where: own });
    }
    throw error;
  } finally {
    clearInterval(beat);
  }
  // The request is complete, even if its response cannot be stored.
  if (attempt.isClaimed) await recordEnd(dependencies, own, storedText(request, answer));
  return answer;
}

const storedText = ({ call }: KeyedRequest, text: string): string | null =>
  call.isAnswerSecret ? null : text;

type Own = Place & { readonly requestId: string };

/** A missed renewal is harmless. */
const recordHeartbeat = ({ db, clock }: Dependencies, where: Own) =>
  db.idempotencyKey.updateMany({ where, data: { at: clock.now() } }).catch(() => undefined);

/** Records the end of the work, so that replays need not wait. */
async function recordEnd({ db, clock }: Dependencies, own: Own, answer?: string | null): Promise<void> {
  // Does not overwrite a response stored with the change.
  const where = answer === undefined ? { ...own, answeredAt: null } : own;
  const data = { answeredAt: clock.now(), ...(answer !== undefined && { answer }) };
  const note = () => db.idempotencyKey.updateMany({ where, data });
  await note().catch(() => void noteLater(note));
}

/** Retries while the database is unavailable. */
async function noteLater(note: () => Promise<unknown>): Promise<void> {
  for (let waited = 0; waited < RELEASE_WITHIN_MS; waited += RELEASE_RETRY_MS) {
    await sleep(RELEASE_RETRY_MS, undefined, { ref: false });
    if (
      await note().then(
        () => true,
        () => false,
      )
    )
      return;
  }
}

/** The result of a transaction, and its response. */
interface Kept {
  readonly of: unknown;
  readonly text: string;
}

/** @returns null when the response needs more than this result */
function keptOf({ textOf }: KeyedRequest, done: unknown): Kept | null {
  try {
    return { of: done, text: textOf(done) };
  } catch (error) {
    if (error instanceof ZodError) return null;
    throw error;
  }
}

/**
 * Claims the key; waits for another transaction with the same key. @throws AlreadyClaimed when that one was
 * committed
 */
async function claim(
  tx: Tx,
  { userId, key, requestHash, requestId, at }: Omit<IdempotencyKey, 'answer' | 'answeredAt'>,
): Promise<void> {
  const old = new Date(at.getTime() - KEPT_MS);
  const claimed = await tx.$executeRaw`
    INSERT INTO kept_answer (user_id, key, request_hash, request_id, at)
    VALUES (${userId}::uuid, ${key}, ${requestHash}, ${requestId}, ${at})
    ON CONFLICT (user_id, key) DO UPDATE
      SET request_hash = excluded.request_hash, request_id = excluded.request_id, at = excluded.at,
        answered_at = NULL, answer = NULL
      WHERE kept_answer.at < ${old} OR kept_answer.request_id = excluded.request_id`;
  if (claimed === 0) throw new AlreadyClaimed();
}

function findStored({ db, clock }: Dependencies, { userId, key }: Place): Promise<IdempotencyKey | null> {
  const since = new Date(clock.now().getTime() - KEPT_MS);
  return db.idempotencyKey.findFirst({ where: { userId, key, at: { gte: since } } });
}

/** The stored response; waits a little while the request is in progress. */
async function replayResponse(
  dependencies: Dependencies,
  place: Place,
  requestHash: string,
): Promise<string> {
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    const kept = await findStored(dependencies, place);
    if (kept !== null && kept.requestHash !== requestHash)
      throw new AppError('key-reused', 'This idempotency key was used for another request.');
    const isDone = kept !== null && (kept.answer !== null || !isUnderWay(dependencies, kept));
    if (isDone && (await isOnDisk(dependencies.db, kept))) {
      if (kept.answer !== null) return kept.answer;
      throw new AppError(
        'answer-lost',
        'This request has been carried out, but its response is lost. Check the result before you repeat it.',
      );
    }
    await sleep(LOOK_MS);
  }
  throw new AppError('busy', 'This request is in progress. Try again in a moment.');
}

/**
 * Waits until the stored response, and so its change, is on disk: locks are released before that.
 *
 * @returns whether a crash has not lost it
 */
async function isOnDisk(db: Db, { userId, key, requestId }: IdempotencyKey): Promise<boolean> {
  const rows = await readRows<{ at: string }>(
    db,
    Prisma.sql`SELECT ${Prisma.raw(WAIT_FOR_DISK)}::text AS at FROM kept_answer
      WHERE user_id = ${userId}::uuid AND key = ${key} AND request_id = ${requestId}`,
  );
  return rows.length > 0;
}

const isUnderWay = ({ clock }: Dependencies, { answeredAt, at }: IdempotencyKey): boolean =>
  answeredAt === null && clock.now().getTime() - at.getTime() < LONGEST_SILENCE_MS;

function hashOf({ call, actor, parts, files }: KeyedRequest): string {
  const sent = files.map(({ name, size, sha256 }) => [name, size, sha256]);
  const all = [call.method, call.path, actor.laboratory?.id ?? null, parts, sent];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

export async function deleteExpiredIdempotencyKeys({ db, clock }: Dependencies): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { at: { lt: new Date(clock.now().getTime() - KEPT_MS) } } });
}
