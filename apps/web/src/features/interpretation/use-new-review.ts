import type { ChannelName, InterpretedWell, PhaseType, Position, Run } from '@curvewell/contracts';
import { useComputedColorScheme } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';

import { text } from '../../locale/text.ts';
import { REVIEWED_CHANNEL } from '../../shared/reviewed-channel.ts';
import { toastInfo } from '../../shared/ui/toast.tsx';
import type { ChartKeys } from '../curves/chart-keys.ts';
import type { Zooms } from '../curves/zoom-sliders.tsx';
import { useWellSelection } from '../plate/use-well-selection.ts';
import { positionOfPlace } from '../plate/well-selection.ts';
import type { PanelTab, Review } from './review-context.ts';
import { filterByKit, nextUnresolved, phasesWithData, reviewWells, type KitLevel } from './review-wells.ts';
import { useReviewKeys } from './use-review-keys.ts';

export interface ReviewOf {
  readonly run: Run;
  readonly interpreted: readonly InterpretedWell[];
  readonly isArchived: boolean;
}

/** The channel that is reviewed, and its wells. */
function useChannel({ run, interpreted }: ReviewOf) {
  const channels = useMemo(
    () => [...new Set(interpreted.map(({ channel }) => channel))].sort(),
    [interpreted],
  );
  // Kept for the next run, too: whoever reviews a channel goes on with it.
  const [keptChannel, setChannel] = useSessionStorage<ChannelName | null>({
    key: REVIEWED_CHANNEL,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const channel = channels.find((name) => name === keptChannel) ?? channels[0] ?? 'FAM';
  const wells = useMemo(() => reviewWells(run, { interpreted, channel }), [run, interpreted, channel]);
  const byPosition = useMemo(() => new Map(wells.map((review) => [review.position, review])), [wells]);
  return { channels, channel, setChannel, wells, byPosition };
}

/** Everything that the parts of a review share. */
export function useNewReview(of: ReviewOf): Review {
  const { run } = of;
  const scheme = useComputedColorScheme('light');
  const channel = useChannel(of);
  const { wells, byPosition } = channel;
  const isAnalysed = useCallback((position: Position) => byPosition.has(position), [byPosition]);
  const [selection, act] = useWellSelection(run.plateType, isAnalysed);
  const [tab, setTab] = useState<PanelTab>('wells');
  const [chosenPhase, setPhase] = useState<PhaseType | null>(null);
  // ANNEAL, unless the run was read in MELT alone.
  const phase = chosenPhase ?? phasesWithData(wells)[0] ?? 'ANNEAL';
  const [zooms, setZooms] = useState<Zooms>({});
  const [chosenKit, setChosenKit] = useState<Partial<Record<KitLevel, string>>>({});
  const [hovered, hover] = useState<Position | null>(null);
  const [updatingAt, setUpdatingAt] = useState<Position | null>(null);
  const panelRef = useRef<HTMLElement>(null);
  const gridRef = useRef<HTMLDivElement>(null);
  const chartKeys = useRef<ChartKeys>(null);

  // The plate answers a key at once, curves and cards follow.
  const selectedWells = useDeferredValue(selection.selected);
  const selected = useMemo(
    () => wells.filter(({ position }) => selectedWells.has(position)),
    [wells, selectedWells],
  );
  const scope = selected.length > 0 ? selected : wells;
  const { wells: filtered, ...kits } = useMemo(() => filterByKit(scope, chosenKit), [scope, chosenKit]);
  const unresolved = useMemo(() => wells.filter(({ isUnresolved }) => isUnresolved), [wells]);
  const [only] = selected.length === 1 ? selected : [];
  const current = selection.selected.size === 1 ? ([...selection.selected][0] ?? null) : null;
  // The form stays only while the same single well is selected, and does not come back with it.
  if (updatingAt !== null && updatingAt !== current) setUpdatingAt(null);

  const select = (positions: Iterable<Position>): void => {
    act({ type: 'set', wells: positions });
  };
  const goToUnresolved = (backwards: boolean): void => {
    const next = nextUnresolved(wells, { from: positionOfPlace(selection.focus), backwards });
    if (!next) return;
    if (next.isWrapped) toastInfo(text.interpretation.startOfPlate);
    select([next.well.position]);
  };
  const keys = useReviewKeys({
    channels: channel.channels,
    onChannel: channel.setChannel,
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

  return {
    ...of,
    ...channel,
    ...kits,
    ...keys,
    ...{ scheme, unresolved, goToUnresolved, selection, act, select, selected, filtered },
    ...{ phase, setPhase, zooms, setZooms, hovered, hover, tab, setTab },
    ...{ gridRef, panelRef, chartKeys },
    choose: (level, id) => {
      setChosenKit(({ [level]: _former, ...others }) => (id === null ? others : { ...others, [level]: id }));
    },
    isUpdating: updatingAt !== null && updatingAt === only?.position,
    setUpdating: (isUpdating) => {
      setUpdatingAt(isUpdating ? current : null);
    },
  };
}
