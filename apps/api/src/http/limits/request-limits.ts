import { setTimeout } from 'node:timers/promises';

import { ALL_CALLS, type Call } from '@curvewell/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from '../../errors.ts';
import type { FairQueue } from '../../process/fair-queue.ts';
import { AccountBudgets, createAccountQueue } from './account-budgets.ts';
import { consume, createLimiter, type Limiter } from './rate-limiter.ts';

/** Requests of one kind that one person may make in a minute, as parts of the setting. */
const SHARES = { read: 1, write: 1 / 4, costly: 1 / 20 } as const;
/** Of people who are not or no longer signed in, a whole hospital may come from one address. */
const ADDRESS_SHARE = 5;
const MINUTE_S = 60;
/** After which one of an account's requests may have ended. */
const TRY_AGAIN_S = 1;
const KIBIBYTE = 1024;

type Kind = keyof typeof SHARES;

/** Processor time on the event loop, measured by `pnpm bench:cost` (docs/measurements/cost-matrix.json), rounded up. */
const READ_MS = 8;
const WRITE_MS = 15;
const MS_PER_KIB_SENT = 0.5;
const MS_PER_KIB_ANSWERED = 0.05;

interface ServedCall {
  readonly call: Call;
  readonly reply: FastifyReply;
}

interface Accounts {
  readonly budgets: AccountBudgets;
  readonly queue: FairQueue;
}

export interface RequestLimits {
  /** Counts a request of somebody who is signed in, and waits until their account has paid for it. @throws AppError `too-many-requests` */
  countUser(request: FastifyRequest, served: ServedCall): Promise<void>;
  /** Counts a request of somebody unknown. @throws the same */
  countAddress(request: FastifyRequest): Promise<void>;
}

/**
 * How many requests a person, or an address from which nobody has signed in, may make. Each
 * process counts for itself.
 *
 * @param perMinute reads of one person; null: no limit
 */
export function createRequestLimits(perMinute: number | null): RequestLimits {
  if (perMinute === null)
    return { countUser: () => Promise.resolve(), countAddress: () => Promise.resolve() };
  const accounts = {
    budgets: new AccountBudgets(() => performance.now()),
    queue: createAccountQueue(() => tooDear(TRY_AGAIN_S)),
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
 * Begins once the caller's account has the processor time that the event loop will take for the request. What threads
 * and the reader process use for it is charged when they report it, the bytes of the answer at its end.
 */
async function payFor(
  { budgets, queue }: Accounts,
  request: FastifyRequest,
  { reply, call }: ServedCall,
): Promise<void> {
  const account = request.caller?.userId ?? '';
  const end = await queue.enter({ userId: account });
  const isGone = () => reply.raw.closed;
  // A stream of events goes on, and costs next to nothing.
  if (call.file?.mediaTypes.includes('text/event-stream') === true) end();
  else reply.raw.once('close', end);
  // A page gives up what it asks again: such a request is not worked on, and costs nothing.
  if (isGone()) {
    end();
    throw tooDear(TRY_AGAIN_S);
  }

  const cost = chargeOf(call, { sent: sentOf(request, call), answered: 0 });
  const { waitMs, retryAfterMs } = budgets.admit(account, cost);
  if (waitMs === null) throw tooDear(Math.ceil(retryAfterMs / 1000));
  if (waitMs > 0) await setTimeout(waitMs);
  if (isGone()) {
    budgets.charge(account, -cost);
    throw tooDear(TRY_AGAIN_S);
  }
  request.payer.pay = (processorMs) => {
    budgets.charge(account, processorMs);
  };
  reply.raw.once('close', () => {
    budgets.charge(account, (request.answerBytes / KIBIBYTE) * MS_PER_KIB_ANSWERED);
  });
}

const tooDear = (seconds: number) =>
  new AppError('too-many-requests', `Your requests exceed the limit per user. Try again in ${seconds} s.`, {
    retryAfterS: seconds,
  });

/** Of the body, as far as it is known before it is there. */
function sentOf({ headers }: FastifyRequest, { bodyBytes }: Call): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bodyBytes;
}

/**
 * What an account pays for a request beside the work of threads and processes, in ms of processor time. Files go to disk,
 * and cost what their call declares.
 *
 * @param bytes sizes of the JSON, before it is compressed
 */
export function chargeOf(
  { method, isQuestion, files, bodyBytes, costMs }: Call,
  { sent, answered }: { readonly sent: number; readonly answered: number },
): number {
  const read = files === null ? Math.min(sent, bodyBytes) : 0;
  const bareMs = method === 'GET' || isQuestion ? READ_MS : WRITE_MS;
  return bareMs + costMs + (read * MS_PER_KIB_SENT + answered * MS_PER_KIB_ANSWERED) / KIBIBYTE;
}

/** Files that come or are made cost a thousand times what a row does; what has a limit of its own is held by that. */
function kindOf({ method, isQuestion, files, file, perMinute }: Call): Kind {
  if (files !== null || (file !== null && method !== 'GET' && perMinute === null)) return 'costly';
  return method === 'GET' || isQuestion ? 'read' : 'write';
}
