import type PDFKit from 'pdfkit';

import { FONT_PARTS, openFont, partWith, type FontPart, type Weight } from './pdf-fonts.ts';

export type Pdf = InstanceType<typeof PDFKit>;

/**
 * Stands for a character that no part of the font holds: something is there, and it cannot be shown. The font has
 * no glyph for the usual U+FFFD, and a document that shows a missing glyph cannot be archived.
 */
const REPLACEMENT = '¤';

/** What people write in comments and the font does not hold, in signs that it does: a limit must stay a limit. */
const SPELT_OUT: Readonly<Record<string, string>> = {
  '≤': '<=',
  '≥': '>=',
  '≈': '~',
  '→': '->',
  '←': '<-',
  '−': '-',
  '\u2010': '-',
  '\u2011': '-',
};

/** Embeds the font, so that a report looks the same everywhere. */
export function registerFonts(pdf: Pdf): void {
  for (const part of FONT_PARTS) {
    for (const weight of [400, 600] as const) {
      // The library takes an opened font, too; its types do not have that yet.
      pdf.registerFont(`${part}-${weight}`, openFont(part, weight) as unknown as Uint8Array);
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

/** What of the room beside a line lies to its left. */
const INDENT = { left: 0, center: 0.5, right: 1 } as const;

/** Writes a text at a place, each character in the part of the font that holds it. */
export function write(pdf: Pdf, text: string, placed: Placed): void {
  const { x, y, size, weight = 400, color = INK, width, align = 'left', oneLine = false } = placed;
  const runs = runsOf(text === '' ? ' ' : text);
  pdf.fontSize(size).fillColor(color);
  const [first] = runs;
  if (first !== undefined && runs.length === 1) {
    pdf.font(`${first.part}-${weight}`);
    const lines = linesOf(pdf, first.text, width ?? Infinity);
    if (lines !== null && !(oneLine && lines.length > 1)) {
      writeLines(pdf, lines, { x, y, width, align });
      return;
    }
  }
  const options = {
    align,
    lineGap: 0,
    ...(width === undefined ? { lineBreak: false } : { width }),
    ...(oneLine && width !== undefined ? { height: size * 1.1, ellipsis: true } : {}),
  };
  for (const [index, { part, text: run }] of runs.entries()) {
    pdf.font(`${part}-${weight}`);
    const more = { ...options, continued: index < runs.length - 1 };
    if (index === 0) pdf.text(run, x, y, more);
    else pdf.text(run, more);
  }
}

interface Line {
  readonly text: string;
  readonly width: number;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number | undefined;
  readonly align: keyof typeof INDENT;
}

function writeLines(pdf: Pdf, lines: readonly Line[], { x, y, width, align }: Place): void {
  const height = pdf.currentLineHeight(true);
  for (const [index, line] of lines.entries()) {
    const left = x + ((width ?? line.width) - line.width) * INDENT[align];
    // The library does not measure again what it is given; its types do not have that.
    const options: Measured = { lineBreak: false, textWidth: line.width, wordCount: 1 };
    pdf.text(line.text, left, y + index * height, options);
  }
}

type Measured = PDFKit.Mixins.TextOptions & { readonly textWidth: number; readonly wordCount: number };

/**
 * The lines of a text in the current font, broken at spaces: the library's own lines, found in a third of the
 * time. Null when a word is wider than a line: the library breaks that.
 */
function linesOf(pdf: Pdf, text: string, width: number): Line[] | null {
  const lines: Line[] = [];
  for (const paragraph of text.split('\n')) {
    let line = { text: '', width: 0 };
    for (const word of paragraph.match(/[^ ]+ *| +/g) ?? []) {
      const wordWidth = pdf.widthOfString(word);
      if (wordWidth > width) return null;
      if (line.width + wordWidth > width) {
        lines.push(line);
        line = { text: '', width: 0 };
      }
      line = { text: line.text + word, width: line.width + wordWidth };
    }
    lines.push(line);
  }
  return lines;
}

/** How high a text becomes in a width. */
export function heightOf(
  pdf: Pdf,
  text: string,
  { size, width, weight = 400 }: { readonly size: number; readonly width: number; readonly weight?: Weight },
): number {
  const shown = runsOf(text)
    .map((run) => run.text)
    .join('');
  pdf.font(`latin-${weight}`).fontSize(size);
  const lines = linesOf(pdf, shown, width);
  if (lines !== null) return lines.length * pdf.currentLineHeight(true);
  return pdf.heightOfString(shown, { width, lineGap: 0 });
}

/** How wide a text is in one line. */
export function widthOf(pdf: Pdf, text: string, size: number): number {
  pdf.fontSize(size);
  return runsOf(text).reduce(
    (width, { part, text: run }) => width + pdf.font(`${part}-400`).widthOfString(run),
    0,
  );
}

/** Only where the font has no sign of its own. */
const spelt = (text: string): string =>
  text.replace(/[≤≥≈→←−\u2010\u2011]/g, (sign) => (partWith(sign) ? sign : (SPELT_OUT[sign] ?? sign)));

function runsOf(text: string): { readonly part: FontPart; readonly text: string }[] {
  const runs: { part: FontPart; text: string }[] = [];
  for (const character of spelt(text.replace(/[\r\t]/g, ' '))) {
    const part = character === '\n' ? 'latin' : partWith(character);
    const shown = part === undefined ? REPLACEMENT : character;
    const last = runs.at(-1);
    if (last !== undefined && last.part === (part ?? 'latin')) last.text += shown;
    else runs.push({ part: part ?? 'latin', text: shown });
  }
  return runs;
}
