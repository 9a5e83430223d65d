import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type PDFKit from 'pdfkit';

export type Pdf = InstanceType<typeof PDFKit>;
type Weight = 400 | 600;

/** The parts that the font comes in, and the characters that each holds. Tried in this order. */
const PARTS = [
  [
    'latin',
    /[ -\u00ff\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2191\u2193\u2212\u2215\ufffd]/u,
  ],
  [
    'latin-ext',
    /[\u0100-\u02ba\u02bd-\u02c5\u1d00-\u1dbf\u1e00-\u1eff\u20a0-\u20ab\u20ad-\u20c0\u2113\u2c60-\u2c7f]/u,
  ],
  ['greek', /[\u0370-\u03ff]/u],
  ['cyrillic', /[\u0301\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/u],
] as const;
type Part = (typeof PARTS)[number][0];

/** Stands for a character that no part of the font holds: something is there, and it cannot be shown. */
const REPLACEMENT = '\ufffd';
const require = createRequire(import.meta.url);

/** Embeds the font, so that a report looks the same everywhere. */
export function registerFonts(pdf: Pdf): void {
  for (const [part] of PARTS) {
    for (const weight of [400, 600]) {
      const file = require.resolve(`@fontsource/inter/files/inter-${part}-${weight}-normal.woff`);
      pdf.registerFont(`${part}-${weight}`, readFileSync(file));
    }
  }
}

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly width?: number;
  readonly align?: 'left' | 'center' | 'right';
  /** Cut with an ellipsis instead of going on in a second line. */
  readonly oneLine?: boolean;
}

export const INK = '#14181f';
export const INK_SOFT = '#5d6774';

/** Writes a text at a place, each character in the part of the font that holds it. */
export function write(pdf: Pdf, text: string, placed: Placed): void {
  const { x, y, size, weight = 400, color = INK, width, align = 'left', oneLine = false } = placed;
  const runs = runsOf(text === '' ? ' ' : text);
  const options = {
    align,
    lineGap: 0,
    ...(width === undefined ? { lineBreak: false } : { width }),
    ...(oneLine && width !== undefined ? { height: size * 1.1, ellipsis: true } : {}),
  };
  pdf.fontSize(size).fillColor(color);
  for (const [index, { part, text: run }] of runs.entries()) {
    pdf.font(`${part}-${weight}`);
    const more = { ...options, continued: index < runs.length - 1 };
    if (index === 0) pdf.text(run, x, y, more);
    else pdf.text(run, more);
  }
}

/** How high a text becomes in a width. */
export function heightOf(
  pdf: Pdf,
  text: string,
  { size, width }: { readonly size: number; readonly width: number },
): number {
  pdf.font('latin-400').fontSize(size);
  return pdf.heightOfString(text === '' ? ' ' : text, { width, lineGap: 0 });
}

/** How wide a text is in one line. */
export function widthOf(pdf: Pdf, text: string, size: number): number {
  pdf.fontSize(size);
  return runsOf(text).reduce(
    (width, { part, text: run }) => width + pdf.font(`${part}-400`).widthOfString(run),
    0,
  );
}

function runsOf(text: string): { readonly part: Part; readonly text: string }[] {
  const runs: { part: Part; text: string }[] = [];
  for (const character of text.replace(/[\r\t]/g, ' ')) {
    const part = character === '\n' ? 'latin' : PARTS.find(([, holds]) => holds.test(character))?.[0];
    const shown = part === undefined ? REPLACEMENT : character;
    const last = runs.at(-1);
    if (last !== undefined && last.part === (part ?? 'latin')) last.text += shown;
    else runs.push({ part: part ?? 'latin', text: shown });
  }
  return runs;
}
