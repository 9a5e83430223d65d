import { SAMPLE_TYPE_LABEL } from '@curvewell/domain';
import { PEAKS_LEGEND, peaksText, rulesText } from '../explanation-text.ts';
import type { ExportRow } from '../export-rows.ts';
import { contentBox, heading, MARGIN } from './pdf-layout.ts';
import { artifact, group, leaf, type Part } from './pdf-tags.ts';
import { heightOf, INK, INK_SOFT, write, type Pdf } from './pdf-text.ts';

const SIZE = 7.5;
const NOTE_SIZE = 6.5;
const PADDING = 2.5;

/** Column headers and their share of the width. */
const COLUMNS: readonly (readonly [head: string, part: number, text: (row: ExportRow) => string])[] = [
  ['Well', 5, ({ position }) => position],
  ['Channel', 11.5, ({ channel }) => channel],
  ['Name', 20, ({ name, orderId }) => [name, orderId && `order ${orderId}`].filter(Boolean).join(', ')],
  ['Type', 11.5, ({ sampleType }) => SAMPLE_TYPE_LABEL[sampleType]],
  ['Kit (buffer)', 15, ({ kit, reactionBuffer }) => `${kit} (${reactionBuffer})`],
  ['Lot', 9, ({ lot }) => lot],
  [
    'Result',
    20.5,
    ({ result, expected }) => `${result}${expected === null ? '' : ` (expected ${expected})`}`,
  ],
  ['Was', 20.5, ({ suggested }) => suggested ?? ''],
  ['Score', 6, ({ score }) => score.toFixed(2)],
];
const PARTS = COLUMNS.reduce((sum, [, part]) => sum + part, 0);

/** A short explanation of a call that includes every figure. */
function whyText({ description, amplification }: ExportRow): string {
  const { border, flags } = description;
  return [
    `${peaksText(description)}${description.peaks.length === 0 ? 'No candidate peak' : ''}. ${rulesText(description)}.`,
    ...(amplification === null ? [] : [`Amplification: ${amplification}`]),
    // A borderline result is already listed among the flags.
    ...(border === null || flags.includes(border.text) ? [] : [`Nearest limit: ${border.text}`]),
    ...(flags.length === 0 ? [] : ['Flags:', ...flags]),
  ].join(' ');
}

/** What stands under the rows, said once. */
const legendText = (rows: readonly ExportRow[]): string =>
  [
    `Under each row the reason for its result. Peaks: ${PEAKS_LEGEND}.`,
    ...(rows.every(({ amplification }) => amplification === null) ? [] : ['A Cq is not a quantification.']),
  ].join(' ');

/** One paragraph for each comment, so that the longest fits on a page. */
const commentText = (comment: string): string => `Comment by ${comment.replaceAll(/\s*\n\s*/g, ' / ')}`;

/** Who changed the result and why. Few rows have this, so it has no column. */
function changeText({ changedBy, changeReason }: ExportRow): string[] {
  if (changedBy === null) return [];
  return [`Changed by ${changedBy}${changeReason === null ? '' : `: “${changeReason}”`}`];
}

/**
 * A row for each well and channel, with explanation and comments below. The header repeats on every page. Returns
 * the bottom edge.
 */
export function writeTable(part: Part, rows: readonly ExportRow[]): number {
  const { pdf } = part;
  pdf.addPage();
  let y = heading(part, 'Results by well', { y: contentBox(pdf).top });
  leaf(part, 'P', () =>
    write(pdf, legendText(rows), {
      x: MARGIN,
      y: y - 3,
      size: NOTE_SIZE,
      color: INK_SOFT,
    }),
  );
  group(part, 'Table', (table) => {
    y = writeHeads(table, { y: y + 8, isFirst: true });
    for (const row of rows) {
      y = writeRow(table, layOut(pdf, row), y);
      rule(pdf, y);
    }
  });
  return y;
}

type LaidRow = ReturnType<typeof layOut>;

/** Rows and comments do not break; comments that do not fit continue on the next page. */
function layOut(pdf: Pdf, row: ExportRow) {
  const cells = COLUMNS.map(([, part, text]) => ({ text: text(row), width: partWidth(pdf, part) - PADDING }));
  const cellsHeight = Math.max(...cells.map(({ text, width }) => heightOf(pdf, text, { size: SIZE, width })));
  const { width } = contentBox(pdf);
  const note = (text: string, color: string) => ({
    text,
    color,
    width,
    height: heightOf(pdf, text, { size: NOTE_SIZE, width }),
  });
  const why = note(whyText(row), INK_SOFT);
  const comments = [...changeText(row), ...row.comments.map(commentText)].map((text) => note(text, INK));
  return { cells, why, comments, whyY: PADDING + cellsHeight + 1 };
}

/** Returns the bottom edge of the row. */
function writeRow(table: Part, { cells, why, comments, whyY }: LaidRow, y: number): number {
  const { pdf } = table;
  const top = roomInTable(table, { y, height: whyY + why.height + PADDING });
  return group(table, 'TR', (row) => {
    let x = MARGIN;
    for (const [index, { text, width }] of cells.entries()) {
      const at = x;
      leaf(row, index === 0 ? { head: 'Row' } : 'TD', () =>
        write(pdf, text, { x: at, y: top + PADDING, size: SIZE, width, weight: index === 0 ? 600 : 400 }),
      );
      x += partWidth(pdf, COLUMNS[index]?.[1] ?? 0);
    }
    return group(row, 'TD', (cell) => {
      let at = top + whyY;
      for (const { text, color, width, height } of [why, ...comments]) {
        const noteY = roomInTable(table, { y: at, height: height + PADDING });
        leaf(cell, 'P', () => write(pdf, text, { x: MARGIN, y: noteY, size: NOTE_SIZE, width, color }));
        at = noteY + height;
      }
      return at + PADDING;
    });
  });
}

/** Returns `y`, or the position below the header of a new page. */
function roomInTable(table: Part, { y, height }: { readonly y: number; readonly height: number }): number {
  const { pdf } = table;
  if (y + height <= contentBox(pdf).bottom) return y;
  pdf.addPage();
  return writeHeads(table, { y: continuedHead(pdf), isFirst: false });
}

function partWidth(pdf: Pdf, part: number): number {
  return (contentBox(pdf).width * part) / PARTS;
}

/** Draws the header of a continued table, which is in the structure only once. */
function continuedHead(pdf: Pdf): number {
  const y = contentBox(pdf).top;
  artifact(pdf, () => write(pdf, 'Results by well, continued', { x: MARGIN, y, size: 12, weight: 600 }));
  return y + 18;
}

function writeHeads(table: Part, { y, isFirst }: { readonly y: number; readonly isFirst: boolean }): number {
  const { pdf } = table;
  let x = MARGIN;
  const places = COLUMNS.map(([head, part]) => {
    const place = { head, x, width: partWidth(pdf, part) };
    x += place.width;
    return place;
  });
  const draw = ({ head, x: left, width }: (typeof places)[number]): void =>
    write(pdf, head, { x: left, y, size: SIZE, weight: 600, color: INK_SOFT, width, oneLine: true });
  if (isFirst) {
    group(table, 'TR', (row) => {
      for (const place of [...places]) {
        leaf(row, { head: 'Column' }, () => draw(place));
      }
      leaf(row, { head: 'Column' }, () => undefined, { actual: 'Why' });
    });
  } else {
    artifact(pdf, () => places.forEach(draw));
  }
  rule(pdf, y + 12);
  return y + 13;
}

function rule(pdf: Pdf, y: number): void {
  artifact(pdf, () => {
    pdf
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + contentBox(pdf).width, y)
      .lineWidth(0.4)
      .stroke('#d3d9e1');
  });
}
