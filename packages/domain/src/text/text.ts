import { z } from 'zod';

/** Control characters and unpaired surrogates, which databases reject or alter. */
const LINE = /^[^\p{Cc}\p{Cs}]*$/u;
/** The same, with tabs and line breaks. */
const LINES = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;
const REFUSED = 'control characters and unpaired surrogates are not allowed';

/**
 * Characters that are invisible or change the display order of others (UTR 36): with them, a name can look like another
 * one. The last is a blank letter.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u{2800}]/u;
const ALL_INVISIBLE = new RegExp(`${INVISIBLE.source}|[\\p{Cc}\\p{Cs}]`, 'gu');
export const INVISIBLE_REFUSED = 'invisible characters are not allowed';
/** Sentences may contain joined emojis. */
const REORDERING = /\p{Bidi_Control}/u;
const REORDERING_REFUSED = 'characters that change the direction of the text are not allowed';

export const hasInvisible = (text: string): boolean => INVISIBLE.test(text);
/** The visible characters of a text, in their stored order. */
export const withoutInvisible = (text: string): string => text.replaceAll(ALL_INVISIBLE, '').trim();

/**
 * One line that is stored or searched for, without surrounding spaces. Names that earlier versions stored may have
 * invisible characters, and must remain readable.
 */
export const storedLineSchema = z.string().trim().regex(LINE, REFUSED);
/** One line of input without surrounding spaces. Every text in a request is one of these six. */
export const lineSchema = storedLineSchema.refine((line) => !INVISIBLE.test(line), INVISIBLE_REFUSED);
/** A sentence, or the name of a person: joiners belong to emojis and to some scripts. */
export const sentenceSchema = storedLineSchema.refine((line) => !REORDERING.test(line), REORDERING_REFUSED);
/** Several lines of input without surrounding spaces. */
export const linesSchema = z
  .string()
  .trim()
  .regex(LINES, REFUSED)
  .refine((lines) => !REORDERING.test(lines), REORDERING_REFUSED);
/** One line, not trimmed: spaces are part of a password. */
export const secretLineSchema = z.string().regex(LINE, REFUSED);
/** Several lines, not trimmed, such as a key. */
export const secretLinesSchema = z.string().regex(LINES, REFUSED);

interface PlacedText {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** All texts of a value that have invisible characters. */
export function invisibleTexts(value: unknown, path: PlacedText['path'] = []): PlacedText[] {
  if (typeof value === 'string') return hasInvisible(value) ? [{ path, text: value }] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => invisibleTexts(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => invisibleTexts(item, [...path, key]));
}

export const MAX_INTEGER = 2 ** 31 - 1;

/** Begins a sentence. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
