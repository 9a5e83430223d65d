import { westgardRuleSchema, type WestgardRule } from '@curvewell/domain';

/** Worst first. */
const RULES = westgardRuleSchema.options;
const TEN = 10;
const FOUR = 4;

/** Which points of a series break which rule. */
export interface Evaluated {
  /** For each point, worst first. */
  readonly rules: readonly (readonly WestgardRule[])[];
  /** Ranges of ten or more points on one side; both indices included. */
  readonly oneSided: readonly { readonly first: number; readonly last: number }[];
}

/**
 * Applies the Westgard rules to control values in order of reading. The point that completes a rule breaks it:
 * 2-2s marks the second of two points beyond 2 SD, not the first.
 *
 * `1-3s` one beyond 3 SD; `2-2s` two in a row beyond 2 SD on one side; `R-4s` two in a row beyond 2 SD on opposite
 * sides, at least 4 SD apart; `4-1s` four in a row beyond 1 SD on one side; `10x` ten in a row on one side; `1-2s`
 * one beyond 2 SD that breaks no other rule: a warning.
 *
 * @param distances - to the mean, in standard deviations
 * @see J. O. Westgard, P. L. Barry, M. R. Hunt, T. Groth, Clin. Chem. 27 (1981) 493
 */
export function evaluateWestgard(distances: readonly number[]): Evaluated {
  const sides = distances.map(Math.sign);
  const lastOf = (place: number, count: number) => distances.slice(Math.max(0, place - count + 1), place + 1);
  const isRow = (place: number, count: number, beyond: number): boolean => {
    const row = lastOf(place, count);
    const side = sides[place] ?? 0;
    return row.length === count && row.every((distance) => distance * side > beyond);
  };
  const rules = distances.map((distance, place): WestgardRule[] => {
    const before = distances[place - 1] ?? 0;
    const isBeyond2 = Math.abs(distance) > 2;
    const broken: Record<WestgardRule, boolean> = {
      '1-3s': Math.abs(distance) > 3,
      '2-2s': isRow(place, 2, 2),
      'R-4s': isBeyond2 && Math.abs(before) > 2 && distance * before < 0,
      '4-1s': isRow(place, FOUR, 1),
      '10x': isRow(place, TEN, 0),
      '1-2s': false,
    };
    const worse = RULES.filter((rule) => broken[rule]);
    return worse.length === 0 && isBeyond2 ? ['1-2s'] : worse;
  });
  return { rules, oneSided: oneSidedRows(sides) };
}

function oneSidedRows(sides: readonly number[]): { first: number; last: number }[] {
  const rows: { first: number; last: number }[] = [];
  let first = 0;
  for (let place = 1; place <= sides.length; place++) {
    if (place < sides.length && sides[place] === sides[first]) continue;
    if (sides[first] !== 0 && place - first >= TEN) rows.push({ first, last: place - 1 });
    first = place;
  }
  return rows;
}

/** The worst of the rules; null: none. */
export const worstRule = (rules: readonly WestgardRule[]): WestgardRule | null =>
  RULES.find((rule) => rules.includes(rule)) ?? null;

/** Whether the rule is more than a warning. */
export const isFailure = (rule: WestgardRule): boolean => rule !== '1-2s';

/** Whether the rule alone rejects a run; the others warn of drift. */
export const rejectsRun = (rule: WestgardRule): boolean =>
  rule === '1-3s' || rule === '2-2s' || rule === 'R-4s';
