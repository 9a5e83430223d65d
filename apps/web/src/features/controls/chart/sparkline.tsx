import { chartScale } from '../../chart/chart-scale.ts';
import { extentOf } from '../../chart/extent.ts';

interface SparklineProps {
  /** Oldest first; null for a gap. */
  readonly values: readonly (number | null)[];
}

const SIZE = { width: 68, height: 20 } as const;
const MARGIN = { left: 3, top: 3, right: 3, bottom: 3 } as const;

export function Sparkline({ values }: SparklineProps) {
  const known = values.flatMap((y, x) => (y === null ? [] : [{ x, y }]));
  const [least, most] = extentOf([known]).y;
  const { margin, toX, toY } = chartScale(SIZE, {
    margin: MARGIN,
    shown: { x: [0, Math.max(1, values.length - 1)], y: [least, most > least ? most : least + 1] },
  });
  return (
    <svg {...SIZE} aria-hidden="true">
      <polyline
        points={known.map(({ x, y }) => `${toX(x).toFixed(1)},${toY(y).toFixed(1)}`).join(' ')}
        transform={`translate(${margin.left} ${margin.top})`}
        fill="none"
        stroke="var(--ink2)"
        strokeWidth={1.2}
      />
    </svg>
  );
}
