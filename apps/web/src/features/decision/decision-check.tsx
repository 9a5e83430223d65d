import { isMostlyUncalled, type CheckedDecision, type Run, type RunCheck } from '@curvewell/domain';
import { Alert, Button, Kbd } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';

import { decisionQueries, useApproveRun, useSubmitRun } from '../../data/decisions.ts';
import { text } from '../../locale/text.ts';
import { ApiProblem } from '../../shared/api/api-problem.ts';
import { ctrlEnter } from '../../shared/navigation/ctrl-enter.ts';
import { JUST_DECIDED } from '../../shared/navigation/just-decided.ts';
import { useRestoreFocus } from '../../shared/ui/dialogs/focus-back.ts';
import { ListFailed } from '../../shared/ui/lists/list-failed.tsx';
import { hasOpenList } from '../../shared/ui/fields/open-list.ts';
import { toastNotSent } from '../../shared/ui/messages/toast-sent.ts';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { CheckContext, useOpenCheck } from './check-context.ts';
import { CheckDecision } from './check-decision.tsx';
import { Controls, Standards } from './check-controls.tsx';
import { KitLotAndFile } from './check-file.tsx';
import { Overrides, Curves, NearBorder, NoCall } from './check-wells.tsx';
import classes from './check.module.css';
import { useCheck } from './use-check.ts';
import { WaitingCard, WaitingRows } from '../../shared/ui/screen/waiting.tsx';

interface DecisionCheckProps {
  readonly run: Run;
  readonly decision: CheckedDecision;
  /** The address of the plate. */
  readonly plate: string;
  readonly onReject: () => void;
}

/** The check before results leave the laboratory. Replaces plate and panel. */
export function DecisionCheck(props: DecisionCheckProps) {
  const { run, decision, plate } = props;
  const { data, error, refetch, isFetchedAfterMount } = useQuery(decisionQueries.check(run.id, decision));
  useRestoreFocus();
  const navigate = useNavigate();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !hasOpenList(event.target)) void navigate(plate);
    const { currentTarget } = event;
    ctrlEnter(event, () => currentTarget.querySelector<HTMLElement>('[data-proceed]')?.click());
  };
  return (
    <div
      role="region"
      aria-label={text.decision.region[decision]}
      aria-busy={data === undefined}
      className={classes['check']}
      onKeyDown={onKeyDown}
    >
      {data ? (
        <OpenCheck
          key={decision}
          {...props}
          check={data}
          isFresh={isFetchedAfterMount}
          onRefused={() => void refetch()}
        />
      ) : error instanceof ApiProblem && error.code === 'not-found' ? (
        <NotKept reason={error.message} />
      ) : error ? (
        <ListFailed title={text.decision.notLoaded} onRetry={() => void refetch()} />
      ) : (
        <>
          <WaitingRows height={28} hasBar />
          <WaitingCard />
        </>
      )}
    </div>
  );
}

/** For decisions older than stored checks. */
function NotKept({ reason }: { readonly reason: string }) {
  return (
    <Alert role="status" color="gray" title={reason}>
      {text.decision.notKept}
    </Alert>
  );
}

interface OpenCheckProps extends DecisionCheckProps {
  readonly check: RunCheck;
  readonly isFresh: boolean;
  readonly onRefused: () => void;
}

function OpenCheck({ run, check, plate, isFresh, onReject, onRefused }: OpenCheckProps) {
  const open = useCheck({ run, check, plate, isFresh });
  const [isRefused, setIsRefused] = useState(false);
  const submitRun = useSubmitRun(run.id);
  const approveRun = useApproveRun(run.id);
  const navigate = useNavigate();
  const { failed, done } = text.interpretation;
  const { mutateAsync, isPending } = check.decision === 'submit' ? submitRun : approveRun;
  const proceed = async (): Promise<void> => {
    let decided: Run;
    try {
      decided = await mutateAsync({ shown: check.digest, ...open.answers });
    } catch (error) {
      toastError(failed.status, error);
      // The check may be out of date.
      setIsRefused(true);
      onRefused();
      return;
    }
    open.forget();
    toastSuccess(
      check.decision === 'submit' ? done.submitted(run.businessId) : done.approved(run.businessId),
    );
    if (decided.ftpSent === false) toastNotSent(run.id);
    await navigate(plate, { state: JUST_DECIDED });
  };
  return (
    <CheckContext value={open}>
      <CheckDecision
        isPending={isPending}
        isRefused={isRefused}
        onProceed={() => void proceed()}
        onReject={onReject}
      />
      <Doubts />
    </CheckContext>
  );
}

/** Sections by importance. Empty ones are shown too. */
function Doubts() {
  const isWithoutCall = isMostlyUncalled(useOpenCheck().check.doubts);
  return (
    <div className={classes['doubts']}>
      <div className={classes['sections']}>
        {isWithoutCall && <NoCall />}
        <Controls />
        <Standards />
        {!isWithoutCall && <NoCall />}
        <Curves />
        <NearBorder />
        <Overrides />
        <KitLotAndFile />
      </div>
    </div>
  );
}

export function CheckFooter({ plate }: { readonly plate: string }): ReactNode {
  return (
    <>
      <Button
        component={Link}
        to={plate}
        size="md"
        variant="default"
        leftSection={<IconChevronLeft size={15} stroke={1.6} aria-hidden />}
        rightSection={<Kbd size="xs">Esc</Kbd>}
      >
        {text.decision.back}
      </Button>
      <span className={classes['footer-note']}>{text.decision.kept}</span>
    </>
  );
}
