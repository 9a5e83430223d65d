import { PLATE_SIZE, type PlateType } from '@curvewell/domain';

export type PlateUse = 'configuration' | 'interpretation';

/** Detail levels of a cell, by its size; `dot` has only the shape. */
export type CellFace = 'dot' | 'tiny' | 'small' | 'medium' | 'large';

/** Sizes of a drawn plate, px. */
export interface PlateGeometry {
  readonly plateType: PlateType;
  readonly use: PlateUse;
  readonly rowCount: number;
  readonly columnCount: number;
  /** Distance between neighbouring wells. */
  readonly pitch: number;
  readonly headWidth: number;
  readonly headHeight: number;
  readonly frameWidth: number;
  readonly frameHeight: number;
  /** The space is smaller than the smallest plate, which then scrolls under its headers. */
  readonly isClipped: boolean;
  readonly face: CellFace;
  /** Width of the sample type's shape. */
  readonly shape: number;
  /** Font size of the code on a result. */
  readonly codeSize: number;
}

const HEAD_HEIGHT = 20;
const HEAD_WIDTH = { configuration: 26, interpretation: 24 } as const;
const MIN_PITCH = 24;
const MAX_PITCH = { configuration: 44, interpretation: 40 } as const;
/** Room for the ring of outer wells. Results have no borders, and so a little more. */
const MARGIN = {
  configuration: { width: 2, height: 2 },
  interpretation: { width: 2, height: 8 },
} as const;
/** Padding of text in a cell, and gap between cells, px. */
const TEXT_INSET = { dot: 2, tiny: 2, small: 2, medium: 2, large: 3 } as const;
const CELL_GAP = 2;
const SMALLEST_NAMED = 40;

export interface Room {
  readonly width: number;
  readonly height: number;
}

interface PlateOf {
  readonly plateType: PlateType;
  readonly use: PlateUse;
  /** Of a 384-well plate, px, whatever the space; if omitted, as large as fits. */
  readonly fixedPitch?: number | undefined;
  /** The smallest of a 384-well plate, px. */
  readonly minPitch?: number;
}

/** Sizes of a plate in a given space. A well of a 96-well plate is as large as four of 384. */
export function plateGeometry(
  room: Room,
  { plateType, use, fixedPitch, minPitch = MIN_PITCH }: PlateOf,
): PlateGeometry {
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  const headWidth = HEAD_WIDTH[use];
  const margin = MARGIN[use];
  const fitting = Math.min(
    Math.floor((room.width - margin.width - headWidth) / PLATE_SIZE.RECTANGULAR_384.columnCount),
    Math.floor((room.height - margin.height - HEAD_HEIGHT) / PLATE_SIZE.RECTANGULAR_384.rowCount),
  );
  const smallPitch = fixedPitch ?? Math.max(minPitch, Math.min(MAX_PITCH[use], fitting));
  const pitch = plateType === 'RECTANGULAR_384' ? smallPitch : 2 * smallPitch;
  const face = faceOf(pitch, use === 'interpretation' && plateType === 'RECTANGULAR_96');
  return {
    plateType,
    use,
    rowCount,
    columnCount,
    pitch,
    headWidth,
    headHeight: HEAD_HEIGHT,
    frameWidth: headWidth + pitch * columnCount,
    frameHeight: HEAD_HEIGHT + pitch * rowCount,
    isClipped: fixedPitch === undefined && fitting < minPitch,
    face,
    shape: shapeOf(face, { pitch, use }),
    codeSize: face === 'tiny' ? (pitch < 28 ? 11 : 11.5) : face === 'small' || pitch < 48 ? 12.5 : 15,
  };
}

/** On a plate of 96 results there is room for names sooner. */
function faceOf(pitch: number, isSmallPlate: boolean): CellFace {
  if (pitch < 20) return 'dot';
  if (pitch < 30) return 'tiny';
  if (pitch < (isSmallPlate ? SMALLEST_NAMED : 48)) return 'small';
  return pitch < 64 ? 'medium' : 'large';
}

function shapeOf(face: CellFace, { pitch, use }: { readonly pitch: number; readonly use: PlateUse }): number {
  if (face === 'dot') return pitch - 4;
  if (use === 'configuration') return face === 'small' ? 12 : 14;
  if (pitch < MIN_PITCH) return pitch - 4;
  if (face === 'medium' && pitch < 48) return pitch - 19;
  return face === 'tiny' || face === 'small' ? pitch - 6 : Math.round(pitch * 0.57);
}

export type FittedText = 'name' | 'lot';

/** The width for a text in a cell; null if it is not shown. */
export function fittedWidth(which: FittedText, { use, face, pitch }: PlateGeometry): number | null {
  const isLarge = face === 'medium' || face === 'large';
  const isPainted =
    use === 'interpretation' ? which === 'name' && isLarge : isLarge || isSmallName(which, face);
  return isPainted ? pitch - CELL_GAP - 2 * TEXT_INSET[face] : null;
}

const isSmallName = (which: FittedText, face: CellFace): boolean => which === 'name' && face === 'small';
