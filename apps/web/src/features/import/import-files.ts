import type { RunInspection } from '@curvewell/domain';
import { z } from 'zod';

import { text } from '../../locale/text.ts';
import { ApiProblem, hasCode, messageOf } from '../../shared/api/api-problem.ts';

const MEBIBYTE = 1024 * 1024;

/** `50 MiB` */
export const formatLimit = (bytes: number): string => `${Math.round((bytes / MEBIBYTE) * 10) / 10} MiB`;

/** `xml, xlsx, xls` */
export const typesInWords = (types: readonly string[]): string => types.join(', ');

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

interface Limits {
  readonly types: readonly string[];
  readonly maxBytes: number;
}

/** What is wrong with a file before it is sent; null: nothing. */
export function fileFault({ name, size }: Pick<File, 'name' | 'size'>, limits: Limits): string | null {
  if (!limits.types.includes(endingOf(name))) return text.runImport.wrongType(typesInWords(limits.types));
  return size > limits.maxBytes ? text.runImport.tooLarge(formatLimit(limits.maxBytes)) : null;
}

export type Slots = readonly (File | null)[];

/**
 * The places for files after some were dropped: empty places first, then new ones.
 * Where there is only one place the dropped file takes it. `left` were too many.
 */
export function withDropped(
  slots: Slots,
  dropped: readonly File[],
  max: number,
): { readonly slots: Slots; readonly left: number } {
  if (max === 1) return { slots: [dropped[0] ?? null], left: Math.max(0, dropped.length - 1) };
  const waiting = [...dropped];
  const filled: (File | null)[] = slots.map((slot) => slot ?? waiting.shift() ?? null);
  const added = waiting.splice(0, Math.max(0, max - filled.length));
  return { slots: [...filled, ...added], left: waiting.length };
}

/** Why an import failed. */
export interface ImportFailure {
  readonly title: string;
  /** The file that the reader stopped in, if it says so. */
  readonly fileName: string | null;
}

/** Words for a file that was not read when the files were looked into, as an import would find them. */
export function inspectionFailure({ file, message }: RunInspection['problems'][number]): ImportFailure {
  return { title: message, fileName: file };
}

/** Whether the server had no time for the files: it says nothing about them. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, 'busy') || hasCode(error, 'too-many-requests');
}

const detailsSchema = z.object({ place: z.object({ file: z.string() }) });

export function importFailure(error: unknown): ImportFailure {
  const words = text.runImport;
  if (!(error instanceof ApiProblem)) return { title: words.unexpected, fileName: null };
  const message = messageOf(error, '');
  const fileName = detailsSchema.safeParse(error.details).data?.place.file ?? null;
  // What exactly is wrong says more than that something is.
  if (error.status === 422) return { title: message === '' ? words.unreadable : message, fileName };
  if (message === '') return { title: words.unexpected, fileName };
  return { title: error.status === 500 ? words.invalidFile(message) : message, fileName };
}
