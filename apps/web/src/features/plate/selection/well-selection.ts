import { PLATE_SIZE, placeOf, positionAt, type PlateType, type Position } from '@curvewell/domain';

/** A place in the grid including headers: row −1 has the column headers, column −1 the row headers. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

export interface WellSelection {
  readonly selected: ReadonlySet<Position>;
  /** Start of rectangles: the last place clicked. */
  readonly anchor: GridPlace;
  readonly focus: GridPlace;
}

export type Step =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'row-start'
  | 'row-end'
  | 'column-start'
  | 'column-end'
  | 'first'
  | 'last';

interface Modifiers {
  readonly ctrl: boolean;
  readonly shift: boolean;
}

export type SelectionAction =
  | ({ readonly type: 'click'; readonly place: GridPlace } & Modifiers)
  | ({ readonly type: 'step'; readonly step: Step } & Modifiers)
  /** Space; with Shift the row. */
  | ({ readonly type: 'space' } & Modifiers)
  /** A checkbox in the table. */
  | { readonly type: 'toggle'; readonly position: Position }
  | { readonly type: 'all' }
  | { readonly type: 'none' }
  /** Set from outside: legend, address or curve. */
  | { readonly type: 'set'; readonly wells: Iterable<Position> };

export const NOTHING_SELECTED: WellSelection = {
  selected: new Set(),
  anchor: { row: 0, column: 0 },
  focus: { row: 0, column: 0 },
};

/** The position at a place; null for a header. */
export function positionOfPlace({ row, column }: GridPlace): Position | null {
  return row < 0 || column < 0 ? null : positionAt(row, column);
}

export interface SelectablePlate {
  readonly plateType: PlateType;
  readonly isSelectable: (position: Position) => boolean;
}

/** Applies an action to a selection. The same on all screens with a plate. */
export function wellSelectionReduce(
  plate: SelectablePlate,
  { state, action }: { readonly state: WellSelection; readonly action: SelectionAction },
): WellSelection {
  switch (action.type) {
    case 'click':
      return clicked(plate, { state, ...action });
    case 'step':
      return stepped(plate, { state, ...action });
    case 'space':
      return spaced(plate, { state, ...action });
    case 'toggle':
      return clicked(plate, { state, place: placeOf(action.position), ctrl: true, shift: false });
    case 'all':
      return { ...state, selected: wellsUnder(plate, { row: -1, column: -1 }) };
    case 'none':
      return { ...state, selected: new Set() };
    case 'set':
      return replaced(plate, { state, wells: action.wells });
  }
}

function clicked(
  plate: SelectablePlate,
  { state, place, ctrl, shift }: { state: WellSelection; place: GridPlace } & Modifiers,
): WellSelection {
  if (ctrl && shift) return state;
  if (shift) return { ...state, focus: place, selected: rectangle(plate, [state.anchor, place]) };
  const wells = wellsUnder(plate, place);
  return {
    selected: ctrl ? toggled(state.selected, wells) : wells,
    anchor: place,
    focus: place,
  };
}

function spaced(
  plate: SelectablePlate,
  { state, ctrl, shift }: { state: WellSelection } & Modifiers,
): WellSelection {
  if (ctrl && shift) return state;
  const { focus } = state;
  if (shift) {
    const row = { row: focus.row, column: -1 };
    return { selected: wellsUnder(plate, row), anchor: row, focus };
  }
  const onHead = positionOfPlace(focus) === null;
  return clicked(plate, { state, place: focus, ctrl: !onHead, shift: false });
}

function stepped(
  plate: SelectablePlate,
  { state, step, ctrl, shift }: { state: WellSelection; step: Step } & Modifiers,
): WellSelection {
  if (ctrl && shift) return state;
  const focus = placeAfter(plate.plateType, { from: state.focus, step, least: shift ? 0 : -1 });
  if (shift) return { ...state, focus, selected: rectangle(plate, [state.anchor, focus]) };
  if (ctrl && isArrow(step)) return { ...state, focus };
  return positionOfPlace(focus) === null
    ? { ...state, focus }
    : { selected: wellsUnder(plate, focus), anchor: focus, focus };
}

function replaced(
  plate: SelectablePlate,
  { state, wells }: { state: WellSelection; wells: Iterable<Position> },
): WellSelection {
  const selected = new Set([...wells].filter(plate.isSelectable));
  const [first] = selected;
  const held = positionOfPlace(state.focus);
  if (first === undefined || (held !== null && selected.has(held))) return { ...state, selected };
  const place = placeOf(first);
  return { selected, anchor: place, focus: place };
}

const isArrow = (step: Step): boolean => ['up', 'down', 'left', 'right'].includes(step);

function placeAfter(
  plateType: PlateType,
  { from, step, least }: { readonly from: GridPlace; readonly step: Step; readonly least: number },
): GridPlace {
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  const at = (row: number, column: number): GridPlace => ({
    row: Math.max(least, Math.min(rowCount - 1, row)),
    column: Math.max(least, Math.min(columnCount - 1, column)),
  });
  switch (step) {
    case 'up':
      return at(from.row - 1, from.column);
    case 'down':
      return at(from.row + 1, from.column);
    case 'left':
      return at(from.row, from.column - 1);
    case 'right':
      return at(from.row, from.column + 1);
    case 'row-start':
      return at(from.row, 0);
    case 'row-end':
      return at(from.row, columnCount - 1);
    case 'column-start':
      return at(0, from.column);
    case 'column-end':
      return at(rowCount - 1, from.column);
    case 'first':
      return at(0, 0);
    case 'last':
      return at(rowCount - 1, columnCount - 1);
  }
}

/** The wells of a place: a header stands for its row or column, the corner for all. */
function wellsUnder(plate: SelectablePlate, place: GridPlace): ReadonlySet<Position> {
  return rectangle(plate, [place, place]);
}

function rectangle(plate: SelectablePlate, places: readonly [GridPlace, GridPlace]): ReadonlySet<Position> {
  const { rowCount, columnCount } = PLATE_SIZE[plate.plateType];
  const rows = span(
    places.map(({ row }) => row),
    rowCount,
  );
  const columns = span(
    places.map(({ column }) => column),
    columnCount,
  );
  return new Set(
    rows.flatMap((row) => columns.map((column) => positionAt(row, column))).filter(plate.isSelectable),
  );
}

/** The indices between two ends; −1 (a header) means all. */
function span(ends: readonly number[], count: number): readonly number[] {
  const whole = ends.some((end) => end < 0);
  const from = whole ? 0 : Math.min(...ends);
  const to = whole ? count - 1 : Math.max(...ends);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Adds missing wells, or removes all if none is missing. */
function toggled(selected: ReadonlySet<Position>, wells: ReadonlySet<Position>): ReadonlySet<Position> {
  const given = [...wells];
  return given.every((position) => selected.has(position))
    ? new Set([...selected].filter((position) => !wells.has(position)))
    : new Set([...selected, ...given]);
}
