import { z } from 'zod';

/** Excludes control characters and unpaired surrogates, which databases reject or alter. */
const LINE = /^[^\p{Cc}\p{Cs}]*$/u;
/** The same, with tabs and line breaks. */
const LINES = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;
const REFUSED = 'control characters and unpaired surrogates are not allowed';

/** One line of input without surrounding spaces. Every text in a request is one of these four. */
export const lineSchema = z.string().trim().regex(LINE, REFUSED);
/** Several lines of input without surrounding spaces. */
export const linesSchema = z.string().trim().regex(LINES, REFUSED);
/** One line, not trimmed: spaces are part of a password. */
export const secretLineSchema = z.string().regex(LINE, REFUSED);
/** Several lines, not trimmed, such as a key. */
export const secretLinesSchema = z.string().regex(LINES, REFUSED);

export const MAX_INTEGER = 2 ** 31 - 1;

/** Begins a sentence. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
