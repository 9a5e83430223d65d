import { type ProblemCode, problemSchema } from '@curvewell/contracts';
import type { Issue } from '@curvewell/domain';
import { z } from 'zod';

/** `unreachable`: no response. `not-understood`: a response that violates the contract. */
export type ApiProblemCode = ProblemCode | 'unreachable' | 'not-understood';

interface ApiProblemFields {
  readonly code: ApiProblemCode;
  /** 0 if there was no response. */
  readonly status: number;
  readonly message: string;
  readonly issues?: readonly Issue[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId?: string | null;
  readonly retryAfterMs?: number | null;
}

/** A failed call. Code for programs, message for users. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: ApiProblemCode;
  readonly status: number;
  readonly issues: readonly Issue[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;

  constructor(fields: ApiProblemFields, options?: ErrorOptions) {
    super(fields.message, options);
    this.code = fields.code;
    this.status = fields.status;
    this.issues = fields.issues ?? [];
    this.details = fields.details ?? {};
    this.requestId = fields.requestId ?? null;
    this.retryAfterMs = fields.retryAfterMs ?? null;
  }
}

const CODE_OF_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'invalid-request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  413: 'file-too-large',
  415: 'unsupported-file',
  422: 'unreadable-file',
  429: 'too-many-requests',
  503: 'unavailable',
  504: 'timed-out',
};

/** `Retry-After` (seconds or a date) as milliseconds from now. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** An error without a known code. Users can still read its message. */
const messageSchema = z.object({ message: z.string(), requestId: z.string().nullable().default(null) });

interface FailedAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly body: string;
  readonly retryAfter: string | null;
}

/**
 * A problem from a failed response. Parses the body as JSON regardless of its media type: calls for files
 * report errors as JSON too.
 */
export function problemOf({ status, statusText, body, retryAfter }: FailedAnswer): ApiProblem {
  const wait = retryAfterMs(retryAfter, Date.now());
  let json: unknown = null;
  try {
    json = JSON.parse(body);
  } catch {
    // A proxy's page; only the status is known.
  }
  const problem = problemSchema.safeParse(json);
  if (problem.success) {
    const { details, ...rest } = problem.data;
    return new ApiProblem({ ...rest, ...(details && { details }), status, retryAfterMs: wait });
  }
  const answer = messageSchema.safeParse(json);
  return new ApiProblem({
    code: CODE_OF_STATUS[status] ?? 'unexpected',
    status,
    message: statusText,
    ...(answer.success && answer.data),
    retryAfterMs: wait,
  });
}

/** Whether the caller cancelled the request. Such errors are ignored silently. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

export function hasCode(error: unknown, code: ApiProblemCode): error is ApiProblem {
  return error instanceof ApiProblem && error.code === code;
}

const NO_MESSAGE = 'No message available';

/** The server's message, else the error's own, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof Error)) return fallback;
  const message = error.message.trim();
  return message === '' || message === NO_MESSAGE ? fallback : message;
}
