import { platePositions, type Position } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';

import { useObservable } from '../../../shared/hooks/observable.ts';
import { plateGeometry } from '../plate-geometry.ts';
import { PlateGrid } from './plate-grid.tsx';
import { selectionStore, type SelectionStore } from '../selection/selection-store.ts';
import type { WellFace } from './well-face.ts';
import { wellsToAddress } from '../selection/wells-in-address.ts';

const geometry = plateGeometry(
  { width: 744, height: 500 },
  { plateType: 'RECTANGULAR_96', use: 'interpretation' },
);

const face = (
  position: Position,
  changes: Partial<Extract<WellFace, { kind: 'result' }>> = {},
): WellFace => ({
  kind: 'result',
  label: `${position}, S-1, blood, heterozygous`,
  sampleType: 'BLOOD',
  name: 'S-1',
  code: 'X',
  fill: '#ffd60f',
  text: '#000000',
  edge: '#947c09',
  commented: false,
  updated: false,
  mark: null,
  ...changes,
});

function Plate({
  off,
  faceOf = face,
}: {
  readonly off: Position;
  readonly faceOf?: (at: Position) => WellFace;
}) {
  const [selection] = useState(() =>
    selectionStore({ plateType: 'RECTANGULAR_96', isSelectable: (position) => position !== off }),
  );
  const [faces] = useState(
    () =>
      new Map<Position, WellFace>(
        platePositions('RECTANGULAR_96').map((position) => [
          position,
          position === off ? { kind: 'not-analysed', label: `${position}, not analysed` } : faceOf(position),
        ]),
      ),
  );
  return (
    <MantineProvider>
      <PlateGrid
        geometry={geometry}
        faces={faces}
        selection={selection}
        factsOf={(position) => [{ term: '', text: `card of ${position}` }]}
      />
      <Selected selection={selection} />
    </MantineProvider>
  );
}

function Selected({ selection }: { readonly selection: SelectionStore }) {
  return <output>{wellsToAddress(useObservable(selection).selected)}</output>;
}

const well = (name: string) => screen.getByRole('gridcell', { name: new RegExp(`^${name},`) });
const selected = () => screen.getByText((_, element) => element?.tagName === 'OUTPUT').textContent;

test('REVIEW-03 the plate is a grid of 8 × 12 wells with letters and numbers', () => {
  render(<Plate off="H12" />);
  const grid = screen.getByRole('grid', { name: 'Plate, 96 wells' });
  expect(within(grid).getAllByRole('gridcell')).toHaveLength(96);
  expect(
    within(grid)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
  expect(within(grid).getAllByRole('columnheader')).toHaveLength(13);
});

test('REVIEW-04 REVIEW-08 a click selects a well, Shift+click the rectangle to it', () => {
  render(<Plate off="H12" />);
  fireEvent.pointerDown(well('B2'), { button: 0 });
  expect(selected()).toBe('B2');
  expect(well('B2').getAttribute('aria-selected')).toBe('true');
  fireEvent.pointerDown(well('C4'), { button: 0, shiftKey: true });
  expect(selected()).toBe('B2-C4');
});

test('REVIEW-05 REVIEW-06 REVIEW-10 headers select rows and columns, the corner all wells', () => {
  render(<Plate off="H12" />);
  fireEvent.pointerDown(screen.getByRole('rowheader', { name: 'Row B' }), { button: 0 });
  expect(selected()).toBe('B1-B12');
  fireEvent.pointerDown(screen.getByRole('columnheader', { name: 'Column 3' }), { button: 0 });
  expect(selected()).toBe('A3-H3');
  fireEvent.pointerDown(screen.getByRole('columnheader', { name: 'All wells' }), { button: 0 });
  expect(selected()).toBe('A1-G12,H1-H11');
});

test('REVIEW-11 a well that was not analysed says so and cannot be selected', () => {
  render(<Plate off="A1" />);
  expect(well('A1').getAttribute('aria-disabled')).toBe('true');
  fireEvent.pointerDown(well('A1'), { button: 0 });
  expect(selected()).toBe('');
});

test('the plate is one tab stop; arrow keys move the selection and the focus', () => {
  render(<Plate off="H12" />);
  const grid = screen.getByRole('grid');
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  well('A1').focus();
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' });
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(well('B2'));
  expect(selected()).toBe('B2');
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
});

test('dragging selects the rectangle', () => {
  render(<Plate off="H12" />);
  fireEvent.pointerDown(well('A1'), { button: 0 });
  fireEvent.pointerOver(well('B2'), { buttons: 1 });
  fireEvent.pointerOver(well('C3'), { buttons: 1 });
  expect(selected()).toBe('A1-C3');
});

test('an arrow key re-renders only the two wells that changed', () => {
  const drawn: string[] = [];
  // Counts renders: a cell reads its label each time.
  const faceOf = (position: Position): WellFace => ({
    ...face(position),
    get label() {
      drawn.push(position);
      return `${position}, S-1`;
    },
  });
  render(<Plate off="H12" faceOf={faceOf} />);
  fireEvent.pointerDown(well('B2'), { button: 0 });
  well('B2').focus();
  drawn.length = 0;
  fireEvent.keyDown(well('B2'), { key: 'ArrowRight' });
  expect(selected()).toBe('B3');
  expect(drawn.sort()).toEqual(['B2', 'B3']);
});

test('a card opens when the pointer rests; a key closes it until the pointer moves, and the keyboard opens none', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const rest = (ms: number) => {
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  };
  const card = () => screen.queryByRole('tooltip')?.textContent;
  render(<Plate off="H12" />);
  fireEvent.pointerOver(well('D4'));
  rest(399);
  expect(card()).toBeUndefined();
  rest(1);
  expect(card()).toBe('card of D4');
  well('A1').focus();
  fireEvent.keyDown(well('A1'), { key: 'ArrowRight' });
  expect(card()).toBeUndefined();
  // The plate scrolled under a resting pointer.
  fireEvent.pointerOver(well('D5'));
  rest(1000);
  expect(card()).toBeUndefined();
  fireEvent.pointerMove(well('D5'), { movementX: 1, movementY: 0 });
  rest(400);
  expect(card()).toBe('card of D5');
  // The first Escape closes the card, the second clears the selection.
  fireEvent.keyDown(well('A2'), { key: 'Escape' });
  expect([card(), selected()]).toEqual([undefined, 'A2']);
});
