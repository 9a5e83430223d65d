import { createContext, type SVGAttributes, use } from 'react';

import type { ChartScale, Range } from './chart-scale.ts';

/** The scale of the chart that a mark belongs to; ChartFrame gives it. */
export const FrameScale = createContext<ChartScale | null>(null);

function useFrameScale(): ChartScale {
  const scale = use(FrameScale);
  if (scale === null) throw new Error('A mark of a chart stands outside ChartFrame.');
  return scale;
}

/** Two pixels in ascending order, within the plot. */
const within = (pixels: readonly [number, number], most: number): Range => [
  Math.max(0, Math.min(...pixels)),
  Math.min(most, Math.max(...pixels)),
];

interface AreaProps {
  /** In the unit of the axis; left out: all of it. */
  readonly x?: Range;
  readonly y?: Range;
  readonly fill: string;
  readonly fillOpacity?: number;
}

/** A ground between two values, cut off where the plot ends. */
export function Area({ x, y, ...look }: AreaProps) {
  const { toX, toY, plotWidth, plotHeight } = useFrameScale();
  const [left, right] = x === undefined ? [0, plotWidth] : within([toX(x[0]), toX(x[1])], plotWidth);
  const [top, bottom] = y === undefined ? [0, plotHeight] : within([toY(y[0]), toY(y[1])], plotHeight);
  if (right <= left || bottom <= top) return null;
  return <rect data-mark="area" x={left} y={top} width={right - left} height={bottom - top} {...look} />;
}

type LineLook = Pick<SVGAttributes<SVGLineElement>, 'stroke' | 'strokeWidth' | 'strokeDasharray'>;

interface UprightLineProps extends LineLook {
  /** In the unit of the x axis. */
  readonly x: number;
}

/** From the bottom of the plot to its top, where its value is in view. */
export function UprightLine({ x, ...look }: UprightLineProps) {
  const { shown, toX, plotHeight } = useFrameScale();
  if (!isWithin(x, shown.x)) return null;
  return <line data-mark="line" x1={toX(x)} y1={plotHeight} x2={toX(x)} y2={0} {...look} />;
}

interface LevelLineProps extends LineLook {
  /** In the unit of the y axis. */
  readonly y: number;
  /** From and to, in the unit of the x axis; left out: across the plot. */
  readonly across?: Range;
  /** Right of the plot. */
  readonly label?: { readonly text: string; readonly fill: string; readonly fontWeight: number };
}

/** At a value, where all of it is in view. */
export function LevelLine({ y, across, label, ...look }: LevelLineProps) {
  const { shown, toX, toY, plotWidth } = useFrameScale();
  const [from, to] = across ?? shown.x;
  if (!isWithin(y, shown.y) || !isWithin(from, shown.x) || !isWithin(to, shown.x)) return null;
  const level = toY(y);
  return (
    <>
      <line data-mark="line" x1={toX(from)} y1={level} x2={toX(to)} y2={level} {...look} />
      {label && (
        <text x={plotWidth + 5} y={level} dy={MIDDLE} fontWeight={label.fontWeight} fill={label.fill}>
          {label.text}
        </text>
      )}
    </>
  );
}

const isWithin = (value: number, [from, to]: Range): boolean => value >= from && value <= to;

/** From the middle of a line of text down to its base line: half the height of a capital. */
export const MIDDLE = '0.355em';
