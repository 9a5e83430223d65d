import {
  PLATE_SIZE,
  placeOf,
  rowLetter,
  type ChannelName,
  type InterpretedWell,
  type PlateType,
  type SampleType,
} from '@curvewell/contracts';

import { MARGIN, MM } from './pdf-layout.ts';
import { resultLook } from './pdf-results.ts';
import { INK, INK_SOFT, write, type Pdf } from './pdf-text.ts';

const HEAD = 5 * MM;
const EDGE = '#7d8896';

interface Plate {
  readonly plateType: PlateType;
  readonly channel: ChannelName;
  readonly wells: readonly InterpretedWell[];
  readonly y: number;
  readonly width: number;
}

/** Draws the plate in colour, with a code and the sample's shape on each well. Answers where it ends. */
export function drawPlate(pdf: Pdf, { plateType, channel, wells, y, width }: Plate): number {
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  const pitch = (width - HEAD) / columnCount;
  const size = columnCount === 24 ? 6.5 : 9;
  write(pdf, channel, { x: MARGIN, y, size: 9, weight: 600 });
  const top = y + 14 + HEAD;
  for (let column = 0; column < columnCount; column++) {
    const x = MARGIN + HEAD + column * pitch;
    write(pdf, String(column + 1), {
      x,
      y: top - 10,
      size: 7,
      width: pitch,
      align: 'center',
      color: INK_SOFT,
    });
  }
  for (let row = 0; row < rowCount; row++) {
    write(pdf, rowLetter(row), { x: MARGIN, y: top + (row + 0.5) * pitch - 4, size: 7, color: INK_SOFT });
  }
  for (const well of wells) {
    if (well.channel !== channel) continue;
    const { row, column } = placeOf(well.position);
    const center = { x: MARGIN + HEAD + (column + 0.5) * pitch, y: top + (row + 0.5) * pitch };
    drawWell(pdf, well, { ...center, radius: pitch * 0.42, size });
  }
  return top + rowCount * pitch + 8;
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly size: number;
}

function drawWell(pdf: Pdf, well: InterpretedWell, { x, y, radius, size }: Spot): void {
  const { code, fill, text } = resultLook(well);
  pdf.lineWidth(0.6);
  outline(pdf, well.sampleType, { x, y, radius });
  if (fill === null) pdf.dash(2, { space: 2 }).stroke(text).undash();
  else pdf.fillAndStroke(fill, EDGE);
  write(pdf, code, {
    x: x - radius,
    y: y - size * 0.6,
    size,
    weight: 600,
    width: 2 * radius,
    align: 'center',
    color: text,
  });
  if (well.interpretedWellDiagnostics.some(({ stateDiagnostic }) => stateDiagnostic === 'UPDATED')) {
    pdf
      .polygon([x - radius, y + radius], [x - radius + 4, y + radius], [x - radius, y + radius - 4])
      .fill(INK);
  }
}

/** Sample types are shapes: up is positive, down negative, a diamond a standard. */
function outline(pdf: Pdf, type: SampleType, { x, y, radius: r }: Omit<Spot, 'size'>): void {
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
