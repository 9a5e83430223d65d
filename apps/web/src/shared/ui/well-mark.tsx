import type { ControlMark } from '@curvewell/contracts';

import classes from './well-mark.module.css';

/** A wave, solid until this person has seen it, for a call near a border; a cross for a control that has failed; a dashed ring for a sample that it holds. */
type Mark = 'near' | 'near-seen' | ControlMark;

const WAVE = { r: 5.75, sign: 'M3.3 7.3c.9-1.7 2-2 3.1-.8s2.3.9 3.2-.8' } as const;
const SHAPES: Readonly<Record<Mark, { readonly r: number; readonly sign: string }>> = {
  near: WAVE,
  'near-seen': WAVE,
  failed: { r: 6.25, sign: 'm4 4 5 5m0-5-5 5' },
  held: { r: 5.75, sign: 'M6.5 3.4v3.7M6.5 9.4v.1' },
};

interface WellMarkProps {
  readonly mark: Mark;
  /** px. */
  readonly size: number;
}

/** A disc that marks a well of the review. Always beside its words or inside a named cell. */
export function WellMark({ mark, size }: WellMarkProps) {
  const { r, sign } = SHAPES[mark];
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 13 13"
      aria-hidden="true"
      className={classes['mark']}
      data-mark={mark}
    >
      <circle cx="6.5" cy="6.5" r={r} />
      <path d={sign} />
    </svg>
  );
}
