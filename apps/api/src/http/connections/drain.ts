import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

interface Drain {
  readonly isDraining: () => boolean;
  /** Asks clients to connect elsewhere from now on. @returns when the drain time is over */
  readonly drain: () => Promise<void>;
}

/**
 * A stopping process answers for a while, so that the load balancer sees that it is not ready and clients
 * close their connections.
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
