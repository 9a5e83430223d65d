import {
  PLATE_SIZE,
  placeOf,
  platePositions,
  rowLetter,
  shownDiagnostic,
  type ChannelName,
  type PlateType,
} from '@curvewell/domain';

import type { DrawnWell } from '../../interpretation/chart/chart-wells.ts';
import { CAPTION_HEIGHT, drawCaption } from './pdf-caption.ts';
import { MARGIN, MM } from './pdf-layout.ts';
import { resultLook } from './pdf-results.ts';
import { drawShape } from './pdf-shape.ts';
import { leaf, type Part } from './pdf-tags.ts';
import { INK, INK_SOFT, sizeOfCode, write, type Pdf } from './pdf-text.ts';

const HEAD = 5 * MM;
const TITLE_HEIGHT = 14;

interface Plate {
  readonly plateType: PlateType;
  readonly channel: ChannelName;
  readonly wells: readonly DrawnWell[];
  readonly pitch: number;
  readonly y: number;
}

/** The distance between wells at which a plate with its headers and caption fits into a box. */
export function pitchIn(
  plateType: PlateType,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  return Math.min((width - HEAD) / columnCount, (height - besidesWells()) / rowCount);
}

export function plateHeight(plateType: PlateType, pitch: number): number {
  return PLATE_SIZE[plateType].rowCount * pitch + besidesWells();
}

const besidesWells = (): number => TITLE_HEIGHT + HEAD + CAPTION_HEIGHT + 12;

/**
 * Draws the plate in colour, with a code and the sample's shape on each well, and its caption. Returns the
 * bottom edge.
 */
export function drawPlate(part: Part, { plateType, channel, wells, pitch, y }: Plate): number {
  const { pdf } = part;
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  const top = y + TITLE_HEIGHT + HEAD;
  const bottom = top + rowCount * pitch + 6;
  const alt = `Plate of ${rowCount * columnCount} wells, ${channel}: ${altOf(wells)}.`;
  const right = MARGIN + HEAD + columnCount * pitch;
  leaf(
    part,
    'Figure',
    () => {
      write(pdf, channel, { x: MARGIN, y, size: 9, weight: 600 });
      drawHeads(pdf, { rowCount, columnCount, pitch, top });
      drawWells(pdf, { plateType, wells, pitch, top });
      drawCaption(pdf, { wells, x: MARGIN + HEAD, y: bottom, width: right - MARGIN - HEAD });
    },
    { alt, bbox: [MARGIN, y, right, bottom + CAPTION_HEIGHT] },
  );
  return bottom + CAPTION_HEIGHT + 6;
}

function altOf(wells: readonly DrawnWell[]): string {
  return [...Map.groupBy(wells, (well) => resultLook(well).label)]
    .map(([label, ofLabel]) => `${ofLabel.length} ${label}`)
    .join(', ');
}

interface Grid {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly pitch: number;
  readonly top: number;
}

function drawHeads(pdf: Pdf, { rowCount, columnCount, pitch, top }: Grid): void {
  const head = { size: 7, color: INK_SOFT } as const;
  for (let column = 0; column < columnCount; column++) {
    const x = MARGIN + HEAD + column * pitch;
    write(pdf, String(column + 1), { ...head, x, y: top - 10, width: pitch, align: 'center' });
  }
  for (let row = 0; row < rowCount; row++) {
    write(pdf, rowLetter(row), { ...head, x: MARGIN, y: top + (row + 0.5) * pitch - 4 });
  }
}

function drawWells(
  pdf: Pdf,
  { plateType, wells, pitch, top }: Pick<Plate, 'plateType' | 'wells' | 'pitch'> & { readonly top: number },
): void {
  const byPosition = new Map(wells.map((well) => [well.position, well]));
  for (const position of platePositions(plateType)) {
    const { row, column } = placeOf(position);
    const spot = { x: MARGIN + HEAD + (column + 0.5) * pitch, y: top + (row + 0.5) * pitch };
    const well = byPosition.get(position);
    if (well) drawWell(pdf, well, { ...spot, radius: pitch * 0.42 });
    else pdf.circle(spot.x, spot.y, 1.6).lineWidth(0.5).stroke('#7d8896');
  }
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Code sizes, pt: for wells less than 1 cm apart, and for larger ones. */
const SMALL_CODE = 6.5;
const LARGE_CODE = 9;

function drawWell(pdf: Pdf, well: DrawnWell, { x, y, radius }: Spot): void {
  const look = resultLook(well);
  drawShape(pdf, { type: well.sampleType, look, x, y, radius });
  const size = sizeOfCode(pdf, look.code, { size: radius < 12 ? SMALL_CODE : LARGE_CODE, width: 2 * radius });
  write(pdf, look.code, {
    x: x - radius,
    y: y - size * 0.6,
    size,
    weight: 600,
    width: 2 * radius,
    align: 'center',
    color: look.text,
  });
  if (shownDiagnostic(well)?.stateDiagnostic === 'UPDATED') {
    pdf
      .polygon([x - radius, y + radius], [x - radius + 4, y + radius], [x - radius, y + radius - 4])
      .fill(INK);
  }
}
