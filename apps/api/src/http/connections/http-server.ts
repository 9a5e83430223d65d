import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import type { ProblemCode } from '@curvewell/contracts';

import { headFault } from '../requests/request-head.ts';
import { recordResponse, refuseSocket } from './refuse-socket.ts';

/** Time limits for clients. */
export interface HttpTimes extends BodyPace {
  /** From the connection or the previous response to the end of the headers. */
  readonly headMs: number;
  /** From the first to the last byte of the request: eight files of 50 MiB over a slow line. */
  readonly requestMs: number;
  /** Without a byte in either direction. Longer than any response takes. */
  readonly silenceMs: number;
  /** For an idle keep-alive connection; longer than the limit of common proxies. */
  readonly keepAliveMs: number;
  /** How often the limits are checked. */
  readonly checkEveryMs: number;
}

export const HTTP_TIMES: HttpTimes = {
  headMs: 10_000,
  requestMs: 30 * 60_000,
  silenceMs: 5 * 60_000,
  keepAliveMs: 75_000,
  checkEveryMs: 2_000,
  paceMs: 10_000,
  leastBytes: 10 * 1024,
};

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface Options {
  readonly times: HttpTimes;
  /** Answers some requests before the API does; returns false for all others. */
  readonly answerFirst: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly listener: Listener;
}

/** Node's HTTP server, which also answers malformed requests with the usual error body. */
export function createHttpServer({ times, answerFirst, listener }: Options): Server {
  const server = createServer({
    headersTimeout: times.headMs,
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.keepAliveMs,
    connectionsCheckingInterval: times.checkEveryMs,
    // Checked with the other headers, with the same error body.
    requireHostHeader: false,
  });
  server.setTimeout(times.silenceMs);
  const answer: Listener = (request, response) => {
    recordResponse(request.socket, response);
    watchBodyPace(request, response, times);
    if (headFault(request) === null && answerFirst(request, response)) return;
    listener(request, response);
  };
  server.on('request', answer);
  // Servers may ignore expectations (RFC 9110, 10.1.1).
  server.on('checkExpectation', answer);
  server.on('connect', (_request, socket) =>
    refuseSocket(socket, 'invalid-request', 'This server is not a proxy.'),
  );
  return server;
}

const REFUSALS: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The headers are longer than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timed-out', 'The request did not arrive in time.'],
};

/** Answers requests that Node could not parse or that timed out. */
export function refuseClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  const [code, message] = REFUSALS[error.code ?? ''] ?? ['invalid-request', 'This is not an HTTP request.'];
  refuseSocket(socket, code, message);
}

/** The slowest accepted body: a number of bytes in each interval. */
interface BodyPace {
  readonly paceMs: number;
  readonly leastBytes: number;
}

/**
 * Ends a request whose body arrives too slowly. Intervals in which the server itself did not read, because of
 * the queue or a slow disk, do not count.
 */
function watchBodyPace(
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
  const end = () => clearInterval(timer);
  request.once('close', end);
}
