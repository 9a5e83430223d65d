import { PROBLEM_STATUS, type Problem, type ProblemCode } from '@curvewell/contracts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { databaseProblem } from '../../database/problem.ts';
import { AppError } from '../../errors.ts';
import { logFailure } from '../../telemetry/log.ts';

/** Seconds until a retry may succeed. */
export const RETRY_AFTER_S: Partial<Record<ProblemCode, number>> = {
  busy: 1,
  'too-many-requests': 1,
  unavailable: 2,
  'identity-unavailable': 5,
  moving: 60,
  'timed-out': 2,
};

const FASTIFY_CODES: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'file-too-large',
  FST_REQ_FILE_TOO_LARGE: 'file-too-large',
  FST_FILES_LIMIT: 'file-too-large',
  FST_PARTS_LIMIT: 'file-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'invalid-request',
};

/** Answers every error with the contract's body, including unknown addresses. */
export function handleProblems(app: FastifyInstance): void {
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler((request) => {
    throw new AppError('not-found', `${request.method} ${request.url} is not served here.`);
  });
}

export function answerProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const known = isGone(request, reply) ? GIVEN_UP : asAppError(error);
  const { code, message, issues, details, retryAfterS = RETRY_AFTER_S[code] } = known;
  const status = PROBLEM_STATUS[code];
  if (status >= 500) logFailure(request.log, error, 'request failed');
  // Logged, so that the operator sees whether a limit is too low or the machine too small.
  if (typeof details?.['limit'] === 'string')
    request.log.warn({ code, limit: details['limit'] }, 'stopped at a limit');
  if (retryAfterS !== undefined) void reply.header('retry-after', retryAfterS);
  if (code === 'unauthenticated') void reply.header('www-authenticate', 'Bearer');
  const problem: Problem = {
    code,
    message,
    issues: [...issues],
    requestId: request.id,
    ...(details === undefined ? {} : { details }),
  };
  return reply
    .status(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(problem);
}

/** The client has disconnected, so errors after that do not matter. */
const GIVEN_UP = new AppError('invalid-request', 'The request was cancelled.');

function isGone({ raw: request }: FastifyRequest, { raw: response }: FastifyReply): boolean {
  return response.destroyed || (request.destroyed && !request.complete);
}

function asAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  const code = FASTIFY_CODES[error.code];
  if (code !== undefined) return new AppError(code, error.message);
  const ofDatabase = databaseProblem(error);
  if (ofDatabase !== undefined) return ofDatabase;
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('invalid-request', error.message);
  }
  return new AppError('unexpected', 'An error occurred on the server. It has been logged.');
}
