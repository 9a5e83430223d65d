import { platePositions, type Position } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { selectionActionOfKey } from './selection-keys.ts';
import { NOTHING_SELECTED, positionOfPlace, wellSelectionReduce } from './well-selection.ts';
import type { GridPlace, SelectionAction, WellSelection } from './well-selection.ts';
import { wellsToAddress } from './wells-in-address.ts';

const at = (row: number, column: number): GridPlace => ({ row, column });
const ROW = (row: number): GridPlace => at(row, -1);
const COLUMN = (column: number): GridPlace => at(-1, column);

const click = (place: GridPlace, keys: { ctrl?: boolean; shift?: boolean } = {}): SelectionAction => ({
  type: 'click',
  place,
  ctrl: keys.ctrl ?? false,
  shift: keys.shift ?? false,
});

function press(text: string): SelectionAction {
  const parts = text.split('+');
  const action = selectionActionOfKey({
    key: parts.at(-1) === 'Space' ? ' ' : parts.at(-1)!,
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    shiftKey: parts.includes('Shift'),
    altKey: false,
  });
  if (!action) throw new Error(`no gesture: ${text}`);
  return action;
}

function play(
  actions: readonly SelectionAction[],
  isSelectable: (position: Position) => boolean = () => true,
): WellSelection {
  const plate = { plateType: 'RECTANGULAR_96', isSelectable } as const;
  return actions.reduce<WellSelection>(
    (state, action) => wellSelectionReduce(plate, { state, action }),
    NOTHING_SELECTED,
  );
}

const after = (...actions: readonly SelectionAction[]): string => wellsToAddress(play(actions).selected);

test('REVIEW-04 a click selects only that well', () => {
  expect(after(click(at(0, 0)), click(at(7, 6)))).toBe('H7');
});

test('REVIEW-05 REVIEW-06 a click on a letter selects the row, on a number the column', () => {
  expect(after(click(ROW(1)))).toBe('B1-B12');
  expect(after(click(COLUMN(2)))).toBe('A3-H3');
});

test('REVIEW-07 Ctrl+click adds or toggles, also on headers', () => {
  expect(after(click(at(0, 0)), click(at(2, 2), { ctrl: true }))).toBe('A1,C3');
  expect(after(click(at(0, 0)), click(at(0, 0), { ctrl: true }))).toBe('');
  expect(after(click(at(0, 0)), click(ROW(0), { ctrl: true }))).toBe('A1-A12');
  expect(after(click(ROW(0)), click(at(0, 3), { ctrl: true }), click(ROW(0), { ctrl: true }))).toBe('A1-A12');
  expect(after(click(ROW(0)), click(ROW(0), { ctrl: true }))).toBe('');
});

test('REVIEW-08 Shift+click selects the rectangle from the last selection', () => {
  expect(after(click(at(1, 1)), click(at(3, 4), { shift: true }))).toBe('B2-D5');
  // Replaces the selection and keeps the anchor.
  expect(after(click(at(1, 1)), click(at(3, 4), { shift: true }), click(at(0, 0), { shift: true }))).toBe(
    'A1-B2',
  );
  expect(after(click(at(7, 7)), click(at(1, 1), { ctrl: true }), click(at(1, 3), { shift: true }))).toBe(
    'B2-B4',
  );
  expect(after(click(ROW(1)), click(ROW(3), { shift: true }))).toBe('B1-D12');
});

test('REVIEW-09 Ctrl+Shift+click does nothing', () => {
  expect(after(click(at(1, 1)), click(at(3, 3), { ctrl: true, shift: true }))).toBe('B2');
  expect(after(click(at(1, 1)), press('Ctrl+Shift+ArrowDown'))).toBe('B2');
});

test('REVIEW-10 the corner, the action and Ctrl+A select all, Escape clears', () => {
  expect(after(click(at(-1, -1)))).toBe('A1-H12');
  expect(after(press('Ctrl+a'))).toBe('A1-H12');
  expect(after(press('Meta+a'))).toBe('A1-H12');
  expect(after(press('Ctrl+a'), press('Escape'))).toBe('');
});

test('REVIEW-11 only analysed wells can be selected; rectangles skip the others', () => {
  const analysed = new Set(platePositions('RECTANGULAR_96').filter((position) => position !== 'B2'));
  const isSelectable = (position: Position): boolean => analysed.has(position);
  const select = (...actions: SelectionAction[]): string =>
    wellsToAddress(play(actions, isSelectable).selected);
  expect(select(click(at(1, 1)))).toBe('');
  expect(select(click(at(0, 0)), click(at(1, 2), { shift: true }))).toBe('A1-A3,B1,B3');
  expect(select({ type: 'all' })).not.toContain('B2,');
  expect(select({ type: 'set', wells: ['B2', 'B3'] })).toBe('B3');
});

test('arrow keys select the next well, with Ctrl they only move, with Shift they extend', () => {
  expect(after(press('ArrowRight'), press('ArrowDown'))).toBe('B2');
  expect(after(click(at(0, 0)), press('Ctrl+ArrowRight'), press('Ctrl+ArrowRight'), press('Space'))).toBe(
    'A1,A3',
  );
  expect(after(click(at(1, 1)), press('Shift+ArrowRight'), press('Shift+ArrowDown'))).toBe('B2-C3');
  expect(after(click(at(1, 1)), press('Shift+ArrowRight'), press('Shift+ArrowLeft'))).toBe('B2');
});

test('arrow keys reach headers, and Space there selects the row or column', () => {
  const onHead = play([click(at(1, 0)), press('ArrowLeft')]);
  expect(positionOfPlace(onHead.focus)).toBeNull();
  expect(wellsToAddress(onHead.selected)).toBe('B1');
  expect(after(click(at(1, 0)), press('ArrowLeft'), press('Space'))).toBe('B1-B12');
  expect(after(click(at(0, 4)), press('ArrowUp'), press('Space'))).toBe('A5-H5');
});

test('Space toggles the focused well, Shift+Space selects its row', () => {
  expect(after(click(at(2, 2)), press('Space'))).toBe('');
  expect(after(click(at(2, 2)), press('Shift+Space'))).toBe('C1-C12');
});

test('Home, End and Page keys go to the ends', () => {
  const ends = ['Home', 'End', 'PageUp', 'PageDown', 'Ctrl+Home', 'Ctrl+End'];
  expect(ends.map((keys) => after(click(at(3, 3)), press(keys)))).toEqual([
    'D1',
    'D12',
    'A4',
    'H4',
    'A1',
    'H12',
  ]);
});

test('the focus stays on the plate', () => {
  expect(play([press('ArrowUp'), press('ArrowUp'), press('ArrowLeft'), press('ArrowLeft')]).focus).toEqual(
    at(-1, -1),
  );
  expect(play([press('Ctrl+End'), press('ArrowDown'), press('ArrowRight')]).focus).toEqual(at(7, 11));
});
