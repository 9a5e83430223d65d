import { z } from 'zod';

/** Neither control characters nor half of a character that takes two code units: a database refuses or alters them. */
const LINE = /^[^\p{Cc}\p{Cs}]*$/u;
/** The same, but for tabs and line breaks. */
const LINES = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;
const REFUSED = 'control characters and unpaired surrogates are not allowed';

/** What people type into one line, without blank ends. Every text that a call takes is one of these four. */
export const lineSchema = z.string().trim().regex(LINE, REFUSED);
/** What people type into several lines, without blank ends. */
export const linesSchema = z.string().trim().regex(LINES, REFUSED);
/** One line as it is: blanks are part of a password. */
export const secretLineSchema = z.string().regex(LINE, REFUSED);
/** Several lines as they are, such as a key. */
export const secretLinesSchema = z.string().regex(LINES, REFUSED);

/** The largest number that a database column of whole numbers holds. */
export const MAX_INTEGER = 2 ** 31 - 1;
