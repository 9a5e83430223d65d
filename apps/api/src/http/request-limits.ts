import { ALL_CALLS, type Call } from '@curvewell/contracts';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import { AppError } from '../errors.ts';

/** Requests of one kind that one person may make in a minute, as parts of the setting. */
const SHARES = { read: 1, write: 1 / 4, costly: 1 / 20 } as const;
/** Of people who are not signed in, or not any more, a whole hospital may come from one address. */
const ADDRESS_SHARE = 5;
const MINUTE_MS = 60_000;

type Kind = keyof typeof SHARES;

export interface RequestLimits {
  /** Counts a request of somebody who is signed in. @throws AppError `too-many-requests` */
  countUser(request: FastifyRequest, call: Call): Promise<void>;
  /** Counts a request of somebody unknown. @throws the same */
  countAddress(request: FastifyRequest): Promise<void>;
}

/**
 * How many requests a person, or an address from which nobody has signed in, may make. Each
 * process counts for itself.
 *
 * @param perMinute reads of one person; null: no limit
 */
export async function createRequestLimits(
  app: FastifyInstance,
  perMinute: number | null,
): Promise<RequestLimits> {
  if (perMinute === null)
    return { countUser: () => Promise.resolve(), countAddress: () => Promise.resolve() };
  await app.register(rateLimit, { global: false });
  const limit = (share: number, keyGenerator: (request: FastifyRequest) => string) =>
    limitTo(Math.ceil(perMinute * share), keyGenerator);
  const limitTo = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator });
  const userOf = ({ caller }: FastifyRequest) => caller?.userId ?? '';
  const users = {
    read: limit(SHARES.read, userOf),
    write: limit(SHARES.write, userOf),
    costly: limit(SHARES.costly, userOf),
  };
  const own = new Map(
    ALL_CALLS.flatMap(({ call }) =>
      call.perMinute === null ? [] : [[call, limitTo(call.perMinute, userOf)] as const],
    ),
  );
  const addresses = limit(ADDRESS_SHARE, ({ ip }) => ip);
  const count = async (request: FastifyRequest, limiter: typeof addresses) => {
    const result = await limiter(request);
    if (!result.isAllowed && result.isExceeded)
      throw new AppError('too-many-requests', `Too many requests. Try again in ${result.ttlInSeconds} s.`, {
        retryAfterS: result.ttlInSeconds,
      });
  };
  return {
    countUser: async (request, call) => {
      const ofCall = own.get(call);
      if (ofCall !== undefined) await count(request, ofCall);
      await count(request, users[kindOf(call)]);
    },
    countAddress: (request) => count(request, addresses),
  };
}

/** Files that come or are made cost a thousand times what a row does; what has a limit of its own is held by that. */
function kindOf({ method, files, file, perMinute }: Call): Kind {
  if (files !== null || (file !== null && method !== 'GET' && perMinute === null)) return 'costly';
  return method === 'GET' ? 'read' : 'write';
}
