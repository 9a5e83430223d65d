import type { Run } from '@curvewell/contracts';

import { wellsTexts } from '../../locale/en-GB/wells.ts';
import classes from './run-origin.module.css';

/** Where a run comes from: its channels, instrument, plate, who made it, its id. */
export function RunOrigin({ run }: { readonly run: Run }) {
  const { facts } = wellsTexts;
  const shown: readonly (readonly [string, string | null, string?])[] = [
    [facts.analyses, run.analyses.map(({ channel }) => channel).join(', ')],
    [facts.instrument, run.instrumentName],
    [facts.plateId, run.plateId, 'mono'],
    [facts.createdBy, run.createdByName],
    [facts.id, `${run.id.slice(0, 4)}…${run.id.slice(-4)}`, 'mono'],
  ];
  return (
    <dl className={classes['facts']}>
      {shown.map(
        ([term, value, tone]) =>
          value !== null && (
            <div key={term}>
              <dt>{term}</dt>
              <dd className={tone} title={term === facts.id ? run.id : undefined}>
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
