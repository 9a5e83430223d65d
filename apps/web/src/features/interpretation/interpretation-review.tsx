import type { Run } from '@curvewell/domain';
import { Anchor, Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';

import { text } from '../../locale/text.ts';
import { formatDateTime } from '../../shared/format/format.ts';
import { useStable } from '../../shared/hooks/use-stable.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { IconLabel } from '../../shared/ui/screen/icon-label.tsx';
import { PlateAnnouncer } from '../plate/layout/plate-status.tsx';
import { PlateWork } from '../plate/layout/plate-work.tsx';
import type { RefreshFailure } from './notices/not-refreshed.tsx';
import { RecordNote } from './notices/record-note.tsx';
import { UpdateNotice } from './notices/update-notice.tsx';
import { channelLineHeight } from './plate/channel-line.ts';
import { ReviewPlate } from './plate/review-plate.tsx';
import { PrintTable } from './print-table.tsx';
import { ReviewFooterEnd, ReviewFooterStart } from './review-actions.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { RunScreen } from './run-screen.tsx';
import { ReviewContext, type ReviewOf, useReview } from './state/review-context.ts';
import { useCqs } from './state/use-amplification.ts';
import { useNewReview } from './state/use-new-review.ts';
import { LargeChart } from './wells/review-curves.tsx';
import classes from './interpretation.module.css';

/** Here the footer has one line; the header says by whom and when. */
const ONE_LINE = '(48em <= width < 75em)';

interface InterpretationReviewProps extends ReviewOf {
  readonly stale?: RefreshFailure | null | undefined;
  /** More buttons in the header. */
  readonly tools?: ReactNode;
  readonly onReject: () => void;
  readonly onReinterpret: () => void;
}

export function InterpretationReview(of: InterpretationReviewProps) {
  const { run, interpreted, isArchived, stale, tools, onReject, onReinterpret } = of;
  const navigate = useNavigate();
  const review = useNewReview(of);
  const { wells, selected, unresolved, border, saved, setSaved, scheme, isLarge } = review;
  const onGone = useStable(() => setSaved(null));
  const plate = isArchived ? paths.archiveInterpretation(run.id) : paths.runInterpretation(run.id);
  const onLeave = useStable((): void => void navigate(isArchived ? paths.archive() : paths.runList()));
  const hasResults = interpreted.length > 0;
  const notSeen = border.wells.length - border.seenCount;
  const { canSubmit, canDecide } = run.permissions;
  const left = canSubmit || canDecide ? text.interpretation.leftToSee(unresolved.length, notSeen) : '';
  // Memoised: a changed selection does not affect the footer.
  const footer = useMemo(() => {
    const actions = { run, onReject, onReinterpret, hasResults, plate, onLeave };
    return {
      footerStart: (
        <>
          <ReviewFooterStart {...actions} />
          <UpdateNotice runId={run.id} scheme={scheme} saved={saved} onGone={onGone} />
        </>
      ),
      footerEnd: (
        <>
          <DecidedNote run={run} plate={plate} />
          {left !== '' && (
            <span className={classes['doubts']} data-beside-notice={saved !== null || undefined}>
              {left}
            </span>
          )}
          <ReviewFooterEnd {...actions} />
        </>
      ),
    };
  }, [run, onReject, onReinterpret, hasResults, left, plate, onLeave, scheme, saved, onGone]);

  return (
    <RunScreen run={run} isArchived={isArchived} stale={stale} tools={tools} {...footer}>
      {/* The plate takes the initial focus instead of the heading. */}
      <PlateAnnouncer text={text.interpretation.documentTitle(run.businessId)} />
      {wells.length === 0 ? (
        <NoResult run={run} />
      ) : (
        <ReviewContext value={review}>
          <PlateWork
            use="interpretation"
            linesAbove={channelLineHeight(review.channels)}
            plate={<ReviewPlate />}
            panel={isLarge ? <LargeChart /> : <ReviewPanel />}
            isChartLarge={isLarge}
            isPanelOpen={selected.length > 0}
          />
        </ReviewContext>
      )}
      <ReviewContext value={review}>
        <PrintedWells />
      </ReviewContext>
    </RunScreen>
  );
}

function PrintedWells() {
  const { run, channel, selected, wells } = useReview();
  return (
    <PrintTable
      wells={selected.length > 0 ? selected : wells}
      channel={channel}
      isTrial={run.isTrial}
      cqs={useCqs()}
    />
  );
}

/** Shown for a run without results, with a link to likely causes. */
function NoResult({ run }: { readonly run: Run }) {
  return (
    <div className={classes['panel-body']} role="status">
      <p>
        {text.interpretation.noResult}
        <br />
        {text.interpretation.noResultReason}
      </p>
      {run.permissions.canConfigure && (
        <div>
          <Button component={Link} to={paths.runCreation(run.id)}>
            {text.interpretation.openConfiguration}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Says why a run can no longer be changed. Renders nothing while it can be changed. */
function DecidedNote({ run, plate }: { readonly run: Run; readonly plate: string }) {
  if (run.status !== 'APPROVED' && run.status !== 'REJECTED')
    return run.record === 'changed' ? <RecordNote runId={run.id} /> : null;
  const act = run.status === 'APPROVED' ? run.acts.approved : run.acts.rejected;
  return (
    <>
      {act !== null && (
        <IconLabel hiddenIn={ONE_LINE} className={classes['decided']}>
          {text.interpretation.readOnly[run.status](act.name, formatDateTime(act.at))}
        </IconLabel>
      )}
      <RecordNote runId={run.id} />
      {run.status === 'APPROVED' && (
        <Anchor component={Link} to={`${plate}?check=approve`} size="sm" className={classes['whole'] ?? ''}>
          {text.decision.showCheck}
        </Anchor>
      )}
    </>
  );
}
