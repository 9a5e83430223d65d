import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import { PROBLEM_STATUS, type Problem, type ProblemCode } from '@curvewell/contracts';

/** Time for the response to arrive: closing a connection with unread bytes resets it. */
const LINGER_MS = 500;

const refused = new WeakSet<Duplex>();
const responses = new WeakMap<Duplex, ServerResponse>();

/** Remembers the response in progress on a connection. */
export function recordResponse(socket: Duplex, response: ServerResponse): void {
  responses.set(socket, response);
}

/** Answers a connection without a valid request with the usual error body, and closes it. */
export function refuseSocket(socket: Duplex, code: ProblemCode, message: string): void {
  if (refused.has(socket)) return;
  refused.add(socket);
  const response = responses.get(socket);
  const isAnswering = response?.headersSent === true && !response.writableFinished;
  if (!socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  socket.end(answerText(code, message));
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function answerText(code: ProblemCode, message: string): string {
  const status = PROBLEM_STATUS[code];
  const problem: Problem = { code, message, issues: [], requestId: randomUUID() };
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
