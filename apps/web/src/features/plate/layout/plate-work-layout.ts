import { plateGeometry, type PlateUse, type Room } from '../plate-geometry.ts';

/** Plate and panel beside each other; the panel as a sheet under the plate; or one after the other on a page that scrolls. */
export type WorkArrangement = 'columns' | 'sheet' | 'page';

/** How a screen with a plate is laid out. Only the window decides, so that nothing on the screen moves a well. */
export interface WorkLayout {
  readonly arrangement: WorkArrangement;
  /** Widths of plate and panel. */
  readonly columns: string;
  readonly gap: number;
  /** What is left for the wells and their heads. */
  readonly room: Room;
  readonly hasCaption: boolean;
}

interface WorkWindow {
  /** Of the whole window. */
  readonly window: Room;
  /** Of plate and panel together. */
  readonly work: Room;
  readonly use: PlateUse;
}

/** px. */
const TOOLBAR = { configuration: 44, interpretation: 40 } as const;
/** What is true of the whole plate. */
const STRIP = { configuration: 0, interpretation: 28 } as const;
const STATUS = 44;
const CAPTION = { configuration: 36, interpretation: 62 } as const;
const BORDERS = 2;
/** The plate's distance from the borders of its panel, both sides. */
const SIDES = 20;
const SETUP_PANEL = 348;
/** The chart gets 40 %. */
const CHART_SHARE = 0.4;
const MIN_CHART = { wide: 440, narrow: 420 } as const;
/** What a plate's panel is wider than its wells and heads: borders, sides and rings. */
const PANEL_EDGE = BORDERS + SIDES + 4;
/** A sheet of which only the head shows. */
const FOLDED_SHEET = 46;
/** Lower than this a plate and its sheet are no use. */
const MIN_SHEET_WORK = 400;

/** Windows of less are served with less around the plate. */
export const COMPACT = { width: 1280, height: 860 } as const;
export const ONE_COLUMN_WIDTH = 1200;
const PAGE_WIDTH = 768;

export function plateWorkLayout({ window, work, use }: WorkWindow): WorkLayout {
  const isCompact = window.width < COMPACT.width || window.height < COMPACT.height;
  const hasCaption = use === 'interpretation' || window.height >= COMPACT.height;
  const around = BORDERS + TOOLBAR[use] + STRIP[use] + STATUS + (hasCaption ? CAPTION[use] : 0);
  const room = { width: work.width - BORDERS - SIDES, height: work.height - around };
  const arrangement = arrangementOf({ window, work });
  const gap = arrangement === 'sheet' ? 8 : isCompact ? 12 : 16;
  const of = { arrangement, gap, hasCaption, columns: 'minmax(0, 1fr)' };
  if (arrangement === 'page') return { ...of, room: { ...room, height: Infinity } };
  if (arrangement === 'sheet') return { ...of, room: { ...room, height: room.height - gap - FOLDED_SHEET } };
  if (use === 'configuration') {
    return {
      ...of,
      columns: `minmax(0, 1fr) ${SETUP_PANEL}px`,
      room: { ...room, width: room.width - gap - SETUP_PANEL },
    };
  }
  const chart =
    window.width < COMPACT.width
      ? MIN_CHART.narrow
      : Math.max(MIN_CHART.wide, Math.round(work.width * CHART_SHARE));
  const most = { ...room, width: room.width - gap - chart };
  const { frameWidth } = plateGeometry(most, { plateType: 'RECTANGULAR_384', use });
  return {
    ...of,
    columns: `${frameWidth + PANEL_EDGE}px minmax(0, 1fr)`,
    room: { ...room, width: frameWidth + PANEL_EDGE - BORDERS - SIDES },
  };
}

function arrangementOf({ window, work }: Pick<WorkWindow, 'window' | 'work'>): WorkArrangement {
  if (window.width >= ONE_COLUMN_WIDTH) return 'columns';
  return window.width < PAGE_WIDTH || work.height < MIN_SHEET_WORK ? 'page' : 'sheet';
}
