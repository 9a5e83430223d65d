import classes from './well-mark.module.css';

/**
 * Cross: failed control. Exclamation mark: unexpected standard. Bolt: doubtful curve. Wave: borderline call,
 * hollow once this user has seen it.
 */
export type WellMarkKind = 'failed' | 'unlike' | 'doubt' | 'near' | 'near-seen';

const WAVE = { r: 5.75, sign: 'M3.3 7.3c.9-1.7 2-2 3.1-.8s2.3.9 3.2-.8' } as const;
const SHAPES: Readonly<Record<WellMarkKind, { readonly r: number; readonly sign: string }>> = {
  near: WAVE,
  'near-seen': WAVE,
  failed: { r: 6.25, sign: 'm4 4 5 5m0-5-5 5' },
  unlike: { r: 6.25, sign: 'M6.5 3.2v3.9M6.5 9.5v.1' },
  doubt: { r: 5.75, sign: 'M7.4 3 4.6 6.9h3.8L5.6 10.2' },
};

interface WellMarkProps {
  readonly mark: WellMarkKind;
  /** px. */
  readonly size: number;
}

/** A round mark on a well under review. Always used beside its text or inside a labelled cell. */
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
