import type { Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';

/**
 * Closes connections without any request. Browsers open them in advance; Node counts them as busy, and a
 * stopping server would wait a minute for them.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', (done) => {
    for (const socket of unused) socket.destroy();
    done();
  });
}
