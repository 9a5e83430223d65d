import type { Run } from '@curvewell/contracts';
import { Button, Kbd } from '@mantine/core';
import { useState } from 'react';

import { useCommentWells } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { showShortcuts } from '../../shared/shortcuts.ts';
import { toastError, toastSuccess } from '../../shared/ui/toast.tsx';
import { CommentForm } from './comment-form.tsx';
import { KitFilters } from './kit-filters.tsx';
import { useReview } from './review-context.ts';
import { ReviewCurves } from './review-curves.tsx';
import type { ReviewWell } from './review-wells.ts';
import { WellCard, WellLine } from './well-card.tsx';
import classes from './wells-panel.module.css';

/** More wells than this are lines. */
const MAX_CARDS = 3;
/** More lines than this unfold when they are asked for: making hundreds takes longer than a key may. */
const MAX_LINES = 24;

/** The selected wells: their curves, results, reasons and comments. */
export function WellsPanel() {
  const { run, selected, choices, choose, undecided, act, isUpdating, setUpdating } = useReview();
  const { update } = text.interpretation;
  const canUpdate = run.permissions.canUpdate;
  const isOne = selected.length === 1;
  const hint = !canUpdate ? update.notAllowed : !isOne ? update.oneWell : undefined;
  return (
    <div className={classes['panel']}>
      <div className={classes['scroll']}>
        <KitFilters choices={choices} onChoose={choose} />
        {undecided === null ? (
          <ReviewCurves />
        ) : (
          <p className={classes['message']} role="status">
            {text.interpretation.several[undecided]}
          </p>
        )}
        <Cards />
      </div>
      <div className={classes['bar']}>
        <Button size="xs" variant="subtle" color="gray" onClick={showShortcuts}>
          <Kbd size="xs" mr={6}>
            ?
          </Kbd>
          {text.interpretation.shortcuts}
        </Button>
        <span className={classes['hint']} id="update-hint">
          {hint}
        </span>
        <Button
          size="xs"
          variant="subtle"
          disabled={selected.length === 0}
          onClick={() => {
            act({ type: 'none' });
          }}
        >
          {text.common.cancel}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-describedby="update-hint"
          disabled={hint !== undefined || isUpdating}
          onClick={() => {
            setUpdating(true);
          }}
        >
          {update.button}
          <Kbd size="xs" ml={6}>
            u
          </Kbd>
        </Button>
      </div>
    </div>
  );
}

function Cards() {
  const { run, selected, unresolved, scheme, select, isUpdating } = useReview();
  // Stays open from well to well.
  const [isExplained, explain] = useState(false);
  const [unfolded, unfold] = useState<readonly ReviewWell[] | null>(null);
  if (selected.length > 0 && selected.length <= MAX_CARDS) {
    return selected.map((review) => (
      <WellCard
        key={review.position}
        review={review}
        isExplained={isExplained}
        onExplained={explain}
        isUpdating={isUpdating && selected.length === 1}
      />
    ));
  }
  const wells = selected.length > 0 ? selected : unresolved;
  const lines = unfolded === wells ? wells : wells.slice(0, MAX_LINES);
  return (
    <>
      <p className={classes['note']}>
        {selected.length > 0
          ? text.interpretation.manySelected(selected.length)
          : unresolved.length > 0
            ? text.interpretation.unresolvedList
            : text.interpretation.allResolved}
      </p>
      {selected.length > 0 && run.permissions.canUpdate && <CommentOnMany run={run} selected={selected} />}
      {lines.length > 0 && (
        <div role="feed" aria-label={text.interpretation.tabs.wells} className={classes['feed']}>
          {lines.map((review, index) => (
            <article
              key={review.position}
              aria-posinset={index + 1}
              aria-setsize={wells.length}
              aria-label={review.position}
              className={classes['feed-line']}
            >
              <WellLine
                review={review}
                scheme={scheme}
                onOpen={() => {
                  select([review.position]);
                }}
              />
            </article>
          ))}
        </div>
      )}
      {lines.length < wells.length && (
        <Button
          size="xs"
          variant="subtle"
          flex="none"
          onClick={() => {
            unfold(wells);
          }}
        >
          {text.interpretation.moreWells(wells.length - lines.length)}
        </Button>
      )}
    </>
  );
}

interface CommentOnManyProps {
  readonly run: Run;
  readonly selected: readonly ReviewWell[];
}

function CommentOnMany({ run, selected }: CommentOnManyProps) {
  const { mutateAsync } = useCommentWells(run.id);
  const texts = text.interpretation.comment;
  const save = async (value: string): Promise<void> => {
    try {
      await mutateAsync({ wellIds: selected.map(({ well }) => well.id), value });
    } catch (error) {
      toastError(texts.failed, error);
      throw error;
    }
    toastSuccess(texts.added(selected.length));
  };
  return <CommentForm label={texts.addToWells(selected.length)} onSave={save} />;
}
