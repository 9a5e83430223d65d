interface SparklineProps {
  /** Oldest first; null: nothing there. */
  readonly values: readonly (number | null)[];
}

const WIDTH = 68;
const HEIGHT = 20;
const EDGE = 3;

/** How a control went lately, as a small picture beside its figures. */
export function Sparkline({ values }: SparklineProps) {
  const known = values.flatMap((value) => value ?? []);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const points = values.flatMap((value, place) =>
    value === null
      ? []
      : [
          {
            x: EDGE + (place / Math.max(1, values.length - 1)) * (WIDTH - 2 * EDGE),
            y: HEIGHT - EDGE - ((value - least) / (most - least || 1)) * (HEIGHT - 2 * EDGE),
          },
        ],
  );
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true">
      <polyline
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke="var(--ink2)"
        strokeWidth={1.2}
      />
    </svg>
  );
}
