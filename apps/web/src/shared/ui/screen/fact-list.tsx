import classes from './fact-list.module.css';

export interface Fact {
  readonly term: string;
  /** Null hides the fact. */
  readonly value: string | null;
  /** The time of an act, behind its value; never cut. */
  readonly at?: string;
  /** Monospaced, for ids and lots. */
  readonly isCode?: boolean;
  /** The full value, if `value` is shortened. */
  readonly full?: string;
}

/** A value, which may be shortened, before its time, which may not. */
export function FactValue({ value, at }: { readonly value: string | null; readonly at: string | undefined }) {
  if (at === undefined) return value;
  return (
    <>
      <span className={classes['value']}>{value}</span>
      <span className={classes['at']}>
        <span className="visually-hidden">, </span>
        {at}
      </span>
    </>
  );
}

/** The facts at the right end of a screen's header. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(
        ({ term, value, at, isCode = false, full }) =>
          value !== null && (
            <div key={term} data-whole={isCode || undefined} data-act={at === undefined ? undefined : true}>
              <dt>{term}</dt>
              <dd className={isCode ? 'mono' : undefined} title={full}>
                <FactValue value={value} at={at} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
