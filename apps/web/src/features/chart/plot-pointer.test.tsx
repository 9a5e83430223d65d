import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { chartScale, type Domain } from './chart-scale.ts';
import { ChartTip, PlotPointer } from './plot-pointer.tsx';

const scale = chartScale(
  { width: 100, height: 100 },
  { margin: { left: 0, top: 0, right: 0, bottom: 0 }, shown: { x: [0, 10], y: [0, 1] } },
);

function pointer(marks: 'plane' | 'x') {
  const events: unknown[] = [];
  const { container } = render(
    <PlotPointer
      scale={scale}
      marks={marks}
      onMove={(spot) => events.push(['move', spot])}
      onClick={(spot) => events.push(['click', spot])}
      onDrag={(marked) => events.push(['drag', marked])}
      onReset={() => events.push(['reset'])}
      tip={(spot) => (
        <ChartTip scale={scale} at={spot}>
          {spot.x} px
        </ChartTip>
      )}
    />,
  );
  return { events, plot: container.firstElementChild! };
}

function drag(plot: Element, from: readonly [number, number], to: readonly [number, number]): void {
  fireEvent.pointerDown(plot, { button: 0, clientX: from[0], clientY: from[1] });
  fireEvent.pointerMove(plot, { clientX: to[0], clientY: to[1] });
  fireEvent.pointerUp(plot, { clientX: to[0], clientY: to[1] });
}

const DRAGGED: Domain = { x: [1, 5], y: [0.2, 0.8] };

test.each([
  ['to the right and down', [10, 20], [50, 80]],
  ['to the left and up', [50, 80], [10, 20]],
] as const)('a drag %s marks a rectangle', (_name, from, to) => {
  const { events, plot } = pointer('plane');
  drag(plot, from, to);
  expect(events).toEqual([['drag', DRAGGED]]);
});

test('a drag along one axis marks the full height', () => {
  const { events, plot } = pointer('x');
  drag(plot, [10, 20], [50, 21]);
  expect(events).toEqual([['drag', { x: [1, 5], y: [0, 1] }]]);
});

test('a tiny movement is a click, and a double click resets the zoom', () => {
  const { events, plot } = pointer('plane');
  drag(plot, [10, 20], [12, 22]);
  fireEvent.doubleClick(plot);
  expect(events).toEqual([['click', { x: 12, y: 22 }], ['reset']]);
});

test('SHELL-246 only the main mouse button selects: the others leave the chart unchanged', () => {
  const { events, plot } = pointer('plane');
  for (const button of [1, 2]) {
    fireEvent.pointerDown(plot, { button, clientX: 10, clientY: 20 });
    fireEvent.pointerUp(plot, { button, clientX: 10, clientY: 20 });
  }
  expect(events).toEqual([]);
});

test('REVIEW-352 the wheel is turned at a point, and the page does not scroll; Ctrl and the wheel stay its own', () => {
  const turned: unknown[] = [];
  const { container } = render(
    <PlotPointer
      {...{ scale, marks: 'plane', onDrag: () => undefined, onReset: () => undefined, tip: () => null }}
      onWheel={(spot, { by, isShift }) => turned.push([spot, by, isShift])}
    />,
  );
  const plot = container.firstElementChild!;
  const turn = (init: WheelEventInit) =>
    fireEvent(plot, new WheelEvent('wheel', { cancelable: true, ...init }));
  expect(turn({ clientX: 10, clientY: 20, deltaY: 100 })).toBe(false);
  expect(turn({ clientX: 10, clientY: 20, deltaX: -40, shiftKey: true })).toBe(false);
  expect(turn({ deltaY: 100, ctrlKey: true })).toBe(true);
  expect(turned).toEqual([
    [{ x: 10, y: 20 }, 100, false],
    [{ x: 10, y: 20 }, -40, true],
  ]);
});

test('the tip follows the pointer on the side with room, and hides during a drag', () => {
  const { events, plot } = pointer('plane');
  fireEvent.pointerMove(plot, { clientX: 30, clientY: 90 });
  expect(screen.getByRole('tooltip').style).toMatchObject({ left: '42px', top: '48px' });
  fireEvent.pointerMove(plot, { clientX: 80, clientY: 10 });
  expect(screen.getByRole('tooltip').style).toMatchObject({ right: '32px', top: '10px' });
  fireEvent.pointerDown(plot, { button: 0, clientX: 80, clientY: 10 });
  expect(screen.queryByRole('tooltip')).toBeNull();
  fireEvent.pointerLeave(plot);
  expect(events.at(-1)).toEqual(['move', null]);
});
