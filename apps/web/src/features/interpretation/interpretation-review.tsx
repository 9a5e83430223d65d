import type { ChannelName, InterpretedWell, PhaseType, Position, Run } from '@curvewell/contracts';
import { Tabs, useComputedColorScheme } from '@mantine/core';
import { useElementSize, useLocalStorage, useSessionStorage, useViewportSize } from '@mantine/hooks';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import type { ChartKeys } from '../curves/chart-keys.ts';
import { CurvePanel, type CurvePanelProps } from '../curves/curve-panel.tsx';
import { ExportPanel } from './export-panel.tsx';
import { DecidedNote } from './decided-note.tsx';
import { PrintTable } from './print-table.tsx';
import { NoResult } from './no-result.tsx';
import { ReviewFooterEnd, ReviewFooterStart } from './review-actions.tsx';
import { filterByKit, nextUnresolved, phasesWithData, reviewWells, type KitLevel } from './review-wells.ts';
import { RunComments } from './run-comments.tsx';
import { RunFacts } from './run-facts.tsx';
import { WellsPanel } from './wells-panel.tsx';
import { interpretationColumns } from '../plate/plate-geometry.ts';
import { useWellSelection } from '../plate/use-well-selection.ts';
import { positionOfPlace } from '../plate/well-selection.ts';
import { interpretationTexts } from '../../locale/en-GB/interpretation.ts';
import { paths } from '../../shared/paths.ts';
import { ArchivingMark } from '../../shared/ui/archiving-mark.tsx';
import { PlateColumns, PlatePanel } from '../../shared/ui/plate-layout.tsx';
import { RunStatusBadge } from '../../shared/ui/run-status-badge.tsx';
import { SendMark } from '../../shared/ui/send-mark.tsx';
import { Screen } from '../../shared/ui/screen.tsx';
import { toastInfo } from '../../shared/ui/toast.tsx';
import { reviewCurves } from './review-faces.ts';
import { ReviewPlate } from './review-plate.tsx';
import classes from './interpretation-review.module.css';
import { useReviewKeys, type PanelTab } from './use-review-keys.ts';

interface InterpretationReviewProps {
  readonly run: Run;
  readonly interpreted: readonly InterpretedWell[];
  readonly isArchived: boolean;
}

const PHASES: readonly PhaseType[] = ['ANNEAL', 'MELT'];

/** Every result of a run, the doubtful ones first, and the decision. */
export function InterpretationReview({ run, interpreted, isArchived }: InterpretationReviewProps) {
  const navigate = useNavigate();
  const scheme = useComputedColorScheme('light');
  const channels = useMemo(
    () => [...new Set(interpreted.map(({ channel }) => channel))].sort(),
    [interpreted],
  );
  // Kept for the next run, too: whoever reviews a channel goes on with it.
  const [keptChannel, setChannel] = useSessionStorage<ChannelName | null>({
    key: 'curvewell.channel',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const channel = channels.find((name) => name === keptChannel) ?? channels[0] ?? 'FAM';
  const reviews = useMemo(() => reviewWells(run, { interpreted, channel }), [run, interpreted, channel]);
  const allReviews = useMemo(
    () => channels.flatMap((name) => reviewWells(run, { interpreted, channel: name })),
    [run, interpreted, channels],
  );
  const byPosition = useMemo(() => new Map(reviews.map((review) => [review.position, review])), [reviews]);
  const isAnalysed = useCallback((position: Position) => byPosition.has(position), [byPosition]);
  const [selection, act] = useWellSelection(run.plateType, isAnalysed);

  const [tab, setTab] = useState<PanelTab>('wells');
  const [chosenPhase, setPhase] = useState<PhaseType | null>(null);
  // ANNEAL, unless the run was read in MELT alone.
  const phase = chosenPhase ?? phasesWithData(reviews)[0] ?? 'ANNEAL';
  const [chosenKit, setChosenKit] = useState<Partial<Record<KitLevel, string>>>({});
  const [hovered, hover] = useState<Position | null>(null);
  const [updatingAt, setUpdatingAt] = useState<Position | null>(null);
  const [areControlsShown, showControls] = useLocalStorage({
    key: 'curvewell.controls-behind',
    defaultValue: false,
  });
  const [isOnlyChannel, showOnlyChannel] = useLocalStorage({
    key: 'curvewell.only-channel',
    defaultValue: true,
  });
  const commentRef = useRef<HTMLTextAreaElement>(null);
  const panelRef = useRef<HTMLElement>(null);
  const gridRef = useRef<HTMLDivElement>(null);
  const chartKeys = useRef<ChartKeys>(null);
  const [zooms, setZooms] = useState<CurvePanelProps['zooms']>({});

  // The plate answers a key at once, curves and cards follow.
  const selectedWells = useDeferredValue(selection.selected);
  const selected = useMemo(
    () => reviews.filter(({ position }) => selectedWells.has(position)),
    [reviews, selectedWells],
  );
  const scope = selected.length > 0 ? selected : reviews;
  const filtered = useMemo(() => filterByKit(scope, chosenKit), [scope, chosenKit]);
  const curves = useMemo(() => reviewCurves(filtered.wells, { phase, scheme }), [filtered, phase, scheme]);
  const controls = useMemo(() => {
    const [first] = filtered.wells;
    const others = reviews.filter(
      ({ position, sampleType, well }) =>
        sampleType !== 'BLOOD' &&
        sampleType !== 'DNA' &&
        !selectedWells.has(position) &&
        well.kitVersion?.id === first?.well.kitVersion?.id &&
        well.reactionBuffer?.id === first?.well.reactionBuffer?.id,
    );
    return selected.length === 0 ? [] : reviewCurves(others, { phase, scheme });
  }, [filtered, reviews, selectedWells, selected.length, phase, scheme]);
  const info = useMemo(
    () =>
      filtered.wells
        .flatMap((review) => review.interpreted.constantPhaseInfos)
        .find(({ type }) => type === phase) ?? null,
    [filtered, phase],
  );
  const unresolved = useMemo(() => reviews.filter(({ isUnresolved }) => isUnresolved), [reviews]);
  const [only] = selected.length === 1 ? selected : [];
  const current = selection.selected.size === 1 ? ([...selection.selected][0] ?? null) : null;
  // The form stays only while the same single well is selected, and does not come back with it.
  if (updatingAt !== null && updatingAt !== current) setUpdatingAt(null);
  const isUpdating = updatingAt !== null && updatingAt === only?.position;

  const select = (wells: Iterable<Position>): void => {
    act({ type: 'set', wells });
  };
  const pick = (position: Position, { toggle }: { readonly toggle: boolean }): void => {
    const without = [...selection.selected].filter((other) => other !== position);
    select(toggle ? (selection.selected.has(position) ? without : [...without, position]) : [position]);
  };
  const goToUnresolved = (backwards: boolean): void => {
    const next = nextUnresolved(reviews, { from: positionOfPlace(selection.focus), backwards });
    if (!next) return;
    if (next.isWrapped) toastInfo(interpretationTexts.startOfPlate);
    select([next.well.position]);
  };
  const leave = (): void => {
    void navigate(isArchived ? paths.archive() : paths.runList());
  };

  const { onKey, onPanelKey } = useReviewKeys({
    channels,
    onChannel: setChannel,
    onPhase: () => {
      setPhase(phase === 'ANNEAL' ? 'MELT' : 'ANNEAL');
    },
    onTab: setTab,
    onUpdate: () => {
      setTab('wells');
      if (run.permissions.canUpdate) setUpdatingAt(current);
    },
    onUnresolved: goToUnresolved,
    panel: panelRef,
    grid: gridRef,
    chart: chartKeys,
  });

  const { ref: workRef, width, height } = useElementSize();
  const viewport = useViewportSize();
  const columns = interpretationColumns({ width, height: Math.max(0, height - PLATE_EXTRAS) });
  const chartHeight = Math.max(220, 332 - Math.max(0, 900 - viewport.height));

  return (
    <Screen
      title={interpretationTexts.title(run.businessId)}
      documentTitle={interpretationTexts.documentTitle(run.businessId)}
      beside={
        <>
          <RunStatusBadge status={run.status} />
          <SendMark sent={run.ftpSent} />
          <ArchivingMark archiving={run.archiving} />
        </>
      }
      subtitle={run.fileName}
      aside={<RunFacts run={run} isArchived={isArchived} />}
      footerStart={<ReviewFooterStart run={run} wells={allReviews} scheme={scheme} onLeave={leave} />}
      footerEnd={<ReviewFooterEnd run={run} wells={allReviews} scheme={scheme} onLeave={leave} />}
    >
      <DecidedNote run={run} />
      {reviews.length === 0 ? (
        <NoResult run={run} />
      ) : (
        <PlateColumns ref={workRef} columns={`${columns.plateWidth}px minmax(0, 1fr)`}>
          <ReviewPlate
            run={run}
            channels={channels}
            channel={channel}
            onChannel={setChannel}
            reviews={byPosition}
            selection={selection}
            onAction={act}
            onSelect={select}
            unresolvedCount={unresolved.length}
            onNextUnresolved={() => {
              goToUnresolved(false);
            }}
            hovered={hovered}
            onHover={hover}
            onKey={onKey}
            gridRef={gridRef}
            scheme={scheme}
          />
          <PlatePanel
            ref={panelRef}
            aria-label={interpretationTexts.tabs.label}
            data-print="none"
            onKeyDown={onPanelKey}
          >
            <Tabs
              value={tab}
              onChange={(value) => {
                setTab(value === 'comments' || value === 'export' ? value : 'wells');
              }}
              variant="pills"
              keepMounted={false}
              className={classes['tabs']}
            >
              <Tabs.List className={classes['tab-list']} aria-label={interpretationTexts.tabs.label}>
                <Tabs.Tab value="wells">{interpretationTexts.tabs.wells}</Tabs.Tab>
                <Tabs.Tab value="comments">{interpretationTexts.tabs.comments(run.comments.length)}</Tabs.Tab>
                <Tabs.Tab value="export">{interpretationTexts.tabs.export}</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="wells" className={classes['tab-panel']}>
                <WellsPanel
                  run={run}
                  interpreted={interpreted}
                  channel={channel}
                  selected={selected}
                  unresolved={unresolved}
                  choices={filtered.choices}
                  undecided={filtered.undecided}
                  onChoose={(level, id) => {
                    setChosenKit(({ [level]: _former, ...others }) =>
                      id === null ? others : { ...others, [level]: id },
                    );
                  }}
                  chart={
                    <CurvePanel
                      height={chartHeight}
                      phases={PHASES}
                      phase={phase}
                      onPhase={setPhase}
                      channel={channel}
                      curves={curves}
                      controls={controls}
                      areControlsShown={areControlsShown}
                      onControlsShown={showControls}
                      info={info}
                      phasesWithData={phasesWithData(filtered.wells)}
                      hovered={hovered}
                      onHover={hover}
                      onPick={pick}
                      zooms={zooms}
                      onZooms={setZooms}
                      onKey={onKey}
                      keys={chartKeys}
                    />
                  }
                  scheme={scheme}
                  isUpdating={isUpdating}
                  onUpdating={(updating) => {
                    setUpdatingAt(updating ? current : null);
                  }}
                  isOnlyChannel={isOnlyChannel}
                  onOnlyChannel={showOnlyChannel}
                  onClear={() => {
                    act({ type: 'none' });
                  }}
                  onOpen={(position) => {
                    select([position]);
                  }}
                  commentRef={commentRef}
                />
              </Tabs.Panel>
              <Tabs.Panel value="comments" className={classes['tab-panel']}>
                <RunComments runId={run.id} comments={run.comments} canUpdate={run.permissions.canUpdate} />
              </Tabs.Panel>
              <Tabs.Panel value="export" className={classes['tab-panel']}>
                <ExportPanel
                  run={run}
                  isArchived={isArchived}
                  wellCount={reviews.length}
                  selectedWellIds={selected.map(({ well }) => well.id)}
                  onClose={() => {
                    setTab('wells');
                  }}
                />
              </Tabs.Panel>
            </Tabs>
          </PlatePanel>
        </PlateColumns>
      )}
      <PrintTable wells={scope} />
    </Screen>
  );
}

/** Toolbar, status line and caption around the wells, px. */
const PLATE_EXTRAS = 172;
