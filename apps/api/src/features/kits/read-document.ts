import { readFile } from 'node:fs/promises';

import type { Issue } from '@curvewell/contracts';
import type { z } from 'zod';

import { AppError } from '../../errors.ts';
import type { UploadedFile } from '../../http/uploads.ts';

/** The largest kit, all analysers and buffers with eight zones a channel, takes well under this. */
const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

/**
 * Reads the exported document that was sent.
 *
 * @throws AppError `invalid-request` without a file, `unsupported-file`, `file-too-large`, `unreadable-file`
 */
export async function readDocument<Schema extends z.ZodType>(
  [file]: readonly UploadedFile[],
  schema: Schema,
): Promise<z.output<Schema>> {
  if (file === undefined) throw new AppError('invalid-request', 'missing file');
  if (!/\.json$/i.test(file.name)) throw new AppError('unsupported-file', 'wrong extension');
  if (file.size > MAX_DOCUMENT_BYTES)
    throw new AppError('file-too-large', `${file.name} is larger than 8 MiB.`);
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file.path, 'utf8'));
  } catch (cause) {
    throw new AppError('unreadable-file', `${file.name} is not JSON.`, { cause });
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw unreadable(
    file.name,
    parsed.error.issues.map(({ path, message }) => ({ path: path.map(step), message })),
  );
}

/** A document that contradicts itself, or what is installed here. */
export function unreadable(name: string, issues: readonly Issue[]): AppError {
  const [first] = issues;
  const where = first === undefined || first.path.length === 0 ? '' : `${first.path.join('.')}: `;
  return new AppError('unreadable-file', `${name}: ${where}${first?.message ?? 'wrong'}`, {
    issues: issues.slice(0, 50),
  });
}

const step = (key: PropertyKey) => (typeof key === 'number' ? key : String(key));
