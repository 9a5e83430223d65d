import type { IncomingMessage, ServerResponse } from 'node:http';

import { refuseSocket } from './refuse-socket.ts';

/** The slowest accepted body: a number of bytes in each interval. */
export interface BodyPace {
  readonly paceMs: number;
  readonly leastBytes: number;
}

/**
 * Ends a request whose body arrives too slowly. Intervals in which the server itself did not read, because of
 * the queue or a slow disk, do not count.
 */
export function watchBodyPace(
  request: IncomingMessage,
  response: ServerResponse,
  { paceMs, leastBytes }: BodyPace,
): void {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined)
    return;
  let before = request.socket.bytesRead;
  let wasReading = request.readableFlowing === true;
  const timer = setInterval(() => {
    if (request.complete) {
      end();
      return;
    }
    const now = request.socket.bytesRead;
    const isReading = request.readableFlowing === true;
    if (wasReading && isReading && now - before < leastBytes) {
      end();
      if (response.writableEnded) request.socket.destroy();
      else refuseSocket(request.socket, 'request-timed-out', 'The request arrived too slowly.');
      return;
    }
    before = now;
    wasReading = isReading;
  }, paceMs);
  const end = () => {
    clearInterval(timer);
  };
  request.once('close', end);
}
