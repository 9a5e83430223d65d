import type { Position, Run } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';

import { useCommentWells } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import type { Scheme } from '../../../shared/colour/diagnostic-palette.ts';
import { toastError, toastSuccess } from '../../../shared/ui/messages/toast.tsx';
import { unfoldAfter } from '../../../shared/ui/lists/unfold.ts';
import { focusPlate } from '../../plate/grid/plate-grid.tsx';
import { CommentForm } from '../comments/comment-form.tsx';
import { useReview } from '../state/review-context.ts';
import { ReviewCurves } from './review-curves.tsx';
import { ReviewStrip } from './review-strip.tsx';
import { samplesOf, type ReviewWell } from '../state/review-wells.ts';
import { LoneWellCard, WellLine } from './well-card.tsx';
import { WholePlateList } from '../plate/whole-plate-list.tsx';
import { ReplicatesTable } from '../table/replicates-table.tsx';
import { ResultTable } from '../table/result-table.tsx';
import classes from './wells-panel.module.css';

/** More lines than this unfold on request: rendering hundreds is slower than a key press may take. */
const MAX_LINES = 24;

/** The selected wells. Curves are fixed; results, reasons and comments scroll. */
export function WellsPanel() {
  return (
    <div className={classes['panel']}>
      <ReviewStrip />
      <div className={classes['pinned']}>
        <ReviewCurves />
      </div>
      <WellDetails />
    </div>
  );
}

/** Under the small plate beside a large chart: what the panel holds otherwise. */
export function BesideChart() {
  const { tab, panelRef, onPanelKey } = useReview();
  return (
    <section
      ref={panelRef}
      className={classes['beside-chart']}
      aria-label={text.interpretation.tabs.label}
      data-beside-chart
      data-print="none"
      onKeyDown={onPanelKey}
    >
      <ReviewStrip />
      {tab === 'plate' ? <WholePlateList /> : <WellDetails />}
    </section>
  );
}

/** The result of one well, a table of several, or what applies to the whole plate. */
function WellDetails() {
  const { selected } = useReview();
  // Open for a single well; keeps its state from well to well.
  const [isExplained, explain] = useState(true);
  const [alone] = selected.length === 1 ? selected : [];
  if (alone) {
    return (
      <LoneWellCard key={alone.position} review={alone} isExplained={isExplained} onExplained={explain} />
    );
  }
  return selected.length > 0 ? <SelectedWells /> : <NoWell />;
}

/** Several wells as a table, then a comment on all of them. */
function SelectedWells() {
  const { run, selected, act, select, gridRef, panelRef } = useReview();
  const words = text.interpretation.results;
  const samples = useMemo(() => samplesOf(selected), [selected]);
  return (
    <div className={classes['several']}>
      <div className={classes['replicates']}>
        <ReplicatesTable samples={samples} onOpen={select} />
      </div>
      <ResultTable
        wells={selected}
        label={words.selected(selected.length)}
        onOpen={(position) => {
          select([position]);
          // The row disappears with the table.
          focusPlate(gridRef.current ?? panelRef.current);
        }}
      >
        <span>{words.selected(selected.length)}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            act({ type: 'none' });
            focusPlate(gridRef.current ?? panelRef.current);
          }}
        >
          {text.interpretation.clearSelection}
        </Button>
      </ResultTable>
      {run.permissions.canUpdate && (
        <div className={classes['comment']}>
          <CommentOnMany run={run} selected={selected} />
        </div>
      )}
    </div>
  );
}

/** Without a selection: what applies to the whole plate, and the unresolved wells. */
function NoWell() {
  const { unresolved, channel, scheme, select } = useReview();
  const here = useMemo(
    () => unresolved.filter(({ interpreted }) => interpreted.channel === channel),
    [unresolved, channel],
  );
  return (
    <div className={classes['scroll']}>
      <div className={classes['whole-plate']}>
        <WholePlateList />
      </div>
      <p className={classes['note']}>
        {here.length > 0
          ? text.interpretation.unresolvedList
          : text.interpretation.noneUnresolved(unresolved.length)}
      </p>
      <WellLines wells={here} scheme={scheme} onOpen={(position) => select([position])} />
    </div>
  );
}

interface WellLinesProps {
  readonly wells: readonly ReviewWell[];
  readonly scheme: Scheme;
  readonly onOpen: (position: Position) => void;
}

function WellLines({ wells, scheme, onOpen }: WellLinesProps) {
  const [unfolded, unfold] = useState<readonly ReviewWell[] | null>(null);
  const lines = unfolded === wells ? wells : wells.slice(0, MAX_LINES);
  if (wells.length === 0) return null;
  return (
    <>
      <div role="feed" aria-label={text.interpretation.tabs.wells} className={classes['feed']}>
        {lines.map((review, index) => (
          <article
            key={review.position}
            aria-posinset={index + 1}
            aria-setsize={wells.length}
            aria-label={review.position}
            className={classes['feed-line']}
          >
            <WellLine review={review} scheme={scheme} onOpen={() => onOpen(review.position)} />
          </article>
        ))}
      </div>
      {lines.length < wells.length && (
        <Button
          size="xs"
          variant="subtle"
          flex="none"
          onClick={({ currentTarget: { previousElementSibling: feed } }) =>
            unfoldAfter(feed?.lastElementChild, () => unfold(wells))
          }
        >
          {text.interpretation.moreWells(wells.length - lines.length)}
        </Button>
      )}
    </>
  );
}

function CommentOnMany({ run, selected }: { readonly run: Run; readonly selected: readonly ReviewWell[] }) {
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
