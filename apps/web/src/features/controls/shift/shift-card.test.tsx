import type { ControlTmShifts } from '@curvewell/domain';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';

import { ShiftCard } from './shift-card.tsx';
import { ShiftPanel } from './shift-panel.tsx';
import { shiftSeries } from './shift-series.ts';

type Point = ControlTmShifts['points'][number];
const point = (businessId: number, change: Partial<Point> = {}): Point => ({
  runId: `run-${businessId}`,
  businessId,
  readAt: '2026-11-20T10:00:00.000Z',
  isDateKnown: true,
  analyserId: 'analyser',
  kitVersion: 'v2',
  decision: 'moved',
  controls: 4,
  limit: 0.8,
  median: 0.61,
  error: 0.03,
  moved: 0.61,
  distance: 3.24,
  rules: ['1-3s'],
  ...change,
});
const NONE = { decision: 'no-controls', controls: 0, median: null, error: null, moved: 0 } as const;
const SHIFTS: ControlTmShifts = {
  points: [point(7), point(8, { ...NONE, distance: null, rules: [] })],
  isCut: false,
  limits: null,
  referencePoints: 1,
  oneSided: [],
};

test('TMC-10 the Tm shift of each run is listed newest first, with its effect', () => {
  const focus = vi.fn();
  render(
    <MantineProvider env="test">
      <ShiftCard shifts={SHIFTS} focusedId="run-7 v2" onFocus={focus} />
    </MantineProvider>,
  );
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'RunVersionShift (°C)SEControlsZonesDistance (SD)Rules',
    '8v2––0no control–',
    '7v2+0.610.034moved+3.21-3s',
  ]);
  expect(screen.getByText('Not enough points for limits (1 of 10).')).toBeDefined();
  screen.getByRole('button', { name: '7' }).click();
  expect(focus).toHaveBeenCalledWith('run-7 v2');
});

test('TMC-24 the shift chart shows its limits, and the panel shows the readings of the controls', () => {
  const limits = { mean: 0.1, sd: 0.05 };
  const series = shiftSeries({ ...SHIFTS, limits, oneSided: [{ first: 0, last: 1 }] });
  expect(series.reference.limits).toEqual(limits);
  expect(series.oneSided).toHaveLength(1);
  expect(series.points.map(({ value, distance, rules }) => [value, distance, rules])).toEqual([
    [0.61, 3.24, ['1-3s']],
    [null, null, []],
  ]);
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <ShiftPanel shift={point(7)} />
      </MemoryRouter>
    </MantineProvider>,
  );
  const panel = screen.getByRole('region', { name: 'Run 7 · Tm shift' });
  expect(panel.textContent).toContain('Zones moved by +0.61 °C: 4 controls melted +0.61 °C from the kit');
  expect(panel.textContent).toContain('3.2 SD above, 1-3s');
  expect(screen.getByRole('link', { name: 'Open run 7' }).getAttribute('href')).toContain('run-7');
});
