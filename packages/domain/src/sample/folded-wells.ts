import type { CheckedWell } from '../run/run-check.ts';

/** Wells that share one row, and its text. */
export interface FoldedWells<Well extends CheckedWell> {
  /** In plate order; several wells share the row. */
  readonly wells: readonly [Well, ...Well[]];
  readonly text: string;
}

/** Up to this number, wells have separate rows with their names. */
const MAX_UNFOLDED = 3;
/** A number that is not part of a name such as “C1”. */
const NUMBER = /(?<![\w.])\d+(?:\.\d+)?(?![\w]|\.\d)/g;

/**
 * Groups wells of one channel and result with the same doubt. Sentences that differ only in numbers count as
 * the same and show the range of each. Groups are ordered by their first well.
 */
export function foldedWells<Well extends CheckedWell>(
  wells: readonly Well[],
  textOf: (well: Well) => string,
): FoldedWells<Well>[] {
  const groups = Map.groupBy(wells, (well) =>
    JSON.stringify([well.channel, well.found?.id, textOf(well).replace(NUMBER, '#')]),
  );
  return [...groups.values()].flatMap((group): FoldedWells<Well>[] => {
    const [first, ...others] = group;
    if (first === undefined) return [];
    if (group.length <= MAX_UNFOLDED) return group.map((well) => ({ wells: [well], text: textOf(well) }));
    return [{ wells: [first, ...others], text: rangeText(group.map(textOf)) }];
  });
}

/** “the peak at 82.40 to 83.20 °C lies in no zone”, from sentences that differ only in numbers. */
function rangeText(texts: readonly string[]): string {
  const [first = ''] = texts;
  const figures = texts.map((text) => text.match(NUMBER) ?? []);
  let place = -1;
  return first.replace(NUMBER, (own) => {
    place += 1;
    const sorted = figures.map((of) => of[place] ?? own).sort((one, other) => Number(one) - Number(other));
    const [least = own, greatest = own] = [sorted[0], sorted.at(-1)];
    return least === greatest ? own : `${least} to ${greatest}`;
  });
}
