import classes from './fact-list.module.css';

export interface Fact {
  readonly term: string;
  /** Null hides the fact. */
  readonly value: string | null;
  /** Monospaced, for ids and lots. */
  readonly isCode?: boolean;
  /** The full value, if `value` is shortened. */
  readonly full?: string;
}

/** The facts at the right end of a screen's header. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(
        ({ term, value, isCode = false, full }) =>
          value !== null && (
            <div key={term}>
              <dt>{term}</dt>
              <dd className={isCode ? 'mono' : undefined} title={full}>
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
