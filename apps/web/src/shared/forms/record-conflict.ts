import type { Comparison } from '../ui/alerts/compare-list.tsx';

type Values = Readonly<Record<string, unknown>>;

/** How a field is called, and how a value of it is written. */
export interface FieldWords<Value> {
  readonly label: string;
  readonly show: (value: Value) => string | null;
}
export type RecordWords<V extends Values> = { readonly [Field in keyof V]: FieldWords<V[Field]> };

const fieldsOf = <V extends Values>(values: V) => Object.keys(values) as (keyof V & string)[]; // its own keys

/** The fields of which one is not as the other. */
export function differingFields<V extends Values>(one: V, other: V): (keyof V & string)[] {
  return fieldsOf(one).filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}

interface Sides<V extends Values> {
  /** What mine began with. */
  readonly base: V;
  readonly mine: V;
  readonly theirs: V;
}

/** What I have changed and somebody else has otherwise by now; the rest settles itself. */
export function recordConflicts<V extends Values>(
  { base, mine, theirs }: Sides<V>,
  words: RecordWords<V>,
): Comparison[] {
  const changed = new Set(differingFields(base, mine));
  return differingFields(mine, theirs)
    .filter((field) => changed.has(field))
    .map((field) => ({
      key: field,
      what: words[field].label,
      mine: words[field].show(mine[field]),
      theirs: words[field].show(theirs[field]),
    }));
}

/** Theirs, with what I have changed unless it is to be their way. */
export function resolvedRecord<V extends Values>(
  { base, mine, theirs }: Sides<V>,
  theirWay: ReadonlySet<string>,
): V {
  const kept = differingFields(base, mine).filter((field) => !theirWay.has(field));
  return { ...theirs, ...Object.fromEntries(kept.map((field) => [field, mine[field]])) };
}
