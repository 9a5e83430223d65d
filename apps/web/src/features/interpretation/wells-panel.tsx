import type { ChannelName, Comment, InterpretedWell, Position, Run } from '@curvewell/contracts';
import { Button, Kbd } from '@mantine/core';
import { useState, type ReactNode, type RefObject } from 'react';

import { useCommentWells } from '../../data/runs.ts';
import { interpretationTexts } from '../../locale/en-GB/interpretation.ts';
import { text as common } from '../../locale/text.ts';
import type { Scheme } from '../../shared/diagnostic-palette.ts';
import { showShortcuts } from '../../shared/shortcuts.ts';
import { toastError, toastSuccess } from '../../shared/ui/toast.tsx';
import { CommentForm } from './comment-form.tsx';
import classes from './wells-panel.module.css';
import { KitFilters } from './kit-filters.tsx';
import type { KitChoice, KitLevel, ReviewWell } from './review-wells.ts';
import { WellCard, WellLine } from './well-card.tsx';

/** More wells than this are lines. */
const MAX_CARDS = 3;

export interface WellsPanelProps {
  readonly run: Run;
  readonly interpreted: readonly InterpretedWell[];
  readonly channel: ChannelName;
  /** Selected wells; none: the unresolved ones are listed. */
  readonly selected: readonly ReviewWell[];
  readonly unresolved: readonly ReviewWell[];
  readonly choices: readonly KitChoice[];
  readonly undecided: KitLevel | null;
  readonly onChoose: (level: KitLevel, id: string | null) => void;
  readonly chart: ReactNode;
  readonly scheme: Scheme;
  readonly isUpdating: boolean;
  readonly onUpdating: (updating: boolean) => void;
  readonly isOnlyChannel: boolean;
  readonly onOnlyChannel: (only: boolean) => void;
  readonly onClear: () => void;
  readonly onOpen: (position: Position) => void;
  readonly commentRef: RefObject<HTMLTextAreaElement | null>;
}

/** The selected wells: their curves, results, reasons and comments. */
export function WellsPanel(props: WellsPanelProps) {
  const { run, selected, undecided } = props;
  const { update } = interpretationTexts;
  const canUpdate = run.permissions.canUpdate;
  const isOne = selected.length === 1;
  const hint = !canUpdate ? update.notAllowed : !isOne ? update.oneWell : undefined;
  return (
    <div className={classes['panel']}>
      <div className={classes['scroll']}>
        <KitFilters choices={props.choices} onChoose={props.onChoose} />
        {undecided === null ? (
          props.chart
        ) : (
          <p className={classes['message']} role="status">
            {interpretationTexts.several[undecided]}
          </p>
        )}
        <Cards {...props} canUpdate={canUpdate} />
      </div>
      <div className={classes['bar']}>
        <Button size="xs" variant="subtle" color="gray" onClick={showShortcuts}>
          <Kbd size="xs" mr={6}>
            ?
          </Kbd>
          {interpretationTexts.shortcuts}
        </Button>
        <span className={classes['hint']} id="update-hint">
          {hint}
        </span>
        <Button size="xs" variant="subtle" onClick={props.onClear} disabled={selected.length === 0}>
          {common.common.cancel}
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-describedby="update-hint"
          disabled={hint !== undefined || props.isUpdating}
          onClick={() => {
            props.onUpdating(true);
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

function Cards(props: WellsPanelProps & { readonly canUpdate: boolean }) {
  const { run, selected, unresolved, scheme, onOpen, canUpdate } = props;
  // Stays open from well to well.
  const [isExplained, explain] = useState(false);
  if (selected.length > 0 && selected.length <= MAX_CARDS) {
    return selected.map((review) => (
      <WellCard
        key={review.position}
        {...props}
        review={review}
        isExplained={isExplained}
        onExplained={explain}
        channelLabel={channelLabel(run, props.channel)}
        otherComments={otherComments(run, review)}
        isUpdating={props.isUpdating && selected.length === 1}
        onUpdatingEnd={() => {
          props.onUpdating(false);
        }}
      />
    ));
  }
  const lines = selected.length > 0 ? selected : unresolved;
  return (
    <>
      <p className={classes['note']}>
        {selected.length > 0
          ? interpretationTexts.manySelected(selected.length)
          : unresolved.length > 0
            ? interpretationTexts.unresolvedList
            : interpretationTexts.allResolved}
      </p>
      {selected.length > 0 && canUpdate && (
        <CommentOnMany run={run} selected={selected} inputRef={props.commentRef} />
      )}
      {lines.length > 0 && (
        <div role="feed" aria-label={interpretationTexts.tabs.wells} className={classes['feed']}>
          {lines.map((review, index) => (
            <article
              key={review.position}
              aria-posinset={index + 1}
              aria-setsize={lines.length}
              aria-label={review.position}
              className={classes['feed-line']}
            >
              <WellLine
                review={review}
                scheme={scheme}
                onOpen={() => {
                  onOpen(review.position);
                }}
              />
            </article>
          ))}
        </div>
      )}
    </>
  );
}

interface CommentOnManyProps {
  readonly run: Run;
  readonly selected: readonly ReviewWell[];
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
}

function CommentOnMany({ run, selected, inputRef }: CommentOnManyProps) {
  const { mutateAsync } = useCommentWells(run.id);
  const texts = interpretationTexts.comment;
  const save = async (value: string): Promise<void> => {
    try {
      await mutateAsync({ wellIds: selected.map(({ well }) => well.id), value });
    } catch (error) {
      toastError(texts.failed, error);
      throw error;
    }
    toastSuccess(texts.added(selected.length));
  };
  return <CommentForm label={texts.addToWells(selected.length)} onSave={save} inputRef={inputRef} />;
}

/** The kit's word for the channel; null with one channel. */
function channelLabel(run: Run, channel: ChannelName): string | null {
  return run.analyses.length > 1 ? channel : null;
}

function otherComments(run: Run, { position, interpreted }: ReviewWell): readonly Comment[] {
  return run.analyses
    .filter(({ channel }) => channel !== interpreted.channel)
    .flatMap(({ wells }) => wells[position]?.comments ?? []);
}
