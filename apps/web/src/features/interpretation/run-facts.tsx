import type { Run } from '@curvewell/contracts';

import { interpretationTexts } from '../../locale/en-GB/interpretation.ts';
import { formatDateTime, formatDay } from '../../shared/format.ts';
import classes from './interpretation.module.css';

/** Who did what to a run, and on which instrument. */
export function RunFacts({ run, isArchived }: { readonly run: Run; readonly isArchived: boolean }) {
  const texts = interpretationTexts.facts;
  const { interpreted, submitted, approved, rejected, archived } = run.acts;
  const act = (done: typeof submitted): string | null =>
    done && interpretationTexts.act(done.name, formatDateTime(done.at));
  const facts: readonly (readonly [string, string | null])[] = [
    [texts.instrument, run.instrumentName],
    [texts.plateId, run.plateId],
    [texts.runBy, run.createdByName],
    [texts.interpretedBy, interpreted?.name ?? null],
    [texts.submittedBy, act(submitted)],
    [texts.approvedBy, act(approved)],
    [texts.rejectedBy, act(rejected)],
    ...(isArchived
      ? ([
          [texts.archived, archived && formatDateTime(archived.at)],
          [texts.deletion, run.deletionDate === null ? null : formatDay(run.deletionDate)],
        ] as const)
      : []),
  ];
  return (
    <dl className={classes['facts']}>
      {facts.map(
        ([term, value]) =>
          value !== null && (
            <div key={term}>
              <dt>{term}</dt>
              <dd className={term === texts.plateId ? 'mono' : undefined}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
