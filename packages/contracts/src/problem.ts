import { issueSchema } from '@curvewell/domain';
import { z } from 'zod';

/** The error codes and their HTTP statuses. */
export const PROBLEM_STATUS = {
  'invalid-request': 400,
  unauthenticated: 401,
  'session-locked': 401,
  forbidden: 403,
  'laboratory-required': 403,
  'sign-in-again': 403,
  'not-found': 404,
  'request-timed-out': 408,
  stale: 409,
  'illegal-transition': 409,
  'name-taken': 409,
  'in-use': 409,
  locked: 409,
  busy: 409,
  'check-open': 409,
  'record-changed': 409,
  'not-configured': 409,
  'answer-lost': 409,
  'file-too-large': 413,
  'unsupported-file': 415,
  elsewhere: 421,
  'unreadable-file': 422,
  'key-reused': 422,
  'too-many-requests': 429,
  'headers-too-large': 431,
  unexpected: 500,
  unavailable: 503,
  'identity-unavailable': 503,
  moving: 503,
  'timed-out': 504,
  'storage-full': 507,
} as const;

export type ProblemCode = keyof typeof PROBLEM_STATUS;
export const problemCodeSchema = z.enum(
  Object.keys(PROBLEM_STATUS) as [ProblemCode, ...ProblemCode[]], // keys of a literal object: never empty
);

/** The body of every error response. The code is for programs, the message for people. */
export const problemSchema = z.object({
  code: problemCodeSchema,
  message: z.string(),
  issues: z.array(issueSchema),
  details: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string(),
});
export type Problem = z.infer<typeof problemSchema>;
