import { checkedDecisionSchema, type Run } from '@curvewell/domain';
import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState, type ComponentProps } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';

import { useMe } from '../data/identity.ts';
import { CheckFooter, DecisionCheck } from '../features/decision/decision-check.tsx';
import { isRejectionStarted, RejectRun } from '../features/decision/reject-run.tsx';
import { InterpretationReview } from '../features/interpretation/interpretation-review.tsx';
import { RunScreen } from '../features/interpretation/run-screen.tsx';
import type { ReviewOf } from '../features/interpretation/state/review-context.ts';
import { RepeatListButton } from '../features/repeat-list/repeat-list-button.tsx';
import { wellsFromAddress } from '../features/plate/selection/wells-in-address.ts';
import { ReviewSkeleton } from '../features/interpretation/review-skeleton.tsx';
import { repeatCandidates } from '../features/interpretation/state/repeat-candidates.ts';
import { useReviewedRun } from '../features/interpretation/state/use-reviewed-run.ts';
import { text } from '../locale/text.ts';
import { messageOf } from '../shared/api/api-problem.ts';
import { JUST_DECIDED } from '../shared/navigation/just-decided.ts';
import { paths } from '../shared/navigation/paths.ts';
import { MessagePanel } from '../shared/ui/screen/message-panel.tsx';
import { Screen } from '../shared/ui/screen/screen.tsx';
import { toastError, TOAST_MS } from '../shared/ui/messages/toast.tsx';

const ReinterpretationDialog = lazy(async () => ({
  default: (await import('../features/interpretation/reinterpret/reinterpretation-dialog.tsx'))
    .ReinterpretationDialog,
}));

/** `/run/:runId/interpretation?wells=A1,A2` – the plate beside the curves of the selected wells. */
export function InterpretationScreen() {
  const { runId = '' } = useParams();
  const isArchived = useLocation().pathname.startsWith(paths.archive());
  const { data, run, error, refetch } = useReviewedRun({ runId, isArchived });

  const [, setParameters] = useSearchParams();

  // A failed refetch keeps the loaded run and all unsaved input.
  const failure = data === undefined ? error : null;
  useEffect(() => {
    if (failure) toastError(text.interpretation.notLoaded, failure, { ms: TOAST_MS.runLoadError });
  }, [failure]);
  useEffect(() => {
    // The selected wells may no longer exist.
    if (failure) setParameters({}, { replace: true });
  }, [failure, setParameters]);

  if (failure) {
    return (
      <MessagePanel
        title={text.interpretation.notLoaded}
        actions={
          <>
            <Button component={Link} to={paths.runList()} variant="default">
              {text.common.runs}
            </Button>
            <Button onClick={refetch}>{text.common.tryAgain}</Button>
          </>
        }
      >
        <p role="alert">{messageOf(failure, text.common.noDetail)}</p>
      </MessagePanel>
    );
  }
  if (!data) return <LoadingReview run={run} isArchived={isArchived} />;
  return <ReviewOrCheck key={runId} {...data} isArchived={isArchived} stale={error && { error, refetch }} />;
}

/** The plate with its results, or the check before submission or approval: `?check=approve`. */
function ReviewOrCheck(of: ReviewOf & Pick<ComponentProps<typeof RunScreen>, 'stale'>) {
  const { run, interpreted, isArchived, stale } = of;
  const [parameters] = useSearchParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { preferredUsername } = useMe();
  // Restores a rejection that was interrupted by signing in again.
  const [isRejecting, setRejecting] = useState(
    () => run.permissions.canDecide && isRejectionStarted(run.id, preferredUsername),
  );
  const [failedReason, setFailedReason] = useState('');
  const [isReinterpreting, setReinterpreting] = useState(false);
  const decision = checkedDecisionSchema.safeParse(parameters.get('check')).data;
  const plate = isArchived ? paths.archiveInterpretation(run.id) : paths.runInterpretation(run.id);
  const onReject = () => setRejecting(true);
  const onReinterpret = () => setReinterpreting(true);
  const selected = wellsFromAddress(parameters.get('wells'), run.plateType);
  const tools = (
    <RepeatListButton
      of={{ runId: run.id, candidates: () => repeatCandidates(run, { interpreted, selected }) }}
    />
  );
  return (
    <>
      {decision === undefined ? (
        <InterpretationReview {...of} tools={tools} onReject={onReject} onReinterpret={onReinterpret} />
      ) : (
        <RunScreen
          run={run}
          isArchived={isArchived}
          stale={stale}
          tools={tools}
          footerStart={<CheckFooter plate={plate} />}
        >
          <DecisionCheck run={run} decision={decision} plate={plate} onReject={onReject} />
        </RunScreen>
      )}
      {/* Stays open if another user decides meanwhile, so that the dialog can explain the refusal. */}
      {isRejecting && (
        <RejectRun
          run={run}
          failedReason={failedReason}
          onFailed={setFailedReason}
          onClose={() => setRejecting(false)}
          onRejected={() => {
            // A rejected run needs no further check. The plate keeps its selection.
            const to = { pathname: plate, search: decision === undefined ? search : '' };
            void navigate(to, { replace: decision === undefined, state: JUST_DECIDED });
          }}
        />
      )}
      <Suspense>
        {isReinterpreting && <ReinterpretationDialog run={run} onClose={() => setReinterpreting(false)} />}
      </Suspense>
    </>
  );
}

function LoadingReview({ run, isArchived }: { readonly run: Run | undefined; readonly isArchived: boolean }) {
  const skeleton = <ReviewSkeleton plateType={run?.plateType ?? null} />;
  return run ? (
    <RunScreen run={run} isArchived={isArchived}>
      {skeleton}
    </RunScreen>
  ) : (
    <Screen title={text.common.loading} isFixed>
      {skeleton}
    </Screen>
  );
}
