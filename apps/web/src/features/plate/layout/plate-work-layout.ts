import { plateGeometry, type PlateUse, type Room } from '../plate-geometry.ts';

/** Plate and panel side by side, panel as a sheet below the plate, or both stacked on a scrolling page. */
export type WorkArrangement = 'columns' | 'sheet' | 'page';

/** Layout of a screen with a plate. Depends only on the window and the run's channels, so content never moves a well. */
export interface WorkLayout {
  readonly arrangement: WorkArrangement;
  /** Widths of plate and panel. */
  readonly columns: string;
  readonly gap: number;
  /** Space for wells and headers. */
  readonly room: Room;
  /** Distance between the wells of a 384-well plate, px; null: as large as fits. */
  readonly fixedPitch: number | null;
  /** The smallest distance between the wells of a 384-well plate, px; a smaller space clips the plate. */
  readonly minPitch: number;
  readonly hasCaption: boolean;
}

interface WorkWindow {
  /** Size of the window. */
  readonly window: Room;
  /** Size of plate and panel together. */
  readonly work: Room;
  readonly use: PlateUse;
  /** Height of further lines above the plate, px. */
  readonly linesAbove?: number;
  /** The chart has two thirds of the width, or, without columns, the place of the plate. */
  readonly isChartLarge?: boolean;
}

interface WorkPlace extends Pick<WorkWindow, 'window' | 'work'> {
  readonly isTight: boolean;
}

/** px. */
const TOOLBAR = { configuration: 44, interpretation: 40 } as const;
/** The line with facts about the whole plate, px. */
const STRIP = { configuration: 0, interpretation: 28 } as const;
const STATUS = 44;
const CAPTION = { configuration: 36, interpretation: 62 } as const;
const BORDERS = 2;
/** Horizontal padding of the plate in its panel, both sides together, px. */
const SIDES = 20;
const SETUP_PANEL = 348;
/** The chart gets 40 %. */
const CHART_SHARE = 0.4;
const MIN_CHART = { wide: 440, narrow: 420, tight: 374 } as const;
/** In a tight window the whole plate stays beside its chart, with smaller wells. */
const MIN_PITCH = { usual: 24, tight: 20 } as const;
/** Width of a plate's panel beyond its wells and headers: borders, padding and rings. */
const PANEL_EDGE = BORDERS + SIDES + 4;
/** Height of a sheet that shows only its header, px. */
const FOLDED_SHEET = 46;
/** Below this height a sheet would leave too little of the plate, px. */
const MIN_SHEET_WORK = 400;

/** Distance between the wells of a 384-well plate beside a large chart, px. */
const LARGE_CHART_PITCH = 15;

/** Smaller windows use less padding around the plate. */
const COMPACT = { width: 1280, height: 860 } as const;
const TIGHT_WIDTH = 1200;
const ONE_COLUMN_WIDTH = 1000;
const PAGE_WIDTH = 768;

export function plateWorkLayout({
  window,
  work,
  use,
  linesAbove = 0,
  isChartLarge = false,
}: WorkWindow): WorkLayout {
  const isCompact = window.width < COMPACT.width || window.height < COMPACT.height;
  const hasCaption = use === 'interpretation' || window.height >= COMPACT.height;
  const around = BORDERS + TOOLBAR[use] + linesAbove + STRIP[use] + STATUS + (hasCaption ? CAPTION[use] : 0);
  const room = { width: work.width - BORDERS - SIDES, height: work.height - around };
  const arrangement = arrangementOf({ window, work });
  const isTight = arrangement === 'columns' && window.width < TIGHT_WIDTH;
  const gap = arrangement === 'sheet' || isTight ? 8 : isCompact ? 12 : 16;
  const minPitch = isTight ? MIN_PITCH.tight : MIN_PITCH.usual;
  const of = { arrangement, gap, hasCaption, columns: 'minmax(0, 1fr)', fixedPitch: null, minPitch };
  if (arrangement === 'page') return { ...of, room: { ...room, height: Infinity } };
  if (arrangement === 'sheet') return { ...of, room: { ...room, height: room.height - gap - FOLDED_SHEET } };
  if (use === 'configuration') {
    return {
      ...of,
      columns: `minmax(0, 1fr) ${SETUP_PANEL}px`,
      room: { ...room, width: room.width - gap - SETUP_PANEL },
    };
  }
  if (isChartLarge) {
    const fixedPitch = LARGE_CHART_PITCH;
    const { frameWidth } = plateGeometry(room, { plateType: 'RECTANGULAR_384', use, fixedPitch });
    return { ...besidePlate(of, { room, frameWidth }), fixedPitch };
  }
  const most = { ...room, width: room.width - gap - chartWidth({ window, work, isTight }) };
  const { frameWidth } = plateGeometry(most, { plateType: 'RECTANGULAR_384', use, minPitch });
  return besidePlate(of, { room, frameWidth });
}

function chartWidth({ window, work, isTight }: WorkPlace): number {
  if (isTight) return MIN_CHART.tight;
  if (window.width < COMPACT.width) return MIN_CHART.narrow;
  return Math.max(MIN_CHART.wide, Math.round(work.width * CHART_SHARE));
}

/** The plate is as wide as its wells, and the panel gets the rest. */
const besidePlate = (
  of: Omit<WorkLayout, 'room'>,
  { room, frameWidth }: { readonly room: Room; readonly frameWidth: number },
): WorkLayout => ({
  ...of,
  columns: `${frameWidth + PANEL_EDGE}px minmax(0, 1fr)`,
  room: { ...room, width: frameWidth + PANEL_EDGE - BORDERS - SIDES },
});

function arrangementOf({ window, work }: Pick<WorkWindow, 'window' | 'work'>): WorkArrangement {
  if (window.width >= ONE_COLUMN_WIDTH) return 'columns';
  return window.width < PAGE_WIDTH || work.height < MIN_SHEET_WORK ? 'page' : 'sheet';
}
