import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { ChartFrame } from './chart-frame.tsx';
import { chartScale } from './chart-scale.ts';
import { MovedGround, ThresholdLine, ZoneAreas } from './zone-marks.tsx';

const margin = { left: 40, top: 10, right: 20, bottom: 40 };
const scale = chartScale({ width: 460, height: 250 }, { margin, shown: { x: [50, 60], y: [0, 100] } });
const textsOf = (container: Element, axis: string) =>
  [...container.querySelectorAll(`.recharts-${axis}Axis-tick-labels text`)].map(
    ({ textContent }) => textContent,
  );

test('axes show the given ticks, titles and labels', () => {
  const { container } = render(
    <ChartFrame
      scale={scale}
      x={{ ticks: [52, 54], title: 'Temperature' }}
      y={{ ticks: [0, 50, 100], format: (value) => `${value} RFU` }}
    />,
  );
  expect(textsOf(container, 'x')).toEqual(['52', '54']);
  expect(textsOf(container, 'y')).toEqual(['0 RFU', '50 RFU', '100 RFU']);
  expect(screen.getByText('Temperature')).toBeTruthy();
});

test('an axis without ticks is a plain line', () => {
  const { container } = render(<ChartFrame scale={scale} x={null} y={{ ticks: [50] }} />);
  expect(container.querySelector('.recharts-xAxis line')?.getAttribute('y1')).toBe('210');
  expect(textsOf(container, 'x')).toEqual([]);
});

test('the frame and the layers above it share one scale', () => {
  const { container } = render(
    <ChartFrame scale={scale} x={null} y={{ ticks: [] }}>
      <ZoneAreas
        zones={[
          { minTemp: 52, maxTemp: 54.5 },
          { minTemp: null, maxTemp: 57 },
        ]}
      />
      <MovedGround before={51} now={52} />
      <ThresholdLine at={25} />
      <ThresholdLine at={75} across={[52, 54.5]} />
    </ChartFrame>,
  );
  const [zone, moved, ...others] = container.querySelectorAll('.recharts-reference-area-rect');
  const place = (area: Element | undefined) => ['x', 'width'].map((name) => Number(area?.getAttribute(name)));
  expect(place(zone)).toEqual([margin.left + scale.toX(52), scale.toX(54.5) - scale.toX(52)]);
  expect(place(moved)).toEqual([margin.left + scale.toX(51), scale.toX(52) - scale.toX(51)]);
  expect(others).toEqual([]);
  const lines = [...container.querySelectorAll('.recharts-reference-line-line')].map((line) =>
    ['x1', 'x2', 'y1', 'y2'].map((name) => Number(line.getAttribute(name))),
  );
  const top = (value: number) => margin.top + scale.toY(value);
  expect(lines).toEqual([
    [margin.left + scale.toX(51), margin.left + scale.toX(51), 210, 10],
    [40, 440, top(25), top(25)],
    [margin.left + scale.toX(52), margin.left + scale.toX(54.5), top(75), top(75)],
  ]);
});
