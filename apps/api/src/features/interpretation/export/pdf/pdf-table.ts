import type { ExportRow } from '../export-rows.ts';
import { contentBox, heading, MARGIN } from './pdf-layout.ts';
import { heightOf, INK_SOFT, write, type Pdf } from './pdf-text.ts';

const SIZE = 7.5;
const PADDING = 2.5;

/** Heads, and their parts of the width. */
const COLUMNS: readonly (readonly [head: string, part: number, text: (row: ExportRow) => string])[] = [
  ['Well', 5, ({ position }) => position],
  ['Channel', 8, ({ channel }) => channel.replace('_', ' ')],
  ['Name', 12, ({ name }) => name ?? ''],
  ['Type', 9, ({ sampleType }) => sampleType.toLowerCase().replace('_', ' ')],
  ['Kit (buffer)', 14, ({ kit, reactionBuffer }) => `${kit} (${reactionBuffer})`],
  ['Lot', 8, ({ lot }) => lot],
  [
    'Result',
    15,
    ({ result, expected }) => `${result ?? 'none'}${expected === null ? '' : ` (expected ${expected})`}`,
  ],
  ['Was', 9, ({ suggested }) => suggested ?? ''],
  ['Tm °C (height)', 25, ({ peaks }) => peaks.map(peakText).join('\n')],
  ['Score', 5, ({ score }) => score.toFixed(2)],
  ['Comments', 12, ({ comments }) => comments.join('\n')],
];
const PARTS = COLUMNS.reduce((sum, [, part]) => sum + part, 0);

function peakText({ phase, zone, tm, height }: ExportRow['peaks'][number]): string {
  return `${phase.toLowerCase()} ${zone ?? '–'} ${tm.toFixed(2)} (${height.toPrecision(3)})`;
}

/** A row a well and channel; rows never break, heads repeat on every page. */
export function writeTable(pdf: Pdf, rows: readonly ExportRow[]): void {
  pdf.addPage();
  let y = writeHeads(pdf, heading(pdf, 'Results by well', contentBox(pdf).top));
  for (const row of rows) {
    const cells = COLUMNS.map(([, part, text]) => ({ text: text(row), width: widthOf(pdf, part) - PADDING }));
    const height =
      Math.max(...cells.map(({ text, width }) => heightOf(pdf, text, { size: SIZE, width }))) + 2 * PADDING;
    if (y + height > contentBox(pdf).bottom) {
      pdf.addPage();
      y = writeHeads(pdf, heading(pdf, 'Results by well, continued', contentBox(pdf).top));
    }
    let x = MARGIN;
    for (const [index, { text, width }] of cells.entries()) {
      write(pdf, text, { x, y: y + PADDING, size: SIZE, width });
      x += widthOf(pdf, COLUMNS[index]?.[1] ?? 0);
    }
    y += height;
    rule(pdf, y);
  }
}

function widthOf(pdf: Pdf, part: number): number {
  return (contentBox(pdf).width * part) / PARTS;
}

function writeHeads(pdf: Pdf, y: number): number {
  let x = MARGIN;
  for (const [head, part] of COLUMNS) {
    write(pdf, head, {
      x,
      y,
      size: SIZE,
      weight: 600,
      color: INK_SOFT,
      width: widthOf(pdf, part),
      oneLine: true,
    });
    x += widthOf(pdf, part);
  }
  rule(pdf, y + 12);
  return y + 13;
}

function rule(pdf: Pdf, y: number): void {
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + contentBox(pdf).width, y)
    .lineWidth(0.4)
    .stroke('#d3d9e1');
}
