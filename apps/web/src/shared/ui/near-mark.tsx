import classes from './near-mark.module.css';

interface NearMarkProps {
  /** px. */
  readonly size: number;
  /** Solid until this person has seen it. */
  readonly isSeen: boolean;
}

/** A disc with a wave: near a border. Always beside its words or inside a named cell. */
export function NearMark({ size, isSeen }: NearMarkProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 13 13"
      aria-hidden="true"
      className={classes['mark']}
      data-seen={isSeen || undefined}
    >
      <circle cx="6.5" cy="6.5" r="5.75" />
      <path d="M3.300 7.300c.9-1.700 2-2 3.100-.8s2.300.9 3.200-.8" />
    </svg>
  );
}
