/** Around 0, 0: one outline for each analyser, in the order in which they first read. */
const SHAPES = [
  'M0-3.2A3.2 3.2 0 1 0 0 3.2 3.2 3.2 0 1 0 0-3.2z',
  'M-3-3H3V3H-3z',
  'M0-4 4 3H-4z',
  'M0 4 4-3H-4z',
  'M0-4 4 0 0 4-4 0z',
] as const;

interface PointShapeProps {
  readonly shape: number;
  readonly isExcluded?: boolean;
}

/** A reading that breaks no rule; hollow when it is excluded from the mean. */
export function PointShape({ shape, isExcluded = false }: PointShapeProps) {
  return (
    <path
      d={SHAPES[shape % SHAPES.length]}
      fill={isExcluded ? 'var(--surface)' : 'var(--ink)'}
      stroke={isExcluded ? 'var(--ink3)' : 'var(--ink)'}
      strokeWidth={isExcluded ? 1.5 : 0}
    />
  );
}
