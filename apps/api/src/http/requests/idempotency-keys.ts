import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Call, IDEMPOTENCY_HEADER, takesIdempotencyKey } from '@curvewell/contracts';
import type { FastifyRequest } from 'fastify';
import { ZodError } from 'zod';

import type { Clock } from '../../clock.ts';
import { attempts, type Attempt } from '../../database/attempt.ts';
import type { Db, Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { IdempotencyKey } from '../../generated/prisma/client.ts';
import type { Caller } from '../../actor.ts';
import type { UploadedFile } from '../../formats/uploaded-file.ts';

const KEPT_MS = 24 * 3600 * 1000;
/** Work in progress renews its row every few seconds; a row that is older has ended with its server. */
const BEAT_MS = 5_000;
const LONGEST_SILENCE_MS = 15_000;
/** How long, and how often, the end of the work is stored again after the database was lost in between. */
const RELEASE_WITHIN_MS = 60_000;
const RELEASE_RETRY_MS = 500;
/** How long somebody waits for what is being done, and how often they look. */
const WAIT_MS = 3_000;
const LOOK_MS = 100;
const KEY = /^[\x21-\x7e]{1,100}$/;

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
}

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
  /** What is sent for what the work returns; empty: nothing. @throws ZodError when the call answers no such thing */
  readonly textOf: (outgoing: unknown) => string;
}

/** The key by which a request names itself; null: it does not, or it makes nothing. @throws AppError */
export function idempotencyKey({ headers }: FastifyRequest, call: Call): string | null {
  const key = headers[IDEMPOTENCY_HEADER];
  if (key === undefined || !takesIdempotencyKey(call)) return null;
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new AppError('invalid-request', 'An idempotency key must have 1 to 100 printable ASCII characters.');
}

/** Somebody else was there first with the same key. */
class AlreadyClaimed extends Error {}

/**
 * Does something once, however often it is requested with the same key: the key and the answer are kept in the
 * transaction of the change, and what was answered is answered again for a day. Where the answer is more than what that
 * transaction returned, it is kept as soon as it is known.
 *
 * @param work does it, and returns what is answered
 * @throws AppError `key-reused` for another request, `busy` while it is being done, `answer-lost` when it was done and
 *   what was answered is not known
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
    // The text of a large answer is made once.
    if (made.kept !== null && made.kept.of === outgoing) return made.kept.text;
    answer = request.textOf(outgoing);
  } catch (error) {
    if (error instanceof AlreadyClaimed) return await replayResponse(dependencies, place, requestHash);
    if (!isRefusal(error)) {
      // A broken connection does not show what was committed: the key does, if it is there.
      void recordEnd(dependencies, own);
    } else if (attempt.isClaimed) {
      // What is refused in the end was taken back.
      await db.idempotencyKey.deleteMany({ where: own });
    }
    throw error;
  } finally {
    clearInterval(beat);
  }
  // It is done, and answered, whether or not its answer can be kept.
  if (attempt.isClaimed) await recordEnd(dependencies, own, storedText(request, answer));
  return answer;
}

/** A fault of the database does not show what was done before. */
const TROUBLE: readonly unknown[] = ['unavailable', 'timed-out', 'busy', 'too-many-requests', 'storage-full'];
const isRefusal = (error: unknown) => error instanceof AppError && !TROUBLE.includes(error.code);

const storedText = ({ call }: KeyedRequest, text: string): string | null =>
  call.isAnswerSecret ? null : text;

type Own = Place & { readonly requestId: string };

/** One beat more or less does not matter. */
const recordHeartbeat = ({ db, clock }: Dependencies, where: Own) =>
  db.idempotencyKey.updateMany({ where, data: { at: clock.now() } }).catch(() => undefined);

/** Anyone who asks again need not wait: for an answer that is kept, or for one that nobody will give. */
async function recordEnd({ db, clock }: Dependencies, own: Own, answer?: string | null): Promise<void> {
  // What is kept with the change itself stays.
  const where = answer === undefined ? { ...own, answeredAt: null } : own;
  const data = { answeredAt: clock.now(), ...(answer !== undefined && { answer }) };
  const note = () => db.idempotencyKey.updateMany({ where, data });
  await note().catch(() => void noteLater(note));
}

/** The database was lost: the end is stored when it is back. */
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

/** What a transaction has come to, and how it is answered. */
interface Kept {
  readonly of: unknown;
  readonly text: string;
}

/** @returns null when more than that is answered: the answer is known later */
function keptOf({ textOf }: KeyedRequest, done: unknown): Kept | null {
  try {
    return { of: done, text: textOf(done) };
  } catch (error) {
    if (error instanceof ZodError) return null;
    throw error;
  }
}

/** Waits for another transaction with the same key. @throws AlreadyClaimed when that was committed */
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

/** What was answered; anyone who asks while it is being done waits a little. */
async function replayResponse(
  dependencies: Dependencies,
  place: Place,
  requestHash: string,
): Promise<string> {
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    const kept = await findStored(dependencies, place);
    if (kept !== null && kept.requestHash !== requestHash)
      throw new AppError('key-reused', 'This idempotency key was used for another request.');
    if (typeof kept?.answer === 'string') return kept.answer;
    if (kept !== null && !isUnderWay(dependencies, kept))
      throw new AppError(
        'answer-lost',
        'This request has been carried out, but its response is lost. Check the result before you repeat it.',
      );
    await sleep(LOOK_MS);
  }
  throw new AppError('busy', 'This request is in progress. Try again in a moment.');
}

const isUnderWay = ({ clock }: Dependencies, { answeredAt, at }: IdempotencyKey): boolean =>
  answeredAt === null && clock.now().getTime() - at.getTime() < LONGEST_SILENCE_MS;

function hashOf({ call, actor, parts, files }: KeyedRequest): string {
  const sent = files.map(({ name, size, sha256 }) => [name, size, sha256]);
  const all = [call.method, call.path, actor.laboratory?.id ?? null, parts, sent];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

/** Forgets answers that nobody asks for again. */
export async function deleteExpiredIdempotencyKeys({ db, clock }: Dependencies): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { at: { lt: new Date(clock.now().getTime() - KEPT_MS) } } });
}
