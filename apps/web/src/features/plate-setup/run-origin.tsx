import type { Run } from '@curvewell/domain';
import { memo } from 'react';

import { text } from '../../locale/text.ts';
import { HeadFacts } from '../../shared/ui/screen/head-facts.tsx';

/** The origin of a run: channels, instrument, plate, creator, id. */
export const RunOrigin = memo(function RunOrigin({ run }: { readonly run: Run }) {
  const { facts } = text.wells;
  return (
    <HeadFacts
      kept={[facts.plateId]}
      facts={[
        { term: facts.analyses, value: run.analyses.map(({ channel }) => channel).join(', ') },
        { term: facts.instrument, value: run.instrumentName },
        { term: facts.plateId, value: run.plateId, isCode: true },
        { term: facts.createdBy, value: run.createdByName },
        { term: facts.id, value: `${run.id.slice(0, 4)}…${run.id.slice(-4)}`, isCode: true, full: run.id },
      ]}
    />
  );
});
