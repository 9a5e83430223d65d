import { ApiProblem, hasCode } from './api-problem.ts';

const MAX_RETRIES = 2;
const TRIED_AGAIN = new Set(['unreachable', 'too-many-requests']);

/** Retries lost connections and refusals for too many requests, but no other refusal. */
export const isRetried = (failures: number, error: Error): boolean =>
  failures < MAX_RETRIES && error instanceof ApiProblem && TRIED_AGAIN.has(error.code);

/** Retries previews until the server accepts them, as long as they are mounted. */
export const isPreviewRetried = (failures: number, error: Error): boolean =>
  hasCode(error, 'too-many-requests') || isRetried(failures, error);
