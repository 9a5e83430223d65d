import type { FastifyInstance } from 'fastify';

/** What is read of a body after its answer, so that the answer arrives; a browser sends a file of 50 MiB whole. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Bounds what is read and thrown away of a request that was answered before its body was there. */
export function boundRestOfRequests(app: FastifyInstance): void {
  app.addHook('onResponse', ({ raw: request }, _reply, done) => {
    const { socket } = request;
    if (!request.complete && !socket.destroyed) {
      const before = socket.bytesRead;
      // No one reads it from here on.
      request.unpipe();
      request.on('data', () => {
        if (socket.bytesRead - before > MAX_BYTES) socket.destroy();
      });
      request.resume();
    }
    done();
  });
}
