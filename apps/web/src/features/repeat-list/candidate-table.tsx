import type { RepeatEntry } from '@curvewell/domain';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';

import { useAddRepeats, type RepeatCandidate } from '../../data/repeat-list.ts';
import { text } from '../../locale/text.ts';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import classes from './repeat-list.module.css';

const words = text.repeatList;

interface CandidateTableProps {
  readonly runId: string;
  readonly candidates: readonly RepeatCandidate[];
  /** The entries that come from the run. */
  readonly listed: readonly RepeatEntry[];
}

/** The samples of a run to repeat, each with its state. Those that are not on the list are checked. */
export function CandidateTable({ runId, candidates, listed }: CandidateTableProps) {
  const add = useAddRepeats();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const entryOf = new Map(listed.map((entry) => [entry.from.position, entry]));
  const free = candidates.filter(({ position }) => !entryOf.has(position));
  const chosen = free.filter(({ position }) => !left.has(position));
  if (candidates.length === 0) return <p className={classes['note']}>{words.noneOfRun}</p>;

  const choose = (positions: readonly string[], isChosen: boolean): void =>
    setLeft((before) => {
      const after = new Set(before);
      for (const position of positions) {
        if (isChosen) after.delete(position);
        else after.add(position);
      }
      return after;
    });
  const addChosen = async (): Promise<void> => {
    try {
      const wells = chosen.map(({ position, reason, note }) => ({ position, reason, note }));
      const { added } = await add.mutateAsync({ runId, wells });
      toastSuccess(words.added(added));
    } catch (error) {
      toastError(words.notAdded, error);
    }
  };
  return (
    <>
      <p className={classes['note']}>{words.hint}</p>
      <div className={classes['scroll']} role="region" aria-labelledby="repeats-of-run" tabIndex={0}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <td>
                <Checkbox
                  size="xs"
                  aria-label={words.all}
                  disabled={free.length === 0}
                  checked={chosen.length > 0 && chosen.length === free.length}
                  indeterminate={chosen.length > 0 && chosen.length < free.length}
                  onChange={(event) =>
                    choose(
                      free.map(({ position }) => position),
                      event.currentTarget.checked,
                    )
                  }
                />
              </td>
              {[words.head.well, words.head.sample, words.head.kit, words.head.reason, words.head.state].map(
                (head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {candidates.map((candidate) => {
              const { position, name } = candidate;
              const entry = entryOf.get(position);
              return (
                <tr key={position}>
                  <td>
                    {entry === undefined && (
                      <Checkbox
                        size="xs"
                        aria-label={words.choose(position, name)}
                        checked={!left.has(position)}
                        onChange={(event) => choose([position], event.currentTarget.checked)}
                      />
                    )}
                  </td>
                  <CandidateCells candidate={candidate} entry={entry} />
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div className={classes['foot']}>
        <Button disabled={chosen.length === 0} loading={add.isPending} onClick={() => void addChosen()}>
          {words.add(chosen.length)}
        </Button>
      </div>
    </>
  );
}

interface CandidateCellsProps {
  readonly candidate: RepeatCandidate;
  readonly entry: RepeatEntry | undefined;
}

function CandidateCells({ candidate, entry }: CandidateCellsProps) {
  const { position, name, orderId, kit, reason, note } = candidate;
  const state =
    entry === undefined
      ? ''
      : entry.placed === null
        ? words.onList
        : words.placedOn(entry.placed.businessId, entry.placed.position);
  return (
    <>
      <th scope="row">{position}</th>
      <td>
        {name}
        {orderId !== null && <span className={classes['under']}>{orderId}</span>}
      </td>
      <td>{kit}</td>
      <td>
        {words.reasons[reason]}
        {note !== null && <span className={classes['under']}>{note}</span>}
      </td>
      <td>{state}</td>
    </>
  );
}
