import type { IncomingMessage, ServerResponse } from 'node:http';

import { refuseSocket } from './refuse-socket.ts';

/** The slowest that a body may come: so many bytes in each such time. */
export interface BodyPace {
  readonly paceMs: number;
  readonly leastBytes: number;
}

/**
 * Ends a request whose body drips. A time in which the server itself did not read – the request
 * waits for its turn, or the disk is slow – is not held against the client.
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
