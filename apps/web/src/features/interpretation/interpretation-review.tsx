import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';

import { paths } from '../../shared/paths.ts';
import { useStable } from '../../shared/use-stable.ts';
import { PlateWork } from '../plate/plate-work.tsx';
import { DecidedNote } from './decided-note.tsx';
import { NoResult } from './no-result.tsx';
import type { RefreshFailure } from './not-refreshed.tsx';
import { PrintTable } from './print-table.tsx';
import { ReviewFooterEnd, ReviewFooterStart } from './review-actions.tsx';
import { ReviewContext } from './review-context.ts';
import { ReviewPanel } from './review-panel.tsx';
import { ReviewPlate } from './review-plate.tsx';
import { RunScreen } from './run-screen.tsx';
import { useNewReview, type ReviewOf } from './use-new-review.ts';

interface InterpretationReviewProps extends ReviewOf {
  readonly stale?: RefreshFailure | null | undefined;
  readonly onReject: () => void;
  readonly onInterpretAnew: () => void;
}

/** Every result of a run, the doubtful ones first, and the decision. */
export function InterpretationReview(of: InterpretationReviewProps) {
  const { run, interpreted, isArchived, stale, onReject, onInterpretAnew } = of;
  const navigate = useNavigate();
  const review = useNewReview(of);
  const { wells, selected } = review;
  const plate = isArchived ? paths.archiveInterpretation(run.id) : paths.runInterpretation(run.id);
  const onLeave = useStable((): void => {
    void navigate(isArchived ? paths.archive() : paths.runList());
  });
  const hasResults = interpreted.length > 0;
  // Another selection changes nothing in the footer.
  const footer = useMemo(() => {
    const actions = { run, onReject, onInterpretAnew, hasResults, plate, onLeave };
    return {
      footerStart: <ReviewFooterStart {...actions} />,
      footerEnd: (
        <>
          <DecidedNote run={run} plate={plate} />
          <ReviewFooterEnd {...actions} />
        </>
      ),
    };
  }, [run, onReject, onInterpretAnew, hasResults, plate, onLeave]);

  return (
    <RunScreen {...{ run, isArchived, stale }} {...footer}>
      {wells.length === 0 ? (
        <NoResult run={run} />
      ) : (
        <ReviewContext value={review}>
          <PlateWork
            use="interpretation"
            plate={<ReviewPlate />}
            panel={<ReviewPanel />}
            isPanelOpen={selected.length > 0}
          />
        </ReviewContext>
      )}
      <PrintTable wells={selected.length > 0 ? selected : wells} />
    </RunScreen>
  );
}
