import type { SampleType } from '@curvewell/domain';

import type { ResultLook } from './pdf-results.ts';
import type { Pdf } from './pdf-text.ts';

const EDGE = '#7d8896';

interface Shape {
  readonly type: SampleType;
  readonly look: Pick<ResultLook, 'fill' | 'text'>;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Draws a shape for the sample type, filled with the colour of the result. */
export function drawShape(pdf: Pdf, { type, look, x, y, radius }: Shape): void {
  pdf.lineWidth(0.6);
  outline(pdf, type, { x, y, r: radius });
  if (look.fill === null) pdf.dash(2, { space: 2 }).stroke(look.text).undash();
  else pdf.fillAndStroke(look.fill, EDGE);
}

/** One shape for each sample type: triangle up for positive, down for negative, diamond for standard. */
function outline(
  pdf: Pdf,
  type: SampleType,
  { x, y, r }: { readonly x: number; readonly y: number; readonly r: number },
): void {
  switch (type) {
    case 'BLOOD':
      pdf.circle(x, y, r);
      return;
    case 'DNA':
      pdf.roundedRect(x - r, y - r, 2 * r, 2 * r, r * 0.4);
      return;
    case 'POSITIVE_TEST':
      pdf.polygon([x, y - r], [x + r, y - r * 0.3], [x + r, y + r], [x - r, y + r], [x - r, y - r * 0.3]);
      return;
    case 'NEGATIVE_TEST':
      pdf.polygon([x - r, y - r], [x + r, y - r], [x + r, y + r * 0.3], [x, y + r], [x - r, y + r * 0.3]);
      return;
    case 'STANDARD':
      pdf.polygon([x, y - r * 1.1], [x + r * 1.1, y], [x, y + r * 1.1], [x - r * 1.1, y]);
      return;
  }
}
