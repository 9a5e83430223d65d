/**
 * Texts that spreadsheets read as formulas, including full-width signs of East Asian keyboards. A leading
 * apostrophe marks text; a text that already has apostrophes gets one more, so that each text is restored
 * exactly.
 */
const FORMULA = /^'*[\s\0]*[=+\-@＝＋－＠\t\r]/;

export const withoutFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Restores the text that was passed to `withoutFormula`. */
export const withFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;

/**
 * The same for a cell of a text file. If it is opened with another separator, quotes do not keep a cell
 * together, so no part of a cell may start a formula either.
 */
export const withoutFormulas = (text: string): string =>
  withoutFormula(text).replace(/([,;\t|\r\n])(?=[\s\0"']*[=+\-@＝＋－＠])/g, "$1'");
