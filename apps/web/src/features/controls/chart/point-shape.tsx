/** Outlines centred at 0, 0. One for each analyser, in order of first reading. */
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

/** A reading that breaks no rule; hollow if excluded from the mean. */
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
