import type { Run } from '@curvewell/domain';
import { memo } from 'react';

import { text } from '../../locale/text.ts';
import { formatDateTime, formatDay } from '../../shared/format/format.ts';
import type { Fact } from '../../shared/ui/screen/fact-list.tsx';
import { HeadFacts } from '../../shared/ui/screen/head-facts.tsx';

/** Who did what to a run, and its instrument. */
export const RunFacts = memo(function RunFacts({
  run,
  isArchived,
}: {
  readonly run: Run;
  readonly isArchived: boolean;
}) {
  const texts = text.interpretation.facts;
  const { interpreted, submitted, approved, rejected, archived } = run.acts;
  const act = (done: typeof submitted): Pick<Fact, 'value' | 'at'> =>
    done === null ? { value: null } : { value: done.name, at: formatDateTime(done.at) };
  const ofArchive: readonly Fact[] = [
    { term: texts.archived, value: archived && formatDateTime(archived.at) },
    { term: texts.deletion, value: run.deletionDate === null ? null : formatDay(run.deletionDate) },
  ];
  return (
    <HeadFacts
      kept={[
        texts.archived,
        texts.approvedBy,
        texts.rejectedBy,
        texts.submittedBy,
        texts.plateId,
        texts.runBy,
      ]}
      facts={[
        { term: texts.instrument, value: run.instrumentName },
        { term: texts.plateId, value: run.plateId, isCode: true },
        { term: texts.runBy, value: run.createdByName },
        { term: texts.interpretedBy, value: interpreted?.name ?? null },
        { term: texts.submittedBy, ...act(submitted) },
        { term: texts.approvedBy, ...act(approved) },
        { term: texts.rejectedBy, ...act(rejected) },
        ...(isArchived ? ofArchive : []),
      ]}
    />
  );
});
