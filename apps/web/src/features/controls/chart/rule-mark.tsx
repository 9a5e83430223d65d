import type { WestgardRule } from '@curvewell/domain';

import { ruleTone } from '../control-words.ts';

/** Marks centred at 0, 0; they differ in outline and fill. */
const MARKS = {
  '1-3s': { d: 'M0-6 6 0 0 6-6 0z', isFilled: true },
  '2-2s': { d: 'M-5-5H5V5H-5z', isFilled: true },
  'R-4s': { d: 'M-5 0H5M0-5V5', isFilled: false },
  '4-1s': { d: 'M0-6 6 5H-6z', isFilled: true },
  '10x': { d: 'M-5-3H5V3H-5z', isFilled: false },
  '1-2s': { d: 'M0-5A5 5 0 1 0 0 5 5 5 0 1 0 0-5z', isFilled: false },
} as const satisfies Record<WestgardRule, { d: string; isFilled: boolean }>;

/** The mark of a rule, for use inside an SVG. */
export function RulePath({ rule }: { readonly rule: WestgardRule }) {
  const { d, isFilled } = MARKS[rule];
  const color = `var(--${ruleTone(rule)})`;
  return <path d={d} fill={isFilled ? color : 'var(--surface)'} stroke={color} strokeWidth={1.8} />;
}

export function RuleMark({ rule }: { readonly rule: WestgardRule }) {
  return (
    <svg width={14} height={14} viewBox="-7 -7 14 14" aria-hidden="true">
      <RulePath rule={rule} />
    </svg>
  );
}
