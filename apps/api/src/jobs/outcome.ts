import { AppError } from '../errors.ts';
import { databaseProblem } from '../database/problem.ts';

/** The work has failed for good and has noted so: it is not tried again unless somebody asks. */
export class PermanentFailure extends Error {}

/** Why an attempt has failed, for anyone who looks after the installation: nothing of what is in the database. */
export function plainErrorText(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return (
    databaseProblem(error)?.message ??
    'An error occurred in the program. For the cause, see the log of this installation.'
  );
}
