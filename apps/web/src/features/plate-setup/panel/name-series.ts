/** A name that counts: `S-007b` → `S-`, 7 in three digits, `b`. */
interface Counting {
  readonly before: string;
  readonly value: number;
  readonly digits: number;
  readonly after: string;
}

/** More digits than a number holds exactly: such a name is a code, it does not count. */
const MAX_DIGITS = 15;
const MAX_NAME = 100;

/** The last number in a name; null when there is none. */
function counting(name: string): Counting | null {
  const match = /^(.*?)(\d+)(\D*)$/.exec(name);
  if (!match) return null;
  const [, before = '', digits = '', after = ''] = match;
  return digits.length > MAX_DIGITS ? null : { before, value: Number(digits), digits: digits.length, after };
}

const spelt = ({ before, digits, after }: Counting, value: number): string =>
  `${before}${String(value).padStart(digits, '0')}${after}`;

/** `count` names that go on counting from this one: `S-9` → S-9, S-10, S-11; null when it does not count. */
export function seriesFrom(first: string, count: number): readonly string[] | null {
  const start = counting(first.trim());
  if (start === null || count < 1) return null;
  const names = Array.from({ length: count }, (_, index) => spelt(start, start.value + index));
  return names.every((name) => name.length <= MAX_NAME) ? names : null;
}

/**
 * The names that continue those at the beginning of some wells: `S-2, S-4, –, –` → S-6, S-8. One name counts
 * by one, several continue in the steps of the last two.
 *
 * @param names - of wells in fill order; null where a well has none
 * @returns null when there is nothing to continue, or nothing to continue it on
 */
export function seriesAfter(names: readonly (string | null)[]): readonly string[] | null {
  const firstFree = names.indexOf(null);
  if (firstFree < 1 || names.slice(firstFree).some((name) => name !== null)) return null;
  const last = counting(names[firstFree - 1] ?? '');
  const former = firstFree < 2 ? null : counting(names[firstFree - 2] ?? '');
  if (last === null) return null;
  const isSameKind = former?.before === last.before && former.after === last.after;
  const step = former !== null && isSameKind ? last.value - former.value : 1;
  if (step === 0) return null;
  const count = names.length - firstFree;
  if (last.value + step * count < 0) return null;
  return Array.from({ length: count }, (_, index) => spelt(last, last.value + step * (index + 1)));
}
