import type { ReactNode } from 'react';
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts';

import type { ChartScale, Domain, Point } from './chart-scale.ts';

interface Axis {
  readonly ticks: readonly number[];
  readonly title?: string;
  readonly format?: (value: number) => string;
}

interface ChartFrameProps {
  readonly scale: ChartScale;
  /** Null for a plain line without ticks. */
  readonly x: Axis | null;
  readonly y: Axis;
  readonly hasGrid?: boolean;
  /** Recharts areas, reference lines and lines, in the units of the axes. */
  readonly children?: ReactNode;
}

const TEXT = { fill: 'var(--ink2)', fontSize: 11 } as const;
/** From the axis to the baseline of its title, px. */
const TITLE = 31;

/** Axes and grid: the lowest layer of every chart. Layers above share its scale. */
export function ChartFrame({ scale, x, y, hasGrid = true, children }: ChartFrameProps) {
  const { size, margin, shown } = scale;
  return (
    <LineChart
      {...size}
      margin={{ left: 0, top: margin.top, right: margin.right, bottom: 0 }}
      accessibilityLayer={false}
    >
      {hasGrid && <CartesianGrid vertical={false} stroke="var(--grid)" />}
      <XAxis
        dataKey="x"
        type="number"
        domain={[...shown.x]}
        ticks={[...(x?.ticks ?? [])]}
        tickFormatter={x?.format ?? String}
        allowDataOverflow
        height={margin.bottom}
        interval={0}
        tickSize={4}
        tickMargin={3}
        stroke="var(--control)"
        tickLine={x !== null}
        tick={x !== null && TEXT}
        label={
          x?.title !== undefined && {
            ...TEXT,
            value: x.title,
            position: 'insideBottom',
            offset: margin.bottom - TITLE,
          }
        }
      />
      <YAxis
        type="number"
        domain={[...shown.y]}
        ticks={[...y.ticks]}
        tickFormatter={y.format ?? String}
        allowDataOverflow
        width={margin.left}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={TEXT}
        label={
          y.title !== undefined && {
            ...TEXT,
            value: y.title,
            angle: -90,
            position: 'insideLeft',
            offset: 6,
            style: { textAnchor: 'middle' },
          }
        }
      />
      {children}
      {/* Recharts has no y scale without data. An invisible line of two points sets it; one point would draw a
         dot. */}
      <Line data={cornersOf(shown)} dataKey="y" stroke="none" dot={false} isAnimationActive={false} />
    </LineChart>
  );
}

const cornersOf = ({ x: [left, right], y: [low, high] }: Domain): Point[] => [
  { x: left, y: low },
  { x: right, y: high },
];
