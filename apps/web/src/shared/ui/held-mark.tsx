import type { ControlMark } from '@curvewell/contracts';

import classes from './held-mark.module.css';

interface HeldMarkProps {
  readonly mark: ControlMark;
  /** px. */
  readonly size: number;
}

/** A cross for a control that has failed, a dashed ring for a sample that it holds. Always beside its words or inside a named cell. */
export function HeldMark({ mark, size }: HeldMarkProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 13 13"
      aria-hidden="true"
      className={classes['mark']}
      data-mark={mark}
    >
      {mark === 'failed' ? (
        <>
          <circle cx="6.5" cy="6.5" r="6.25" />
          <path d="m4 4 5 5m0-5-5 5" />
        </>
      ) : (
        <>
          <circle cx="6.5" cy="6.5" r="5.75" />
          <path d="M6.5 3.4v3.7M6.5 9.4v.1" />
        </>
      )}
    </svg>
  );
}
