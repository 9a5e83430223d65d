import type { ControlTmShifts } from '@curvewell/contracts';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';

import { TmShiftCard } from './tm-shift-card.tsx';

type Point = ControlTmShifts['points'][number];
const point = (businessId: number, change: Partial<Point>): Point => ({
  ...{ runId: `run-${businessId}`, businessId, readAt: '2026-11-20T10:00:00.000Z', isDateKnown: true },
  ...{ analyserId: 'analyser', kitVersion: 'v2', decision: 'moved', controls: 4, limit: 0.8 },
  ...{ median: 0.61, error: 0.03, moved: 0.61 },
  ...change,
});

test('TMC-10 the Tm shift of each run stands in the controls, newest first, with what followed', () => {
  const points = [
    point(7, {}),
    point(8, { decision: 'no-controls', controls: 0, median: null, error: null, moved: 0 }),
  ];
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <TmShiftCard points={points} />
      </MemoryRouter>
    </MantineProvider>,
  );
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toEqual(['RunShift, °CSEControlsZones', '8––0no control', '7+0.610.034moved']);
});
