import { trace } from '@opentelemetry/api';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

import { databaseProblem } from '../database/problem.ts';
import { AppError } from '../errors.ts';
import { originNow } from './origin.ts';

const LONGEST = 200;
/** Quoted text may be data: a value, a name, a part of a file. */
const QUOTED = /"[^"]*"?|“[^”]*”?|‘[^’]*’?|'[^']*'?|`[^`]*`?/g;
const FRAME = /^\s+at /;
const DEEPEST = 4;
const LOST_ELSEWHERE: ReadonlySet<string> = new Set(['unavailable', 'identity-unavailable']);

interface ErrorInLog {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly [more: string]: unknown;
}

/**
 * An error for the log: its class, its place in the source code, and its message without quoted text.
 * Libraries put values into messages and fields: rows, file contents, user input.
 */
export function errorInLog(error: unknown, depth = 0): ErrorInLog {
  if (!(error instanceof Error)) return { type: typeof error, message: '…', stack: '' };
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  return {
    type: error.name,
    message: messageWithoutValues(error),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => FRAME.test(line))
      .map((line) => line.trim())
      .join('\n'),
    ...(cause !== undefined && depth < DEEPEST && { cause: errorInLog(cause, depth + 1) }),
  };
}

function messageWithoutValues({ name, message }: Error): string {
  // It quotes the text that could not be parsed, which may itself contain quotes.
  if (name === 'SyntaxError') return '…';
  const line = message.split('\n').find((one) => one.trim() !== '') ?? '';
  return line.replaceAll(QUOTED, '…').slice(0, LONGEST);
}

/**
 * Logs a failure. A lost connection or a failing external server is a single warning with its reason;
 * everything else is a defect, with its place in the source code.
 */
export function logFailure(
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
  error: unknown,
  what = 'something went wrong',
): void {
  const lost = lostConnection(error);
  if (lost === null) log.error({ err: error }, what);
  else log.warn({ code: lost.code, reason: lost.reason }, lost.text);
}

/** Null: not a lost connection. */
function lostConnection(error: unknown): { text: string; reason: string; code?: unknown } | null {
  if (!(error instanceof Error)) return null;
  const reason = messageWithoutValues(error);
  if (error instanceof AppError)
    return LOST_ELSEWHERE.has(error.code) ? { text: 'a server elsewhere failed', reason } : null;
  const { code } = error as { readonly code?: unknown };
  return databaseProblem(error)?.code === 'unavailable'
    ? { text: 'a connection to the database was lost', reason, code }
    : null;
}

/** The log format: JSON, requests by route, errors without data. */
export const LOG_RULES = {
  formatters: { level: (level: string) => ({ level }) },
  // A library that logs its input would log the token.
  redact: { paths: ['headers', '*.headers', '*.*.headers'], remove: true },
  serializers: {
    req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions.url ?? null }),
    res: ({ statusCode }: Pick<FastifyReply, 'statusCode'>) => ({ statusCode }),
    err: (error: unknown) => errorInLog(error),
  },
  /** Adds the request or job to each line. */
  mixin: () => {
    const { requestId = null } = originNow() ?? {};
    const traceId = trace.getActiveSpan()?.spanContext().traceId;
    return {
      ...(requestId !== null && { requestId }),
      ...(traceId !== undefined && { traceId }),
    };
  },
  hooks: {
    // A bare error would become its own message.
    logMethod(this: FastifyBaseLogger, args: unknown[], write: (...args: unknown[]) => void) {
      // Fastify's message for events that `logEndedConnections` logs.
      if (args.at(-1) === 'stream closed prematurely') return;
      if (args[0] instanceof Error) write.apply(this, [{ err: args[0] }, 'something went wrong']);
      else write.apply(this, args);
    },
  },
};

/** Formats a log line where no logger exists yet. */
export function logLine(text: string): void {
  const line = { level: 'info', time: Date.now(), pid: process.pid, msg: text.trim() };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
