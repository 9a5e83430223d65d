import type { ReactNode } from 'react';

import type { ChartScale } from './chart-scale.ts';
import classes from './chart.module.css';
import { FrameScale, MIDDLE } from './frame-marks.tsx';

interface Axis {
  readonly ticks: readonly number[];
  readonly title?: string;
  readonly format?: (value: number) => string;
}

interface ChartFrameProps {
  readonly scale: ChartScale;
  /** Null: a line without figures. */
  readonly x: Axis | null;
  readonly y: Axis;
  readonly hasGrid?: boolean;
  /** Areas and lines in the units of the axes: frame-marks.tsx. */
  readonly children?: ReactNode;
}

/** From the axis to the base line of its title, px. */
const TITLE = 31;
/** From the edge of the chart to the middle of the title of the y axis, px. */
const TITLE_LEFT = 6;
const TICK = 4;
/** From the axis to the top of the figures, px. */
const FIGURES = 7;
/** Of a capital, in the height of the letters. */
const CAPITAL = '0.71em';

/** Axes, grid and what belongs to them: the lowest layer of every chart, with the scale of the layers above it. */
export function ChartFrame({ scale, x, y, hasGrid = true, children }: ChartFrameProps) {
  const { size, margin } = scale;
  return (
    <FrameScale value={scale}>
      <svg data-chart-frame className={classes['frame']} {...size}>
        <g transform={`translate(${margin.left} ${margin.top})`}>
          {hasGrid && <Grid scale={scale} ticks={y.ticks} />}
          {children}
          <AcrossAxis scale={scale} axis={x} />
          <UpAxis scale={scale} axis={y} />
        </g>
      </svg>
    </FrameScale>
  );
}

/** A line at each tick, and where the plot begins and ends. */
function Grid({ scale, ticks }: { readonly scale: ChartScale; readonly ticks: readonly number[] }) {
  const { toY, plotWidth, plotHeight } = scale;
  return [...new Set([...ticks.map(toY), 0, plotHeight])].map((level) => (
    <line key={level} x1={0} y1={level} x2={plotWidth} y2={level} stroke="var(--grid)" />
  ));
}

function AcrossAxis({ scale, axis }: { readonly scale: ChartScale; readonly axis: Axis | null }) {
  const { toX, plotWidth, plotHeight } = scale;
  const format = axis?.format ?? String;
  return (
    <g data-axis="x" transform={`translate(0 ${plotHeight})`} textAnchor="middle">
      <line x2={plotWidth} stroke="var(--control)" />
      {axis?.ticks.map((value) => (
        <g key={value}>
          <line x1={toX(value)} x2={toX(value)} y2={TICK} stroke="var(--control)" />
          <text data-tick x={toX(value)} y={FIGURES} dy={CAPITAL}>
            {format(value)}
          </text>
        </g>
      ))}
      {axis?.title !== undefined && (
        <text x={plotWidth / 2} y={TITLE}>
          {axis.title}
        </text>
      )}
    </g>
  );
}

function UpAxis({ scale, axis }: { readonly scale: ChartScale; readonly axis: Axis }) {
  const { toY, plotHeight, margin } = scale;
  const left = TITLE_LEFT - margin.left;
  const format = axis.format ?? String;
  return (
    <g data-axis="y">
      {axis.ticks.map((value) => (
        <text key={value} data-tick x={-8} y={toY(value)} dy={MIDDLE} textAnchor="end">
          {format(value)}
        </text>
      ))}
      {axis.title !== undefined && (
        <text
          x={left}
          y={plotHeight / 2}
          dy={MIDDLE}
          transform={`rotate(-90 ${left} ${plotHeight / 2})`}
          textAnchor="middle"
        >
          {axis.title}
        </text>
      )}
    </g>
  );
}
