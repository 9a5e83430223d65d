import { Button, Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom';

import { InterpretationReview } from '../features/interpretation/interpretation-review.tsx';
import { useReviewedRun } from '../features/interpretation/use-reviewed-run.ts';
import { text } from '../locale/text.ts';
import { messageOf } from '../shared/api/api-problem.ts';
import { paths } from '../shared/paths.ts';
import { MessagePanel } from '../shared/ui/message-panel.tsx';
import { Screen } from '../shared/ui/screen.tsx';
import { toastError, TOAST_MS } from '../shared/ui/toast.tsx';

/** `/run/:runId/interpretation?wells=A1,A2` – the plate beside the curves of the selected wells. */
export function InterpretationScreen() {
  const { runId = '' } = useParams();
  const isArchived = useLocation().pathname.startsWith(paths.archive());
  const { data, error, refetch } = useReviewedRun({ runId, isArchived });

  const [, setParameters] = useSearchParams();

  useEffect(() => {
    if (error) toastError(text.interpretation.notLoaded, error, { ms: TOAST_MS.runLoadError });
  }, [error]);
  useEffect(() => {
    // What was selected may not be there any more.
    if (error) setParameters({}, { replace: true });
  }, [error, setParameters]);

  if (error) {
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
        <p role="alert">{messageOf(error, text.common.noDetail)}</p>
      </MessagePanel>
    );
  }
  if (!data) return <LoadingReview />;
  return <InterpretationReview key={runId} {...data} isArchived={isArchived} />;
}

function LoadingReview() {
  return (
    <Screen title={text.common.loading}>
      <div aria-busy="true" style={{ display: 'flex', gap: 16, flex: 1 }}>
        <Skeleton flex={1} radius={10} />
        <Skeleton w="40%" radius={10} />
      </div>
    </Screen>
  );
}
