import { AppError } from '../errors.ts';
import { databaseProblem } from '../database/problem.ts';

/** The work has failed permanently and recorded that; it is retried only on request. */
export class PermanentFailure extends Error {}

/** The reason of a failure for operators, without any data from the database. */
export function plainErrorText(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return (
    databaseProblem(error)?.message ??
    'An error occurred in the program. For the cause, see the log of this installation.'
  );
}
