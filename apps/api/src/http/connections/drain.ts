import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

interface Drain {
  readonly isDraining: () => boolean;
  /** From now on clients are asked to connect elsewhere. @returns when the time for it is over */
  readonly drain: () => Promise<void>;
}

/**
 * A process that stops still answers for a while: a load balancer sees that it is not ready, and no client keeps its
 * connection.
 */
export function drainable({ server }: Pick<FastifyInstance, 'server'>, seconds: number): Drain {
  let isDraining = false;
  server.prependListener('request', (_request, response) => {
    if (isDraining) response.setHeader('connection', 'close');
  });
  return {
    isDraining: () => isDraining,
    drain: async () => {
      isDraining = true;
      await sleep(seconds * 1000);
    },
  };
}
