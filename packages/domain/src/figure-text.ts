/** Figures as screens, workbooks and reports write them. */
const DIGITS = 3;
const MAX_DIGITS = 8;

/** A figure in a text: three significant digits. */
export const figureText = (value: number, digits = DIGITS): string =>
  String(Number(value.toPrecision(digits)));

/** A figure beside its limit, with as many digits as it takes to distinguish them. */
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

/** The edge of a zone as it was set: one decimal, or as many as it has, up to three. */
export function edgeText(value: number): string {
  const exact = String(Number(value.toFixed(3)));
  return exact.includes('.') ? exact : value.toFixed(1);
}
