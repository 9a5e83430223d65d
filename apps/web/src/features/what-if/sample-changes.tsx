import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';

import type { WhatIfProgress } from '../../data/what-if.ts';
import { text } from '../../locale/text.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { countedSamples, listedSamples, placesOf } from './samples-csv.ts';
import styles from './what-if.module.css';

const words = text.whatIf.samples;

const MOST_SHOWN = 200;

/** The samples whose result over wells or channels changes, beside the wells; nothing if no kit combines wells. */
export function SampleChanges({ runs }: Pick<WhatIfProgress, 'runs'>) {
  const { all, changed } = countedSamples(runs);
  if (all === 0) return null;
  const listed = listedSamples(runs).slice(0, MOST_SHOWN);
  return (
    <details className={styles['samples']}>
      <summary>{words.count(changed, all)}</summary>
      <ul>
        {listed.map(({ run: { runId, businessId }, change }) => (
          <li key={`${runId} ${JSON.stringify(change)}`}>
            <Anchor
              component={Link}
              to={`${paths.runInterpretation(runId)}?wells=${change.positions.join(',')}`}
              size="xs"
            >
              {words.sample(businessId, change.name ?? words.unnamed, placesOf(change))}
            </Anchor>
            : {change.then ?? words.none} → {change.now ?? words.none}
          </li>
        ))}
      </ul>
      {listed.length < changed && <p>{words.listed(listed.length, changed)}</p>}
    </details>
  );
}
