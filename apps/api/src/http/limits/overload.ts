import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';

import { AppError } from '../../errors.ts';

/** Until an overload may have passed. */
const TRY_AGAIN_S = 5;

/**
 * Refuses calls while the event loop is late by more than so much on average: 429, since on a
 * 503 pages reload, which would make the overload worse. Health is answered all the same.
 */
export async function refuseOverload(app: FastifyInstance, maxEventLoopDelayMs: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    pressureHandler: ({ routeOptions }, reply) => {
      if (routeOptions.config.call === undefined) return;
      const seconds = TRY_AGAIN_S;
      void reply.send(
        new AppError('too-many-requests', `The server is overloaded. Try again in ${seconds} s.`, {
          retryAfterS: seconds,
        }),
      );
    },
  });
}
