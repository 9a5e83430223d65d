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

/** The error of a file before upload; null if valid. */
export function fileFault({ name, size }: Pick<File, 'name' | 'size'>, limits: Limits): string | null {
  const ending = endingOf(name);
  if (!limits.types.includes(ending)) {
    const { wrongType, exportInstead } = text.runImport;
    return [wrongType(typesInWords(limits.types)), exportInstead.get(ending) ?? []].flat().join(' ');
  }
  return size > limits.maxBytes ? text.runImport.tooLarge(formatLimit(limits.maxBytes)) : null;
}

export type Slots = readonly (File | null)[];

/**
 * Assigns dropped files to empty fields first, then to new ones. With a single field the dropped file
 * replaces its file. `left` is the number of files beyond the limit.
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

export interface ImportFailure {
  readonly title: string;
  /** The file in which the reader failed, if known. */
  readonly fileName: string | null;
}

/** The failure of a file during inspection, in the words of an import. */
export function inspectionFailure({ file, message }: RunInspection['problems'][number]): ImportFailure {
  return { title: message, fileName: file };
}

/** Whether the server was too busy to read the files; they may be valid. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, 'busy') || hasCode(error, 'too-many-requests');
}

const detailsSchema = z.object({ place: z.object({ file: z.string() }) });

export function importFailure(error: unknown): ImportFailure {
  const words = text.runImport;
  if (!(error instanceof ApiProblem)) return { title: words.unexpected, fileName: null };
  const message = messageOf(error, '');
  const fileName = detailsSchema.safeParse(error.details).data?.place.file ?? null;
  // The server's reason is more precise than the general message.
  if (error.status === 422) return { title: message === '' ? words.unreadable : message, fileName };
  if (message === '') return { title: words.unexpected, fileName };
  return { title: error.status === 500 ? words.invalidFile(message) : message, fileName };
}
