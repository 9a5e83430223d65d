import { setTimeout } from 'node:timers/promises';

import { ALL_CALLS, type Call } from '@curvewell/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from '../../errors.ts';
import type { FairQueue } from '../../process/fair-queue.ts';
import { AccountBudgets, createAccountQueue } from './account-budgets.ts';
import { consume, createLimiter, type Limiter } from './rate-limiter.ts';

/** Requests of each kind per user and minute, as fractions of the setting. */
const SHARES = { read: 1, write: 1 / 4, costly: 1 / 20 } as const;
/** For requests without sign-in; a whole hospital may share one address. */
const ADDRESS_SHARE = 5;
const MINUTE_S = 60;
/** Seconds until one of the account's requests may have ended. */
const TRY_AGAIN_S = 1;
const KIBIBYTE = 1024;

type Kind = keyof typeof SHARES;

/**
 * Processor time on the event loop, rounded up. Measured by `pnpm bench:cost`
 * (docs/measurements/cost-matrix.json).
 */
const READ_MS = 8;
const WRITE_MS = 15;
const MS_PER_KIB_SENT = 0.5;
const MS_PER_KIB_ANSWERED = 0.05;

interface ServedCall {
  readonly call: Call;
  readonly reply: FastifyReply;
}

export interface RequestLimits {
  /**
   * Counts a signed-in user's request and waits until their account's budget admits it. @throws AppError
   * `too-many-requests`
   */
  countUser(request: FastifyRequest, served: ServedCall): Promise<void>;
  /** Counts a request without sign-in. @throws AppError `too-many-requests` */
  countAddress(request: FastifyRequest): Promise<void>;
}

/**
 * Limits the requests of users, and of addresses without sign-in. Each process counts separately.
 *
 * @param perMinute - reads of one user; null: no limit
 */
export function createRequestLimits(perMinute: number | null): RequestLimits {
  if (perMinute === null)
    return { countUser: () => Promise.resolve(), countAddress: () => Promise.resolve() };
  const accounts = {
    budgets: new AccountBudgets(() => performance.now()),
    queue: createAccountQueue(() => budgetExceeded(TRY_AGAIN_S)),
  };
  const limitTo = (points: number) => createLimiter({ points, durationS: MINUTE_S });
  const share = (of: number) => limitTo(Math.ceil(perMinute * of));
  const users = { read: share(SHARES.read), write: share(SHARES.write), costly: share(SHARES.costly) };
  const own = new Map(
    ALL_CALLS.flatMap(({ call }) =>
      call.perMinute === null ? [] : [[call, limitTo(call.perMinute)] as const],
    ),
  );
  const addresses = share(ADDRESS_SHARE);
  const count = async (limiter: Limiter, key: string) => {
    const refusal = await consume(limiter, key);
    if (refusal !== null)
      throw new AppError('too-many-requests', `Too many requests. Try again in ${refusal.seconds} s.`, {
        retryAfterS: refusal.seconds,
      });
  };
  return {
    countUser: async (request, served) => {
      const { call } = served;
      const userId = request.caller?.userId ?? '';
      const ofCall = own.get(call);
      if (ofCall !== undefined) await count(ofCall, userId);
      await count(users[kindOf(call)], userId);
      await payFor(accounts, request, served);
    },
    countAddress: ({ ip }) => count(addresses, ip),
  };
}

/**
 * Waits until the caller's budget admits the request's event loop time. Time in threads and in the reader
 * process is charged when they report it, the bytes of the response at its end.
 */
async function payFor(
  { budgets, queue }: { readonly budgets: AccountBudgets; readonly queue: FairQueue },
  request: FastifyRequest,
  { reply, call }: ServedCall,
): Promise<void> {
  const account = request.caller?.userId ?? '';
  const end = await queue.enter({ userId: account });
  const isGone = () => reply.raw.closed;
  // An event stream stays open and costs almost nothing.
  if (call.file?.mediaTypes.includes('text/event-stream') === true) end();
  else reply.raw.once('close', end);
  // Pages cancel requests that they repeat; such a request is skipped and free.
  if (isGone()) {
    end();
    throw budgetExceeded(TRY_AGAIN_S);
  }

  const cost = chargeOf(call, { sent: sentOf(request, call), answered: 0 });
  const { waitMs, retryAfterMs } = budgets.admit(account, cost);
  if (waitMs === null) throw budgetExceeded(Math.ceil(retryAfterMs / 1000));
  if (waitMs > 0) await setTimeout(waitMs);
  if (isGone()) {
    budgets.charge(account, -cost);
    throw budgetExceeded(TRY_AGAIN_S);
  }
  request.payer.pay = (processorMs) => budgets.charge(account, processorMs);
  reply.raw.once('close', () =>
    budgets.charge(account, (request.answerBytes / KIBIBYTE) * MS_PER_KIB_ANSWERED),
  );
}

const budgetExceeded = (seconds: number) =>
  new AppError('too-many-requests', `Your requests exceed the limit per user. Try again in ${seconds} s.`, {
    retryAfterS: seconds,
  });

/** Size of the body, as far as known from the headers. */
function sentOf({ headers }: FastifyRequest, { bodyBytes }: Call): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bodyBytes;
}

/**
 * The processor time that a request costs besides threads and processes, ms. Files go to disk and cost what
 * their call declares.
 *
 * @param bytes - sizes of the JSON before compression
 */
export function chargeOf(
  { method, isQuestion, files, bodyBytes, costMs }: Call,
  { sent, answered }: { readonly sent: number; readonly answered: number },
): number {
  const read = files === null ? Math.min(sent, bodyBytes) : 0;
  const bareMs = method === 'GET' || isQuestion ? READ_MS : WRITE_MS;
  return bareMs + costMs + (read * MS_PER_KIB_SENT + answered * MS_PER_KIB_ANSWERED) / KIBIBYTE;
}

/**
 * Uploads and generated files cost a thousand times as much as a row. Calls with a limit of their own use
 * that limit.
 */
function kindOf({ method, isQuestion, files, file, perMinute }: Call): Kind {
  if (files !== null || (file !== null && method !== 'GET' && perMinute === null)) return 'costly';
  return method === 'GET' || isQuestion ? 'read' : 'write';
}
