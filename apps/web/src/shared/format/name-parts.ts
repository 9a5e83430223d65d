/** A name in three parts: what it has in common with the others of its group, before and after its own part. */
export interface NameParts {
  readonly before: string;
  readonly own: string;
  readonly after: string;
}

/** Shorter common parts stay: leaving them out saves less than the two ellipses need. */
const LEAST_COMMON = 8;
/** Characters that fit on a line of a narrow list. */
const MOST_IN_END = 36;

/**
 * Parts the names of one instrument, which often have the same long end: “admin_”, “2026-11-18 08-31-22”,
 * “ - Melt Curve RFU Results.xlsx”. Common parts end and begin at a space or `_`, or at the extension, so that no time is cut.
 */
export function nameParts(names: readonly string[]): ReadonlyMap<string, NameParts> {
  const parts = commonParts(names);
  // Two lines cut longer parts in the middle. Those with the same ends are alike there, so they show what differs.
  const long = [...parts].filter(([, { own }]) => own.length > 2 * MOST_IN_END).map(([name]) => name);
  const alike = [...Map.groupBy(long, (name) => name.slice(0, END) + name.slice(-END)).values()];
  return new Map([...parts, ...alike.flatMap((of) => (of.length === 1 ? [] : [...commonParts(of)]))]);
}

/** Characters at both ends that make long names look alike. */
const END = 12;

function commonParts(names: readonly string[]): ReadonlyMap<string, NameParts> {
  const all = [...new Set(names)];
  const whole = new Map(all.map((name) => [name, { before: '', own: name, after: '' }]));
  if (all.length < 2) return whole;
  const before = /^.*[ _]/.exec(commonStart(all))?.[0] ?? '';
  const rests = all.map((name) => name.slice(before.length));
  const end = commonEnd(rests);
  const after = /(?:[ _]|\.\w+$).*$/.exec(end)?.[0] ?? '';
  const hasOwn = all.every((name) => name.length > before.length + after.length);
  if (!hasOwn || before.length + after.length < LEAST_COMMON) return whole;
  return new Map(
    all.map((name) => [name, { before, own: name.slice(before.length, name.length - after.length), after }]),
  );
}

function commonStart(names: readonly string[]): string {
  const [first = '', ...others] = names;
  let length = 0;
  while (length < first.length && others.every((name) => name[length] === first[length])) length += 1;
  return first.slice(0, length);
}

function commonEnd(names: readonly string[]): string {
  const [first = '', ...others] = names;
  let length = 0;
  while (length < first.length && others.every((name) => name.at(-1 - length) === first.at(-1 - length)))
    length += 1;
  return first.slice(first.length - length);
}

/** Parts a name after the space or `_` nearest to its middle that leaves an end of one line. */
export function halves(name: string): readonly [string, string] {
  const middle = name.length / 2;
  const from = name.length - MOST_IN_END;
  const places = [...name.matchAll(/[ _]+/g)]
    .map(({ 0: gap, index }) => index + gap.length)
    .filter((place) => place >= from && place < name.length)
    .toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  const place = places[0] ?? Math.max(Math.ceil(middle), from);
  return [name.slice(0, place), name.slice(place)];
}
