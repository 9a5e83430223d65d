import {
  hasSampleResult,
  sampleFaultText,
  sampleResultLabel,
  tmsText,
  upperFirst,
  wellResultsText,
  type SampleResult,
} from '@curvewell/domain';

import { contentBox, heading, MARGIN, roomFor } from './pdf-layout.ts';
import { group, leaf, type Part } from './pdf-tags.ts';
import { heightOf, INK_SOFT, write, type Pdf } from './pdf-text.ts';

const SIZE = 7.5;
const PADDING = 2.5;

/** Column headers and their share of the width. */
const COLUMNS: readonly (readonly [head: string, part: number, text: (sample: SampleResult) => string])[] = [
  ['Sample', 22, ({ name, orderId }) => [name, orderId && `order ${orderId}`].filter(Boolean).join(', ')],
  ['Channel', 11, ({ channel }) => channel],
  ['Result', 34, resultText],
  ['Wells', 30, wellResultsText],
  ['Mean Tm ± SD', 30, tmsText],
  ['Replicates', 11, ({ isApart }) => (isApart ? 'apart' : 'agree')],
];
const PARTS = COLUMNS.reduce((sum, [, part]) => sum + part, 0);

/** Controls and standards have a mean and no common result. */
function resultText(sample: SampleResult): string {
  if (!hasSampleResult(sample)) return '';
  const fault = sampleFaultText(sample);
  return fault === '' ? sampleResultLabel(sample) : `${sampleResultLabel(sample)}. ${upperFirst(fault)}.`;
}

/** A row for each sample with several wells and each channel. */
export function writeSamples(part: Part, samples: readonly SampleResult[]): void {
  const { pdf } = part;
  if (samples.length === 0) return;
  pdf.addPage();
  const top = heading(part, 'Results by sample', { y: contentBox(pdf).top });
  group(part, 'Table', (table) => {
    const heads = COLUMNS.map(([head]) => head);
    let y = writeRow(table, { texts: heads, y: top, isHead: true });
    for (const sample of samples)
      y = writeRow(table, { texts: COLUMNS.map(([, , text]) => text(sample)), y, isHead: false });
  });
}

interface Row {
  readonly texts: readonly string[];
  readonly y: number;
  readonly isHead: boolean;
}

/** Returns the bottom edge of the row. */
function writeRow(table: Part, { texts, y, isHead }: Row): number {
  const { pdf } = table;
  const cells = texts.map((text, index) => ({ text, width: widthOf(pdf, index) - PADDING }));
  const height = Math.max(...cells.map(({ text, width }) => heightOf(pdf, text, { size: SIZE, width })));
  const top = roomFor(pdf, { y, height: height + PADDING });
  group(table, 'TR', (row) => {
    let x = MARGIN;
    for (const [index, { text, width }] of cells.entries()) {
      const at = x;
      leaf(row, isHead ? { head: 'Column' } : index === 0 ? { head: 'Row' } : 'TD', () => {
        write(pdf, text, {
          x: at,
          y: top,
          size: SIZE,
          width,
          weight: isHead || index === 0 ? 600 : 400,
          ...(isHead && { color: INK_SOFT }),
        });
      });
      x += widthOf(pdf, index);
    }
  });
  return top + height + PADDING;
}

const widthOf = (pdf: Pdf, index: number): number =>
  (contentBox(pdf).width * (COLUMNS[index]?.[1] ?? 0)) / PARTS;
