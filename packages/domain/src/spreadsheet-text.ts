/**
 * Spreadsheets take a text that begins like this for a formula, some of them with the full-width signs of East Asian
 * keyboards too; an apostrophe before it says that it is text.
 * One that has apostrophes already gets one more, so that each text comes back as it was.
 */
const FORMULA = /^'*[\s\0]*[=+\-@＝＋－＠\t\r]/;

export const withoutFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that `withoutFormula` was given. */
export const withFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;

/**
 * The same for a cell of a text file. Opened with another separator than it was written with, quotes hold nothing
 * together: no part of a cell may begin a formula either.
 */
export const withoutFormulas = (text: string): string =>
  withoutFormula(text).replace(/([,;\t|\r\n])(?=[\s\0"']*[=+\-@＝＋－＠])/g, "$1'");
