import { useQuery } from '@tanstack/react-query';

import type { ConfigurationPlace } from '../../data/kits.ts';
import { whatIfQueries } from '../../data/what-if.ts';
import { text } from '../../locale/text.ts';
import { formatDateTime } from '../../shared/format/format.ts';
import styles from './kit-editor.module.css';

interface WhatIfNoteProps {
  readonly place: ConfigurationPlace;
  readonly version: string;
}

/** On how many past runs the saved version was evaluated, and the result. */
export function WhatIfNote({ place, version }: WhatIfNoteProps) {
  const { data: trials } = useQuery(whatIfQueries.evaluations(place.versionId));
  if (trials === undefined) return null;
  const trial = trials.find(
    ({ reactionBuffer, analyser }) =>
      reactionBuffer.id === place.reactionBufferId && analyser.id === place.analyserId,
  );
  return (
    <p className={styles['tried']}>
      {trial === undefined ? text.whatIf.notTriedYet(version) : text.whatIf.tried(version, trial)}{' '}
      {trial && <small>{text.whatIf.triedBy(trial.byName, formatDateTime(trial.at))}</small>}
    </p>
  );
}
