/** Significant digits of figures on screens, in workbooks and in reports. */
const DIGITS = 3;
const MAX_DIGITS = 8;

/** A figure with three significant digits. */
export const figureText = (value: number, digits = DIGITS): string =>
  String(Number(value.toPrecision(digits)));

/** A figure and its limit, with enough digits to tell them apart. */
export function figureTexts(measured: number, limit: number): readonly [measured: string, limit: string] {
  let digits = DIGITS;
  while (
    digits < MAX_DIGITS &&
    measured !== limit &&
    figureText(measured, digits) === figureText(limit, digits)
  )
    digits += 1;
  return [figureText(measured, digits), figureText(limit, digits)];
}

export const degreesText = (value: number): string => `${value.toFixed(2)} °C`;

/** The limit of a zone: one to three decimals, as entered. */
export function edgeText(value: number): string {
  const exact = String(Number(value.toFixed(3)));
  return exact.includes('.') ? exact : value.toFixed(1);
}
