import type PDFKit from 'pdfkit';

import { FONT_PARTS, openFont, partWith, REMEMBERED_WORDS, type FontPart, type Weight } from './pdf-fonts.ts';

export type Pdf = InstanceType<typeof PDFKit>;

/**
 * The Unicode numbers of characters that the font lacks, “{91CE 751F}”. PDF/A forbids missing glyphs, and with one sign
 * for all of them, different results in another script would look the same.
 */
const numbered = (characters: string): string =>
  `{${Array.from(characters, (character) => character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')).join(' ')}}`;

/** A brace that would read as the beginning of a number; it is numbered itself. */
const LIKE_NUMBER = /\{[\dA-F]{4,6}[ }]/;

/** The font has the printable characters of ASCII, which are nearly all of a report. */
const NOT_ASCII = /[^\x20-\x7e\n\r\t]/gu;

/** Whether a report of this text needs `NUMBERED_NOTE`. */
export const hasNumbered = (text: string): boolean =>
  LIKE_NUMBER.test(text) ||
  [...new Set(text.match(NOT_ASCII))].some(
    (character) => SPELT_OUT[character] === undefined && partWith(character) === undefined,
  );

export const NUMBERED_NOTE = 'This report shows characters that its font lacks as Unicode numbers in braces.';

/**
 * Spells out symbols that are common in comments and missing from the font, so that a limit stays readable.
 */
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
      // The library accepts an opened font; its types do not.
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
  /** Truncates with an ellipsis instead of wrapping. */
  readonly oneLine?: boolean;
}

export const INK = '#14181f';
export const INK_SOFT = '#5d6774';

/** Fraction of the free space to the left of a line. */
const INDENT = { left: 0, center: 0.5, right: 1 } as const;

/** Writes a text, choosing for each character the subset of the font that has it. */
export function write(pdf: Pdf, text: string, placed: Placed): void {
  const { x, y, size, weight = 400, color = INK, width, align = 'left', oneLine = false } = placed;
  const runs = runsOf(text === '' ? ' ' : text);
  pdf.fontSize(size).fillColor(color);
  const [first] = runs;
  if (first !== undefined && runs.length === 1) {
    const lines = linesOf(pdf, first.text, {
      font: `${first.part}-${weight}`,
      size,
      width: width ?? Infinity,
    });
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
    // Passes the measured width, so that the library does not measure again; its types lack the option.
    const options: Measured = { lineBreak: false, textWidth: line.width, wordCount: 1 };
    pdf.text(line.text, left, y + index * height, options);
  }
}

type Measured = PDFKit.Mixins.TextOptions & { readonly textWidth: number; readonly wordCount: number };

interface Setting {
  readonly font: string;
  readonly size: number;
  readonly width: number;
}

/**
 * Breaks a text at spaces, and leaves the font set. Gives the same lines as the library in a third of the time.
 * Null when a word is wider than a line; the library breaks it.
 */
function linesOf(pdf: Pdf, text: string, { font, size, width }: Setting): Line[] | null {
  pdf.font(font).fontSize(size);
  const widths = wordWidths(font, size);
  const lines: Line[] = [];
  for (const paragraph of text.split('\n')) {
    let line = { text: '', width: 0 };
    for (const word of paragraph.match(/[^ ]+ *| +/g) ?? []) {
      const wordWidth = widths.get(word) ?? pdf.widthOfString(word);
      widths.set(word, wordWidth);
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

/** By font and size. Most words of a report repeat, and a row is measured before it is written. */
const widthsOfWords = new Map<string, Map<string, number>>();
/** Reports have about ten sizes in each font. A code that is made smaller to fit its well may have any size. */
const REMEMBERED_SIZES = 200;

function wordWidths(font: string, size: number): Map<string, number> {
  const key = `${font} ${size}`;
  const known = widthsOfWords.get(key);
  if (known !== undefined && known.size < REMEMBERED_WORDS) return known;
  if (widthsOfWords.size >= REMEMBERED_SIZES) widthsOfWords.clear();
  const widths = new Map<string, number>();
  widthsOfWords.set(key, widths);
  return widths;
}

/** A text as a report shows it. */
export const shownText = (text: string): string =>
  runsOf(text)
    .map((run) => run.text)
    .join('');

export function heightOf(
  pdf: Pdf,
  text: string,
  { size, width, weight = 400 }: { readonly size: number; readonly width: number; readonly weight?: Weight },
): number {
  const shown = shownText(text);
  const lines = linesOf(pdf, shown, { font: `latin-${weight}`, size, width });
  if (lines !== null) return lines.length * pdf.currentLineHeight(true);
  return pdf.heightOfString(shown, { width, lineGap: 0 });
}

export function widthOf(pdf: Pdf, text: string, size: number): number {
  pdf.fontSize(size);
  return runsOf(text).reduce(
    (width, { part, text: run }) => width + pdf.font(`${part}-400`).widthOfString(run),
    0,
  );
}

/** The size at which a code with numbered characters stays on one line; that of other codes is not changed. */
export function sizeOfCode(
  pdf: Pdf,
  code: string,
  { size, width }: { readonly size: number; readonly width: number },
) {
  if (shownText(code) === code) return size;
  // Codes are bold, and so wider than measured.
  return Math.min(size, (0.9 * size * width) / widthOf(pdf, code, size));
}

/** Spells out only what the font lacks. */
const spelt = (text: string): string =>
  text.replace(/[≤≥≈→←−\u2010\u2011]/g, (sign) => (partWith(sign) ? sign : (SPELT_OUT[sign] ?? sign)));

function runsOf(text: string): { readonly part: FontPart; readonly text: string }[] {
  const runs: { part: FontPart; text: string }[] = [];
  const add = (part: FontPart, shown: string) => {
    const last = runs.at(-1);
    if (last?.part === part) last.text += shown;
    else runs.push({ part, text: shown });
  };
  let missing = '';
  const addMissing = () => {
    if (missing !== '') add('latin', numbered(missing));
    missing = '';
  };
  const shown = spelt(text.replace(/[\r\t]/g, ' '));
  let at = 0;
  for (const character of shown) {
    const isLikeNumber = character === '{' && shown.slice(at, at + 8).search(LIKE_NUMBER) === 0;
    at += character.length;
    const part = character === '\n' ? 'latin' : partWith(character);
    if (part === undefined || isLikeNumber) {
      missing += character;
      continue;
    }
    addMissing();
    add(part, character);
  }
  addMissing();
  return runs;
}
