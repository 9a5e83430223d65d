import type { Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';

/**
 * Browsers open connections in advance. One on which nothing was ever asked counts as busy, and
 * would hold up a server that stops for a minute: it is closed.
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
