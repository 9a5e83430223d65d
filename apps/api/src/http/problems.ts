import { PROBLEM_STATUS, type Issue, type Problem, type ProblemCode } from '@curvewell/contracts';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { AppError } from '../errors.ts';
import { Prisma } from '../generated/prisma/client.ts';

/** How long a client waits before it tries a service that is away again. */
const RETRY_AFTER_S = 2;

const FASTIFY_CODES: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'file-too-large',
  FST_REQ_FILE_TOO_LARGE: 'file-too-large',
  FST_FILES_LIMIT: 'file-too-large',
  FST_PARTS_LIMIT: 'file-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'invalid-request',
};

/** Answers every error in the contract's shape, and logs the ones that are our fault. */
export function handleProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemOf(error, request);
    const status = PROBLEM_STATUS[problem.code];
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    if (problem.code === 'unavailable') void reply.header('retry-after', RETRY_AFTER_S);
    if (problem.code === 'unauthenticated') void reply.header('www-authenticate', 'Bearer');
    return reply.status(status).header('content-type', 'application/json; charset=utf-8').send(problem);
  });
}

/** The issues of a schema that did not fit, under the part of the request it belongs to. */
export function issuesOf(error: z.ZodError, part: string): Issue[] {
  return error.issues.map(({ path, message }) => ({
    path: [part, ...path.map((step) => (typeof step === 'symbol' ? String(step) : step))],
    message,
  }));
}

function problemOf(error: FastifyError, request: FastifyRequest): Problem {
  const known = asAppError(error);
  return {
    code: known.code,
    message: known.message,
    issues: [...known.issues],
    ...(known.details === undefined ? {} : { details: known.details }),
    requestId: request.id,
  };
}

function asAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  const code = FASTIFY_CODES[error.code];
  if (code !== undefined) return new AppError(code, error.message);
  if (isDatabaseAway(error))
    return new AppError('unavailable', 'The database cannot be reached. Try again in a moment.');
  if (isLocked(error)) return new AppError('busy', 'Somebody else is changing this. Try again in a moment.');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('invalid-request', error.message);
  }
  return new AppError('unexpected', 'Something went wrong on our side. It has been logged.');
}

/** P1001, P1002, P1008, P1017: no server, no answer, connection closed; P2024: no connection free. */
const AWAY_CODES = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'ECONNREFUSED',
  'ECONNRESET',
  '57P01',
  '57P03',
]);

function isDatabaseAway(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  return codesOf(error).some((code) => AWAY_CODES.has(code));
}

/** 55P03: a lock was not to be had in time; 40P01: a deadlock; P2034: a write conflict. */
const LOCKED_CODES = new Set(['55P03', '40P01', 'P2034']);

function isLocked(error: unknown): boolean {
  return codesOf(error).some((code) => LOCKED_CODES.has(code));
}

const causeSchema = z.looseObject({
  code: z.string().optional(),
  originalCode: z.string().optional(),
  cause: z.unknown(),
  meta: z.looseObject({ driverAdapterError: z.unknown() }).optional(),
});

/** The codes of an error and of everything that caused it. */
function codesOf(error: unknown, depth = 0): string[] {
  const parsed = causeSchema.safeParse(error);
  if (!parsed.success || depth > 5) return [];
  const { code, originalCode, cause, meta } = parsed.data;
  return [code, originalCode]
    .filter((one) => one !== undefined)
    .concat(codesOf(cause, depth + 1), codesOf(meta?.driverAdapterError, depth + 1));
}
