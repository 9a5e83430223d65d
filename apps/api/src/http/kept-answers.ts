import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Call, IDEMPOTENCY_HEADER, takesIdempotencyKey } from '@curvewell/contracts';
import type { FastifyRequest } from 'fastify';

import type { Clock } from '../clock.ts';
import { attempts } from '../database/attempt.ts';
import type { Db, Tx } from '../db.ts';
import { AppError } from '../errors.ts';
import type { KeptAnswer } from '../generated/prisma/client.ts';
import type { Caller } from './access.ts';
import type { UploadedFile } from './uploads.ts';

const KEPT_MS = 24 * 3600 * 1000;
/** What is not answered after this has ended with its server. */
const LONGEST_WORK_MS = 60_000;
/** How long somebody waits for what is being done, and how often they look. */
const WAIT_MS = 3_000;
const LOOK_MS = 100;
const KEY = /^[\x21-\x7e]{1,100}$/;

interface Needs {
  readonly db: Db;
  readonly clock: Clock;
}

interface Place {
  readonly userId: string;
  readonly key: string;
}

interface Asked {
  readonly call: Call;
  readonly actor: Caller;
  readonly key: string;
  readonly parts: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
  readonly files: readonly UploadedFile[];
}

/** The key by which a request names itself; null: it does not, or it makes nothing. @throws AppError */
export function idempotencyKey({ headers }: FastifyRequest, call: Call): string | null {
  const key = headers[IDEMPOTENCY_HEADER];
  if (key === undefined || !takesIdempotencyKey(call)) return null;
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw new AppError('invalid-request', 'An idempotency key is 1 to 100 letters, digits and signs.');
}

/** Somebody else was there first with the same key. */
class AlreadyClaimed extends Error {}

/**
 * Does something once, however often it is asked for with the same key: the key is noted in the transaction of the
 * change, and what was answered is answered again for a day.
 *
 * @param work does it, and answers the JSON; empty: none
 * @throws AppError `key-reused` for another request, `busy` while it is being done, `answer-lost` when it was done and
 *   what was answered is not known
 */
export async function doOnce(needs: Needs, asked: Asked, work: () => Promise<string>): Promise<string> {
  const { db, clock } = needs;
  const { userId, requestId } = asked.actor;
  const place = { userId, key: asked.key };
  const requestHash = hashOf(asked);
  if ((await findKept(needs, place)) !== null) return answerAgain(needs, place, requestHash);

  const attempt = {
    isClaimed: false,
    claim: (tx: Tx) => claim(tx, { ...place, requestHash, requestId, at: clock.now() }),
  };
  const own = { ...place, requestId };
  try {
    const answer = await attempts.run(attempt, work);
    if (attempt.isClaimed)
      await db.keptAnswer.updateMany({
        where: own,
        data: { answeredAt: clock.now(), answer: asked.call.isAnswerSecret ? null : answer },
      });
    return answer;
  } catch (error) {
    if (error instanceof AlreadyClaimed) return answerAgain(needs, place, requestHash);
    if (attempt.isClaimed) await db.keptAnswer.deleteMany({ where: own });
    throw error;
  }
}

/** Waits for another transaction with the same key. @throws AlreadyClaimed when that was committed */
async function claim(
  tx: Tx,
  { userId, key, requestHash, requestId, at }: Omit<KeptAnswer, 'answer' | 'answeredAt'>,
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

function findKept({ db, clock }: Needs, { userId, key }: Place): Promise<KeptAnswer | null> {
  const since = new Date(clock.now().getTime() - KEPT_MS);
  return db.keptAnswer.findFirst({ where: { userId, key, at: { gte: since } } });
}

/** What was answered; whoever asks while it is being done waits a little. */
async function answerAgain(needs: Needs, place: Place, requestHash: string): Promise<string> {
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    const kept = await findKept(needs, place);
    if (kept !== null && kept.requestHash !== requestHash)
      throw new AppError('key-reused', 'This idempotency key was used for another request.');
    if (typeof kept?.answer === 'string') return kept.answer;
    if (kept !== null && !isUnderWay(needs, kept))
      throw new AppError(
        'answer-lost',
        'This has been done, but its answer is lost. Look before you do it again.',
      );
    await sleep(LOOK_MS);
  }
  throw new AppError('busy', 'This is being done. Try again in a moment.');
}

const isUnderWay = ({ clock }: Needs, { answeredAt, at }: KeptAnswer): boolean =>
  answeredAt === null && clock.now().getTime() - at.getTime() < LONGEST_WORK_MS;

function hashOf({ call, actor, parts, files }: Asked): string {
  const sent = files.map(({ name, size, sha256 }) => [name, size, sha256]);
  const all = [call.method, call.path, actor.laboratory?.id ?? null, parts, sent];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

/** Forgets answers that nobody asks for again. */
export async function forgetAnswers({ db, clock }: Needs): Promise<void> {
  await db.keptAnswer.deleteMany({ where: { at: { lt: new Date(clock.now().getTime() - KEPT_MS) } } });
}
