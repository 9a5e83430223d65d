import type { FastifyInstance } from 'fastify';

/**
 * Bytes to read and discard after an early response, so that the response arrives: browsers send a file of 50
 * MiB completely.
 */
const MAX_BYTES = 64 * 1024 * 1024;

/** Limits how much of a body is discarded when a request was answered early. */
export function boundRestOfRequests(app: FastifyInstance): void {
  app.addHook('onResponse', ({ raw: request }, _reply, done) => {
    const { socket } = request;
    if (!request.complete && !socket.destroyed) {
      const before = socket.bytesRead;
      request.unpipe();
      request.on('data', () => {
        if (socket.bytesRead - before > MAX_BYTES) socket.destroy();
      });
      request.resume();
    }
    done();
  });
}
