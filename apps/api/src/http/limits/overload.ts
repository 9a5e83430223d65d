import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';

import { AppError } from '../../errors.ts';

/** Seconds until a retry may succeed. */
const TRY_AGAIN_S = 5;

/**
 * Refuses calls while the mean delay of the event loop exceeds a limit. Uses 429, because pages reload on 503
 * and would increase the load. Health checks are still answered.
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
