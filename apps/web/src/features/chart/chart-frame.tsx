import type { ReactNode } from 'react';

import type { ChartScale } from './chart-scale.ts';
import classes from './chart.module.css';
import { FrameScale } from './frame-scale.ts';

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
  /** Areas and lines of `frame-marks.tsx`, in the units of the axes. */
  readonly children?: ReactNode;
}

/** Length of a tick, and from the axis to the baselines of its numbers and title, px. */
const X = { tick: 4, number: 15, title: 31 } as const;
/** From the axis to its numbers, and from the left of the chart to the middle of the title, px. */
const Y = { number: 8, title: 6 } as const;
/** Puts the middle of a line of text where its baseline would be. */
const MIDDLE = '0.355em';

/** Axes and grid: the lowest layer of every chart. Layers above share its scale. */
export function ChartFrame({ scale, x, y, hasGrid = true, children }: ChartFrameProps) {
  const { size, margin } = scale;
  return (
    <svg {...size} className={classes['frame']} data-frame="" aria-hidden="true">
      <g transform={`translate(${margin.left},${margin.top})`}>
        {hasGrid && <Grid scale={scale} ticks={y.ticks} />}
        <XAxis scale={scale} axis={x} />
        <YAxis scale={scale} axis={y} />
        <FrameScale value={scale}>{children}</FrameScale>
      </g>
    </svg>
  );
}

interface GridProps {
  readonly scale: ChartScale;
  readonly ticks: readonly number[];
}

/** A line at each tick, and at both ends of the plot. */
function Grid({ scale: { shown, plotWidth, toY }, ticks }: GridProps) {
  return [...new Set([...shown.y, ...ticks])].map((tick) => (
    <line key={tick} x2={plotWidth} y1={toY(tick)} y2={toY(tick)} stroke="var(--grid)" />
  ));
}

interface AxisProps<Shown> {
  readonly scale: ChartScale;
  readonly axis: Shown;
}

function XAxis({ scale: { plotWidth, plotHeight, toX }, axis }: AxisProps<Axis | null>) {
  return (
    <g data-axis="x" transform={`translate(0,${plotHeight})`} textAnchor="middle">
      <line x2={plotWidth} stroke="var(--control)" />
      {axis?.ticks.map((tick) => (
        <g key={tick} transform={`translate(${toX(tick)})`}>
          <line y2={X.tick} stroke="var(--control)" />
          <text data-tick="" y={X.number}>
            {(axis.format ?? String)(tick)}
          </text>
        </g>
      ))}
      {axis?.title !== undefined && (
        <text x={plotWidth / 2} y={X.title}>
          {axis.title}
        </text>
      )}
    </g>
  );
}

function YAxis({ scale: { margin, plotHeight, toY }, axis }: AxisProps<Axis>) {
  return (
    <g data-axis="y">
      {axis.ticks.map((tick) => (
        <text key={tick} data-tick="" x={-Y.number} y={toY(tick)} dy={MIDDLE} textAnchor="end">
          {(axis.format ?? String)(tick)}
        </text>
      ))}
      {axis.title !== undefined && (
        <text
          transform={`rotate(-90) translate(${-plotHeight / 2},${Y.title - margin.left})`}
          dy={MIDDLE}
          textAnchor="middle"
        >
          {axis.title}
        </text>
      )}
    </g>
  );
}
