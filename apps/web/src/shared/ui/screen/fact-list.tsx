import classes from './fact-list.module.css';

export interface Fact {
  readonly term: string;
  /** Null: not shown. */
  readonly value: string | null;
  /** Ids and lots, of which every character counts. */
  readonly isCode?: boolean;
  /** All of a value that is shown shortened. */
  readonly full?: string;
}

/** The facts at the right end of a screen's head. */
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
