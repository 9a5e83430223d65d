import { PLATE_SIZE, type PlateType } from '@curvewell/contracts';

export type PlateUse = 'configuration' | 'interpretation';

/** How much of a cell there is to draw in. */
export type CellFace = 'tiny' | 'small' | 'medium' | 'large';

/** Sizes of a drawn plate, px. */
export interface PlateGeometry {
  readonly plateType: PlateType;
  readonly use: PlateUse;
  readonly rowCount: number;
  readonly columnCount: number;
  /** From one well to the next. */
  readonly pitch: number;
  readonly headWidth: number;
  readonly headHeight: number;
  readonly frameWidth: number;
  readonly frameHeight: number;
  /** The room is smaller than the smallest plate: it scrolls under its heads. */
  readonly isClipped: boolean;
  readonly face: CellFace;
  /** Width of the sample type's shape. */
  readonly shape: number;
  /** Size of the code on a result, 600. */
  readonly codeSize: number;
}

const HEAD_HEIGHT = 20;
const HEAD_WIDTH = { configuration: 26, interpretation: 24 } as const;
const MIN_PITCH = 24;
const MAX_PITCH = { configuration: 44, interpretation: 40 } as const;

/** The columns of the interpretation screen: the chart gets 40 %, at least 440. */
const CHART_SHARE = 0.4;
const MIN_CHART_WIDTH = 440;
const GAP = 16;
/** What a plate panel is wider than its wells and heads: borders and inner edge. */
const PLATE_PANEL_EDGE = 26;

interface Room {
  readonly width: number;
  readonly height: number;
}

/** The sizes of a plate in a room. A well of a 96 plate is exactly four of a 384 one. */
export function plateGeometry(
  room: Room,
  { plateType, use }: { readonly plateType: PlateType; readonly use: PlateUse },
): PlateGeometry {
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  const headWidth = HEAD_WIDTH[use];
  const fitting = Math.min(
    Math.floor((room.width - headWidth) / PLATE_SIZE.RECTANGULAR_384.columnCount),
    Math.floor((room.height - HEAD_HEIGHT) / PLATE_SIZE.RECTANGULAR_384.rowCount),
  );
  const smallPitch = Math.max(MIN_PITCH, Math.min(MAX_PITCH[use], fitting));
  const pitch = plateType === 'RECTANGULAR_384' ? smallPitch : 2 * smallPitch;
  const face = faceOf(pitch);
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
    isClipped: fitting < MIN_PITCH,
    face,
    shape: shapeOf(face, { pitch, use }),
    codeSize: face === 'tiny' ? (pitch < 28 ? 11 : 11.5) : face === 'small' ? 12.5 : 15,
  };
}

function faceOf(pitch: number): CellFace {
  if (pitch < 30) return 'tiny';
  if (pitch < 48) return 'small';
  return pitch < 64 ? 'medium' : 'large';
}

function shapeOf(face: CellFace, { pitch, use }: { readonly pitch: number; readonly use: PlateUse }): number {
  if (use === 'configuration') return face === 'small' ? 12 : 14;
  return face === 'tiny' || face === 'small' ? pitch - 6 : Math.round(pitch * 0.57);
}

/** Widths of the two panels of the interpretation screen and the room of the plate, px. */
export function interpretationColumns(content: Room): {
  readonly plateWidth: number;
  readonly chartWidth: number;
} {
  const wanted = Math.max(MIN_CHART_WIDTH, Math.round(content.width * CHART_SHARE));
  const headWidth = HEAD_WIDTH.interpretation;
  const room = {
    width: content.width - GAP - wanted - PLATE_PANEL_EDGE,
    height: content.height,
  };
  const { pitch } = plateGeometry(room, { plateType: 'RECTANGULAR_384', use: 'interpretation' });
  const plateWidth = headWidth + pitch * PLATE_SIZE.RECTANGULAR_384.columnCount + PLATE_PANEL_EDGE;
  return { plateWidth, chartWidth: content.width - GAP - plateWidth };
}
