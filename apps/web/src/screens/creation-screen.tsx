import type { Run } from '@curvewell/domain';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom';

import { runQueries, useListedRun } from '../data/runs.ts';
import { ImportReportCard } from '../features/import/import-report-card.tsx';
import { PlateSetup } from '../features/plate-setup/plate-setup.tsx';
import { SetupSkeleton } from '../features/plate-setup/setup-skeleton.tsx';
import { MetadataSkeleton } from '../features/run-kits/metadata-skeleton.tsx';
import { RunMetadataStep } from '../features/run-kits/run-metadata-step.tsx';
import { useKitAdditions, useMayAdd } from '../features/run-kits/rows/use-kit-additions.ts';
import { useCancelRun } from '../features/runs/actions/use-cancel-run.ts';
import { text } from '../locale/text.ts';
import { paths } from '../shared/navigation/paths.ts';
import { FailedScreen } from '../shared/ui/screen/failed-screen.tsx';
import { Screen } from '../shared/ui/screen/screen.tsx';
import { TOAST_MS, toastError } from '../shared/ui/messages/toast.tsx';

/** `/run/:runId/configuration?step=2` – step 1: run and kits; step 2: plate setup. */
export function CreationScreen() {
  const { runId = '' } = useParams();
  const [isOpened, setOpened] = useState(false);
  // Open forms keep their initial values, so the run is not refetched here; saving detects conflicts.
  const {
    data: run,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...runQueries.detail(runId),
    enabled: !isOpened,
  });
  if (run && !isFetching && !isOpened) setOpened(true);

  useEffect(() => {
    if (error) toastError(text.step1.notAccessible, error, { ms: TOAST_MS.runLoadError });
  }, [error]);

  if (error)
    return <FailedScreen title={text.step1.notAccessible} error={error} onRetry={() => void refetch()} />;
  if (!run || !isOpened) return <LoadingSteps runId={runId} />;
  if (!run.permissions.canConfigure) return <Navigate to={paths.runInterpretation(runId)} replace />;
  return <CreationSteps run={run} />;
}

/** The step is in the address, so reload and Back keep it. Step 2 requires step 1. */
function CreationSteps({ run }: { readonly run: Run }) {
  const [address, setAddress] = useSearchParams();
  const step = address.get('step') === '2' && run.kits.length > 0 ? 2 : 1;
  /** The run as step 1 was opened with it. Saving detects later changes. */
  const [initialRun, setInitialRun] = useState(run);
  if (step === 2 && initialRun !== run) setInitialRun(run);
  const navigate = useNavigate();
  const cancelRun = useCancelRun();
  const mayAdd = useMayAdd();
  const additions = useKitAdditions(run.analyser);
  const leave = () => void navigate(paths.runList());
  if (step === 1) {
    return (
      <RunMetadataStep
        key={initialRun.revision}
        run={initialRun}
        onDone={() => setAddress({ step: '2' })}
        onCancel={() => cancelRun(run)}
        onLeave={leave}
        report={<ImportReportCard report={initialRun.importReport} />}
        onTheirs={setInitialRun}
      />
    );
  }
  return (
    <PlateSetup
      run={run}
      makeLot={mayAdd.lot ? (id, name) => additions.addLot({ id }, name) : null}
      onCancel={() => cancelRun(run)}
      onLeave={leave}
      onBack={() => setAddress({})}
    />
  );
}

/** Skeleton of step 1 or step 2. */
function LoadingSteps({ runId }: { readonly runId: string }) {
  const [address] = useSearchParams();
  const known = useListedRun(runId);
  const isWells = address.get('step') === '2';
  return (
    <Screen
      title={known ? text.runs.run(known.businessId) : text.common.loading}
      isFixed={isWells}
      footerStart={<Skeleton height={12} width={120} />}
    >
      {isWells ? <SetupSkeleton plateType={known?.plateType ?? null} /> : <MetadataSkeleton />}
    </Screen>
  );
}
