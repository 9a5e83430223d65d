import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { ChartFrame } from './chart-frame.tsx';
import { chartScale } from './chart-scale.ts';
import { MovedGround, ThresholdLine, ZoneAreas } from './zone-marks.tsx';

const margin = { left: 40, top: 10, right: 20, bottom: 40 };
const scale = chartScale({ width: 460, height: 250 }, { margin, shown: { x: [50, 60], y: [0, 100] } });
const textsOf = (container: Element, axis: string) =>
  [...container.querySelectorAll(`[data-axis=${axis}] [data-tick]`)].map(({ textContent }) => textContent);

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
  expect(container.querySelectorAll('[data-axis=x] line')).toHaveLength(1);
  expect(textsOf(container, 'x')).toEqual([]);
});

test('the frame and the layers above it share one scale; nothing reaches beyond the plot', () => {
  const { container } = render(
    <ChartFrame scale={scale} x={null} y={{ ticks: [] }}>
      <ZoneAreas
        zones={[
          { minTemp: 52, maxTemp: 54.5 },
          { minTemp: 58, maxTemp: 63 },
          { minTemp: 61, maxTemp: 63 },
          { minTemp: null, maxTemp: 57 },
        ]}
      />
      <MovedGround before={51} now={50.5} />
      <ThresholdLine at={25} />
      <ThresholdLine at={75} across={[52, 54.5]} />
      <ThresholdLine at={75} across={[58, 63]} />
      <ThresholdLine at={101} />
    </ChartFrame>,
  );
  const figures = (marks: string, names: readonly string[]) =>
    [...container.querySelectorAll(marks)].map((mark) =>
      names.map((name) => Number(mark.getAttribute(name))),
    );
  const { toX, toY } = scale;
  expect(figures('[data-area]', ['x', 'width', 'y', 'height'])).toEqual([
    [toX(52), toX(54.5) - toX(52), 0, 200],
    [toX(58), toX(60) - toX(58), 0, 200],
    [toX(50.5), toX(51) - toX(50.5), 0, 200],
  ]);
  expect(figures('[data-line]', ['x1', 'x2', 'y1', 'y2'])).toEqual([
    [toX(51), toX(51), 200, 0],
    [0, 400, toY(25), toY(25)],
    [toX(52), toX(54.5), toY(75), toY(75)],
    [toX(58), 400, toY(75), toY(75)],
  ]);
});
