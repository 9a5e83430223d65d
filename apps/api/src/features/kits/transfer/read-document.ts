import type { Issue } from '@curvewell/domain';
import {
  readDocumentIsolated,
  type DocumentKind,
  type Documents,
  type ReaderLimits,
} from '@curvewell/instruments';

import { AppError } from '../../../errors.ts';
import type { UploadedFile } from '../../../formats/uploaded-file.ts';
import { orReadProblem } from '../../../formats/read-problem.ts';
import { recordUse } from '../../../telemetry/used-time.ts';

/**
 * Reads an uploaded document in the reader process, so that no upload can block the event loop.
 *
 * @throws AppError `invalid-request` without a file, `unsupported-file`, `unreadable-file`; `busy`
 */
export async function readDocument<Kind extends DocumentKind>(
  [file]: readonly UploadedFile[],
  kind: Kind,
  { limits, signal }: { readonly limits: ReaderLimits; readonly signal: AbortSignal },
): Promise<Documents[Kind]> {
  if (file === undefined) throw new AppError('invalid-request', 'missing file');
  const { path, name } = file;
  if (!/\.json$/i.test(name)) throw new AppError('unsupported-file', 'wrong extension');
  const found = await orReadProblem(
    () => readDocumentIsolated({ path, name }, kind, { limits, signal, onUsed: recordUse }),
    signal,
  );
  if (found.kind === 'no-json') throw new AppError('unreadable-file', `${name} is not valid JSON.`);
  if (found.kind === 'faulty') throw unreadable(name, found.issues);
  return found.document;
}

/** The error for a document that contradicts itself or the installation. */
export function unreadable(name: string, issues: readonly Issue[]): AppError {
  const [first] = issues;
  const where = first === undefined || first.path.length === 0 ? '' : `${first.path.join('.')}: `;
  return new AppError('unreadable-file', `${name}: ${where}${first?.message ?? 'wrong'}`, {
    issues: issues.slice(0, 50),
  });
}
