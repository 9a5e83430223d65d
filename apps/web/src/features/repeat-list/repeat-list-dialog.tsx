import { comparePositions, type RepeatEntry } from '@curvewell/domain';
import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { repeatListQueries, type RepeatCandidate } from '../../data/repeat-list.ts';
import { text } from '../../locale/text.ts';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import { CandidateTable } from './candidate-table.tsx';
import { OpenRepeats, PlacedRepeats } from './repeat-tables.tsx';
import classes from './repeat-list.module.css';

const words = text.repeatList;

interface RepeatListDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly of: { readonly runId: string; readonly candidates: () => readonly RepeatCandidate[] } | null;
}

export function RepeatListDialog({ opened, onClose, of }: RepeatListDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} size={940} title={words.title}>
      {opened && (
        <div className={classes['parts']}>
          {of && <OfRun runId={of.runId} candidates={of.candidates()} />}
          <OfLaboratory />
        </div>
      )}
    </Modal>
  );
}

interface OfRunProps {
  readonly runId: string;
  readonly candidates: readonly RepeatCandidate[];
}

function OfRun({ runId, candidates }: OfRunProps) {
  const { data, isError, refetch } = useQuery(repeatListQueries.ofRun(runId));
  if (isError) return <ListFailed title={words.notLoaded} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={120} radius={10} />;
  const listed = [...data.open, ...data.placed].filter(({ from }) => from.id === runId);
  const repeated = data.placed.filter(({ placed }) => placed?.id === runId);
  return (
    <>
      <section className={classes['part']}>
        <h3 id="repeats-of-run">{words.ofRun}</h3>
        <CandidateTable runId={runId} candidates={withListed(candidates, listed)} listed={listed} />
      </section>
      {repeated.length > 0 && (
        <PlacedRepeats id="repeats-on-run" title={words.onRun(repeated.length)} entries={repeated} />
      )}
    </>
  );
}

/** The samples of the run that are on the list, also those that would not be proposed now. */
function withListed(
  candidates: readonly RepeatCandidate[],
  listed: readonly RepeatEntry[],
): readonly RepeatCandidate[] {
  const known = new Map(candidates.map((candidate) => [candidate.position, candidate]));
  for (const { from, kit, ...entry } of listed)
    known.set(from.position, { ...entry, position: from.position, kit: kit.name });
  return [...known.values()].sort((first, second) => comparePositions(first.position, second.position));
}

function OfLaboratory() {
  const { data, isError, refetch } = useQuery(repeatListQueries.list);
  if (isError) return <ListFailed title={words.notLoaded} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={120} radius={10} />;
  return (
    <>
      <OpenRepeats entries={data.open} />
      {data.placed.length > 0 && (
        <PlacedRepeats id="repeats-placed" title={words.placed(data.placed.length)} entries={data.placed} />
      )}
    </>
  );
}
