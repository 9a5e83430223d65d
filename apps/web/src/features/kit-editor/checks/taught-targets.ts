import { FEWEST_TEMPLATE_WELLS, type JudgedWell } from '@curvewell/contracts';

/** A target that counts in a run, and how many wells hold it alone. */
interface TaughtTarget {
  readonly zone: string;
  readonly wells: number;
  readonly isUsed: boolean;
}

/** What the templates of a run are learnt from, by zone. */
export function taughtTargets(wells: readonly JudgedWell[]): TaughtTarget[] {
  const used = wells.flatMap(({ templates = [] }) => templates);
  const counts = new Map(used.map((one) => [one.zone, one.wells + (one.teaches ? 1 : 0)]));
  return [...counts]
    .map(([zone, count]) => ({ zone, wells: count, isUsed: count >= FEWEST_TEMPLATE_WELLS }))
    .sort((a, b) => a.zone.localeCompare(b.zone));
}
