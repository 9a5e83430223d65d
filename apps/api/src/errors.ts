import type { ProblemCode } from '@curvewell/contracts';
import { INVISIBLE_REFUSED, invisibleTexts, type Issue } from '@curvewell/domain';

interface Particulars extends ErrorOptions {
  readonly issues?: readonly Issue[];
  readonly details?: Readonly<Record<string, unknown>>;
  /** Seconds until a retry may succeed; overrides the default of the code. */
  readonly retryAfterS?: number;
}

/** An error that the caller can act on. Any other error is a defect and is answered without detail. */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly issues: readonly Issue[];
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterS: number | undefined;

  constructor(
    code: ProblemCode,
    message: string,
    { issues = [], details, retryAfterS, ...options }: Particulars = {},
  ) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.issues = issues;
    this.details = details;
    this.retryAfterS = retryAfterS;
  }
}

/** Missing objects and objects of another laboratory give the same answer. */
export function notFound(what: string): AppError {
  return new AppError('not-found', `This ${what} does not exist.`);
}

/** Stored data cannot be read. */
export const damaged = (what: string): AppError =>
  new AppError('unavailable', `${what} Contact an administrator.`);

/** @throws AppError `invalid-request` that lists every issue */
export function refuseIssues(issues: readonly Issue[]): void {
  const [first] = issues;
  if (first !== undefined) throw new AppError('invalid-request', first.message, { issues });
}

/**
 * Refuses new texts with invisible characters. Texts that are already stored pass, so that a user can still change the
 * other fields of their record.
 *
 * @throws AppError `invalid-request`, with the paths in the body
 */
export function refuseInvisible(body: object, former: unknown): void {
  const known = new Set(invisibleTexts(former).map(({ text }) => text));
  refuseIssues(
    invisibleTexts(body)
      .filter(({ text }) => !known.has(text))
      .map(({ path }): Issue => ({ path: ['body', ...path.map(String)], message: INVISIBLE_REFUSED })),
  );
}

/** @throws AppError `invalid-request` always, with the path in the body */
export function refuse(path: readonly string[], message: string): never {
  throw new AppError('invalid-request', message, { issues: [{ path: ['body', ...path], message }] });
}

/** Failures of services. Afterwards it is unknown whether the change was committed. */
const TROUBLE: readonly unknown[] = ['unavailable', 'timed-out', 'busy', 'too-many-requests', 'storage-full'];

/** Whether a change was refused, so that nothing of it is stored. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && !TROUBLE.includes(error.code);
