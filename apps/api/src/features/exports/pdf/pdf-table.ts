import { SAMPLE_TYPE_LABEL } from '@curvewell/contracts';
import { PEAKS_LEGEND, peaksText, rulesText } from '../explanation-text.ts';
import type { ExportRow } from '../export-rows.ts';
import { contentBox, heading, MARGIN } from './pdf-layout.ts';
import { artifact, group, leaf, type Part } from './pdf-tags.ts';
import { heightOf, INK_SOFT, write, type Pdf } from './pdf-text.ts';

const SIZE = 7.5;
const WHY_SIZE = 6.5;
const PADDING = 2.5;

/** Heads, and their parts of the width. */
const COLUMNS: readonly (readonly [head: string, part: number, text: (row: ExportRow) => string])[] = [
  ['Well', 5, ({ position }) => position],
  ['Channel', 11, ({ channel }) => channel.replace('_', ' ')],
  ['Name', 11, ({ name }) => name ?? ''],
  ['Type', 14, ({ sampleType }) => SAMPLE_TYPE_LABEL[sampleType]],
  ['Kit (buffer)', 17.5, ({ kit, reactionBuffer }) => `${kit} (${reactionBuffer})`],
  ['Lot', 8.5, ({ lot }) => lot],
  [
    'Result',
    19,
    ({ result, expected }) => `${result ?? 'none'}${expected === null ? '' : ` (expected ${expected})`}`,
  ],
  ['Was', 11, ({ suggested }) => suggested ?? ''],
  ['Score', 5.5, ({ score }) => score.toFixed(2)],
  ['Comments', 12, ({ comments }) => comments.join('\n')],
];
const PARTS = COLUMNS.reduce((sum, [, part]) => sum + part, 0);

/** Why a well was called as it was, in as few words as carry every figure. */
function whyText({ story }: ExportRow): string {
  const { border, flags } = story;
  return [
    `${peaksText(story)}${story.peaks.length === 0 ? 'No candidate peak' : ''}. ${rulesText(story)}.`,
    ...(border === null ? [] : [`Nearest border: ${border.text}`]),
    ...flags,
  ].join(' ');
}

/** A row a well and channel, and under it why; rows never break, heads repeat on every page. */
export function writeTable(part: Part, rows: readonly ExportRow[]): void {
  const { pdf } = part;
  pdf.addPage();
  let y = heading(part, 'Results by well', { y: contentBox(pdf).top });
  leaf(part, 'P', () => {
    write(pdf, `Under each row the reason for its result. Peaks: ${PEAKS_LEGEND}.`, {
      ...{ x: MARGIN, y: y - 3, size: WHY_SIZE, color: INK_SOFT },
    });
  });
  group(part, 'Table', (table) => {
    y = writeHeads(table, { y: y + 8, isFirst: true });
    for (const row of rows) {
      const laid = layOut(pdf, row);
      if (y + laid.height > contentBox(pdf).bottom) {
        pdf.addPage();
        y = writeHeads(table, { y: continuedHead(pdf), isFirst: false });
      }
      writeRow(table, laid, y);
      y += laid.height;
      rule(pdf, y);
    }
  });
}

type LaidRow = ReturnType<typeof layOut>;

function layOut(pdf: Pdf, row: ExportRow) {
  const cells = COLUMNS.map(([, part, text]) => ({ text: text(row), width: partWidth(pdf, part) - PADDING }));
  const height = Math.max(...cells.map(({ text, width }) => heightOf(pdf, text, { size: SIZE, width })));
  const why = whyText(row);
  const whyHeight = heightOf(pdf, why, { size: WHY_SIZE, width: contentBox(pdf).width });
  return { cells, why, whyY: PADDING + height + 1, height: height + whyHeight + 1 + 2 * PADDING };
}

function writeRow(table: Part, { cells, why, whyY }: LaidRow, y: number): void {
  const { pdf } = table;
  group(table, 'TR', (row) => {
    let x = MARGIN;
    for (const [index, { text, width }] of cells.entries()) {
      const at = x;
      leaf(row, index === 0 ? { head: 'Row' } : 'TD', () => {
        write(pdf, text, { x: at, y: y + PADDING, size: SIZE, width, weight: index === 0 ? 600 : 400 });
      });
      x += partWidth(pdf, COLUMNS[index]?.[1] ?? 0);
    }
    leaf(row, 'TD', () => {
      const { width } = contentBox(pdf);
      write(pdf, why, { x: MARGIN, y: y + whyY, size: WHY_SIZE, width, color: INK_SOFT });
    });
  });
}

function partWidth(pdf: Pdf, part: number): number {
  return (contentBox(pdf).width * part) / PARTS;
}

/** The heading of a page that goes on: told once in the structure, so only drawn here. */
function continuedHead(pdf: Pdf): number {
  const y = contentBox(pdf).top;
  artifact(pdf, () => {
    write(pdf, 'Results by well, continued', { x: MARGIN, y, size: 12, weight: 600 });
  });
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
  const draw = ({ head, x: left, width }: (typeof places)[number]): void => {
    write(pdf, head, { x: left, y, size: SIZE, weight: 600, color: INK_SOFT, width, oneLine: true });
  };
  if (isFirst) {
    group(table, 'TR', (row) => {
      for (const place of [...places]) {
        leaf(row, { head: 'Column' }, () => {
          draw(place);
        });
      }
      // The line under each row.
      leaf(row, { head: 'Column' }, () => undefined, { actual: 'Why' });
    });
  } else {
    artifact(pdf, () => {
      places.forEach(draw);
    });
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
