import type { Comparison } from '../ui/alerts/compare-list.tsx';

type Values = Readonly<Record<string, unknown>>;

export interface FieldWords<Value> {
  readonly label: string;
  readonly show: (value: Value) => string | null;
}
export type RecordWords<V extends Values> = { readonly [Field in keyof V]: FieldWords<V[Field]> };

const fieldsOf = <V extends Values>(values: V) => Object.keys(values) as (keyof V & string)[]; // a record of fields has no other keys

export function differingFields<V extends Values>(one: V, other: V): (keyof V & string)[] {
  return fieldsOf(one).filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}

interface Sides<V extends Values> {
  /** The values before my changes. */
  readonly base: V;
  readonly mine: V;
  readonly theirs: V;
}

/** The fields that I and another user changed to different values. */
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

/** The other user's values with my changes, except for fields resolved in their favour. */
export function resolvedRecord<V extends Values>(
  { base, mine, theirs }: Sides<V>,
  resolvedAsTheirs: ReadonlySet<string>,
): V {
  const kept = differingFields(base, mine).filter((field) => !resolvedAsTheirs.has(field));
  return { ...theirs, ...Object.fromEntries(kept.map((field) => [field, mine[field]])) };
}
