import { sampleTypeSchema, SAMPLE_TYPE_LABEL } from '@curvewell/domain';

import type { DrawnWell } from '../../interpretation/chart/chart-wells.ts';
import { resultLook } from './pdf-results.ts';
import { drawShape } from './pdf-shape.ts';
import { sizeOfCode, widthOf, write, type Pdf } from './pdf-text.ts';

/** Room for two rows of results and one of sample types. */
export const CAPTION_HEIGHT = 36;
const ROW = 12;
const SIZE = 7.5;
const CHIP = 12;
const CODE = 6.5;

interface Caption {
  readonly wells: readonly DrawnWell[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Entry {
  readonly text: string;
  readonly draw: (x: number, y: number) => void;
}

/** The legend of a plate: codes and shapes, with their counts. */
export function drawCaption(pdf: Pdf, { wells, x, y, width }: Caption): void {
  const results = [...Map.groupBy(wells, (well) => resultLook(well).label)].map(
    ([label, ofLabel]): Entry => ({
      text: `${label} ${ofLabel.length}`,
      draw: (at, row) => {
        const look = ofLabel[0] && resultLook(ofLabel[0]);
        if (look) drawChip(pdf, look, { x: at, y: row });
      },
    }),
  );
  const types = sampleTypeSchema.options
    .filter((type) => wells.some(({ sampleType }) => sampleType === type))
    .map((type): Entry => ({
      text: SAMPLE_TYPE_LABEL[type],
      draw: (at, row) => {
        const look = { fill: '#ffffff', text: '#000000' };
        drawShape(pdf, { type, look, x: at + CHIP / 2, y: row + 4.5, radius: 4 });
      },
    }));
  const end = drawEntries(pdf, results, { x, y, width });
  drawEntries(pdf, types, { x, y: end + ROW, width });
}

/** Draws entries side by side and wraps rows. Returns the top of the last row. */
function drawEntries(
  pdf: Pdf,
  entries: readonly Entry[],
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): number {
  let at = x;
  let row = y;
  for (const { text, draw } of entries) {
    const entryWidth = CHIP + 4 + widthOf(pdf, text, SIZE);
    if (at > x && at + entryWidth > x + width) {
      at = x;
      row += ROW;
    }
    draw(at, row);
    write(pdf, text, { x: at + CHIP + 3, y: row, size: SIZE });
    at += entryWidth + 12;
  }
  return row;
}

function drawChip(
  pdf: Pdf,
  { code, fill, text }: ReturnType<typeof resultLook>,
  { x, y }: { readonly x: number; readonly y: number },
): void {
  pdf.lineWidth(0.5).roundedRect(x, y - 0.5, CHIP, 10, 2);
  if (fill === null) pdf.dash(1.5, { space: 1.5 }).stroke(text).undash();
  else pdf.fillAndStroke(fill, '#7d8896');
  const size = sizeOfCode(pdf, code, { size: CODE, width: CHIP });
  write(pdf, code, {
    x,
    y: y + 0.8 + (CODE - size) * 0.6,
    size,
    weight: 600,
    width: CHIP,
    align: 'center',
    color: text,
  });
}
