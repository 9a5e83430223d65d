import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import type { ProblemCode } from '@curvewell/contracts';

import { watchBodyPace, type BodyPace } from './body-pace.ts';
import { refuseSocket, recordResponse } from './refuse-socket.ts';
import { headFault } from '../requests/request-head.ts';

/** How long a client may take. */
export interface HttpTimes extends BodyPace {
  /** From the connection, or the former answer, to the end of the head. */
  readonly headMs: number;
  /** From the first byte to the last one of the body: eight files of 50 MiB over a slow line. */
  readonly requestMs: number;
  /** Without a byte either way. Longer than any answer takes to make. */
  readonly silenceMs: number;
  /** A connection kept for the next request; longer than proxies keep theirs. */
  readonly keepAliveMs: number;
  /** How often connections are looked at. */
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
  /** Answers some requests before the API; false for all others. */
  readonly answerFirst: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly listener: Listener;
}

/** Node's server, which answers also what is no request in the shape of every error. */
export function createHttpServer({ times, answerFirst, listener }: Options): Server {
  const server = createServer({
    headersTimeout: times.headMs,
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.keepAliveMs,
    connectionsCheckingInterval: times.checkEveryMs,
    // Checked with the rest of the head, and answered like it.
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
  // Expectations may be left unmet (RFC 9110, 10.1.1).
  server.on('checkExpectation', answer);
  server.on('connect', (_request, socket) => {
    refuseSocket(socket, 'invalid-request', 'This server is not a proxy.');
  });
  return server;
}

const REFUSALS: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The headers are longer than 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timed-out', 'The request did not arrive in time.'],
};

/** What Node could not read as a request, or did not get in time. */
export function refuseClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  const [code, message] = REFUSALS[error.code ?? ''] ?? ['invalid-request', 'This is not an HTTP request.'];
  refuseSocket(socket, code, message);
}
