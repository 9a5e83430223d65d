import type { SVGProps } from 'react';

import type { Point, Range } from './chart-scale.ts';
import { useFrameScale } from './frame-scale.ts';

interface FrameAreaProps extends Pick<SVGProps<SVGRectElement>, 'fill' | 'fillOpacity'> {
  /** In the units of the axis; an axis without a range is covered whole. */
  readonly x?: Range;
  readonly y?: Range;
}

/** A rectangle behind the curves; what lies outside the plot is not drawn. */
export function FrameArea({ x, y, ...look }: FrameAreaProps) {
  const { shown, toX, toY } = useFrameScale();
  const across = common(x ?? shown.x, shown.x);
  const up = common(y ?? shown.y, shown.y);
  if (across === null || up === null) return null;
  const [left, top] = [toX(across[0]), toY(up[1])];
  return (
    <rect
      data-area=""
      x={left}
      y={top}
      width={toX(across[1]) - left}
      height={toY(up[0]) - top}
      stroke="none"
      {...look}
    />
  );
}

/** What two ranges have in common. The first may be given from its higher end. */
function common([from, to]: Range, [least, most]: Range): Range | null {
  const [low, high] = [Math.max(least, Math.min(from, to)), Math.min(most, Math.max(from, to))];
  return low < high ? [low, high] : null;
}

type LineLook = Pick<SVGProps<SVGLineElement>, 'stroke' | 'strokeWidth' | 'strokeDasharray'>;

/** A line from the bottom to the top of the plot. */
export function FrameVertical({ at, ...look }: LineLook & { readonly at: number }) {
  const { shown, plotHeight, toX } = useFrameScale();
  if (at < shown.x[0] || at > shown.x[1]) return null;
  return <line data-line="" x1={toX(at)} x2={toX(at)} y1={plotHeight} y2={0} {...look} />;
}

interface FrameLevelProps extends LineLook {
  readonly at: number;
  /** Default: across the plot. */
  readonly across?: Range;
}

/** A level line. */
export function FrameLevel({ at, across, ...look }: FrameLevelProps) {
  const { shown, toX, toY } = useFrameScale();
  const reach = common(across ?? shown.x, shown.x);
  if (reach === null || at < shown.y[0] || at > shown.y[1]) return null;
  const [from, to] = reach;
  return <line data-line="" x1={toX(from)} x2={toX(to)} y1={toY(at)} y2={toY(at)} {...look} />;
}

interface FramePathProps extends LineLook, Pick<SVGProps<SVGPolylineElement>, 'strokeOpacity'> {
  readonly points: readonly Point[];
}

/** Straight lines from point to point. */
export function FramePath({ points, ...look }: FramePathProps) {
  const { toX, toY } = useFrameScale();
  return (
    <polyline points={points.map(({ x, y }) => `${toX(x)},${toY(y)}`).join(' ')} fill="none" {...look} />
  );
}
