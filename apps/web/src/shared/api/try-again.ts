import { ApiProblem, hasCode } from './api-problem.ts';

const MAX_RETRIES = 2;
const TRIED_AGAIN = new Set(['unreachable', 'too-many-requests']);

/** A lost connection is retried, and so is what there were too many of; what the server has refused is not. */
export const isRetried = (failures: number, error: Error): boolean =>
  failures < MAX_RETRIES && error instanceof ApiProblem && TRIED_AGAIN.has(error.code);

/** What is shown while somebody edits waits until the server takes it: it is requested as long as somebody looks at it. */
export const isPreviewRetried = (failures: number, error: Error): boolean =>
  hasCode(error, 'too-many-requests') || isRetried(failures, error);
