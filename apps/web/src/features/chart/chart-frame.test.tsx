import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { ChartFrame } from './chart-frame.tsx';
import { chartScale } from './chart-scale.ts';
import { Area } from './frame-marks.tsx';
import { EdgeLine, MovedGround, ThresholdLine, ZoneAreas } from './zone-marks.tsx';

const margin = { left: 40, top: 10, right: 20, bottom: 40 };
const scale = chartScale({ width: 460, height: 250 }, { margin, shown: { x: [50, 60], y: [0, 100] } });
const textsOf = (container: Element, axis: string) =>
  [...container.querySelectorAll(`[data-axis="${axis}"] [data-tick]`)].map(({ textContent }) => textContent);

test('axes have the ticks, the titles and the words that they are given', () => {
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

test('an axis without figures is a line', () => {
  const { container } = render(<ChartFrame scale={scale} x={null} y={{ ticks: [50] }} />);
  const axis = container.querySelector('[data-axis="x"]');
  expect(axis?.getAttribute('transform')).toBe('translate(0 200)');
  expect(axis?.querySelectorAll('line')).toHaveLength(1);
  expect(textsOf(container, 'x')).toEqual([]);
});

test('what the frame draws lies on the scale of the layers above it', () => {
  const { container } = render(
    <ChartFrame scale={scale} x={null} y={{ ticks: [] }}>
      <ZoneAreas
        zones={[
          { minTemp: 52, maxTemp: 54.5 },
          { minTemp: null, maxTemp: 57 },
        ]}
      />
      <MovedGround before={51} now={52} />
      <MovedGround before={61} now={62} />
      <EdgeLine at={51} look="before" />
      <EdgeLine at={61} look="before" />
      <ThresholdLine at={25} />
      <ThresholdLine at={101} />
      <ThresholdLine at={75} across={[52, 54.5]} />
      <ThresholdLine at={75} across={[49, 54.5]} />
      <Area x={[58, 62]} y={[90, 110]} fill="red" />
    </ChartFrame>,
  );
  const frame = container.querySelector('[data-chart-frame] > g');
  expect(frame?.getAttribute('transform')).toBe(`translate(${margin.left} ${margin.top})`);
  const [zone, moved, cut, ...others] = container.querySelectorAll('[data-mark="area"]');
  const place = (area: Element | undefined, ...names: readonly string[]) =>
    names.map((name) => Number(area?.getAttribute(name)));
  expect(place(zone, 'x', 'width')).toEqual([scale.toX(52), scale.toX(54.5) - scale.toX(52)]);
  expect(place(zone, 'y', 'height')).toEqual([0, scale.plotHeight]);
  expect(place(moved, 'x', 'width')).toEqual([scale.toX(51), scale.toX(52) - scale.toX(51)]);
  expect(place(cut, 'x', 'y', 'width', 'height')).toEqual([scale.toX(58), 0, 80, 20]);
  expect(others).toEqual([]);
  const lines = [...container.querySelectorAll('[data-mark="line"]')].map((line) =>
    place(line, 'x1', 'x2', 'y1', 'y2'),
  );
  expect(lines).toEqual([
    [scale.toX(51), scale.toX(51), 200, 0],
    [0, scale.plotWidth, scale.toY(25), scale.toY(25)],
    [scale.toX(52), scale.toX(54.5), scale.toY(75), scale.toY(75)],
  ]);
});
