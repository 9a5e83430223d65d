/** The parts of a name with a number: `S-007b` is `S-`, 7 in three digits, `b`. */
interface Counting {
  readonly before: string;
  readonly value: number;
  readonly digits: number;
  readonly after: string;
}

/** A number with more digits is not exact in JavaScript, and is a code rather than a count. */
const MAX_DIGITS = 15;
const MAX_NAME = 100;

/** Splits a name at its last number; null without one. */
function counting(name: string): Counting | null {
  const match = /^(.*?)(\d+)(\D*)$/.exec(name);
  if (!match) return null;
  const [, before = '', digits = '', after = ''] = match;
  return digits.length > MAX_DIGITS ? null : { before, value: Number(digits), digits: digits.length, after };
}

const nameAt = ({ before, digits, after }: Counting, value: number): string =>
  `${before}${String(value).padStart(digits, '0')}${after}`;

/** `count` names counted up from this one: `S-9`, S-10, S-11; null if it has no number. */
export function seriesFrom(first: string, count: number): readonly string[] | null {
  const start = counting(first.trim());
  if (start === null || count < 1) return null;
  const names = Array.from({ length: count }, (_, index) => nameAt(start, start.value + index));
  return names.every((name) => name.length <= MAX_NAME) ? names : null;
}

/**
 * Continues the names at the start of some wells: `S-2, S-4, –, –` gives S-6, S-8. A single name is counted
 * up by one, several in the step of the last two.
 *
 * @param names - names of wells in fill order; null for none
 * @returns null if there are no names to continue or no empty wells after them
 */
export function seriesAfter(names: readonly (string | null)[]): readonly string[] | null {
  const firstFree = names.indexOf(null);
  if (firstFree < 1 || names.slice(firstFree).some((name) => name !== null)) return null;
  const last = counting(names[firstFree - 1] ?? '');
  const previous = firstFree < 2 ? null : counting(names[firstFree - 2] ?? '');
  if (last === null) return null;
  const isSameKind = previous?.before === last.before && previous.after === last.after;
  const step = previous !== null && isSameKind ? last.value - previous.value : 1;
  if (step === 0) return null;
  const count = names.length - firstFree;
  if (last.value + step * count < 0) return null;
  return Array.from({ length: count }, (_, index) => nameAt(last, last.value + step * (index + 1)));
}
