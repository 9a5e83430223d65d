import type { ChannelName, InterpretedWell, PhaseType, Position, Run } from '@curvewell/contracts';
import { useComputedColorScheme } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';

import { text } from '../../locale/text.ts';
import { observable } from '../../shared/observable.ts';
import { REVIEWED_CHANNEL } from '../../shared/reviewed-channel.ts';
import { toastInfo } from '../../shared/ui/toast.tsx';
import { useLater } from '../../shared/use-later.ts';
import type { ChartKeys } from '../curves/chart-keys.ts';
import type { Zooms } from '../curves/zoom-sliders.tsx';
import { useWellSelection } from '../plate/use-well-selection.ts';
import { positionOfPlace, type WellSelection } from '../plate/well-selection.ts';
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

const onlyOf = ({ selected }: WellSelection): Position | null =>
  selected.size === 1 ? ([...selected][0] ?? null) : null;

/** Everything that the parts of a review share. */
export function useNewReview(of: ReviewOf): Review {
  const { run } = of;
  const scheme = useComputedColorScheme('light');
  const channel = useChannel(of);
  const { wells, byPosition } = channel;
  const isAnalysed = useCallback((position: Position) => byPosition.has(position), [byPosition]);
  const store = useWellSelection(run.plateType, isAnalysed);
  // The plate answers a key at once, curves and cards follow.
  const selection = useLater(store);
  const [tab, setTab] = useState<PanelTab>('wells');
  const [chosenPhase, setPhase] = useState<PhaseType | null>(null);
  // ANNEAL, unless the run was read in MELT alone.
  const phase = chosenPhase ?? phasesWithData(wells)[0] ?? 'ANNEAL';
  const [zooms, setZooms] = useState<Zooms>({});
  const [chosenKit, setChosenKit] = useState<Partial<Record<KitLevel, string>>>({});
  const [pointed] = useState(() => observable<Position | null>(null));
  const hovered = useLater(pointed);
  const [updatingAt, setUpdatingAt] = useState<Position | null>(null);
  const panelRef = useRef<HTMLElement>(null);
  const gridRef = useRef<HTMLDivElement>(null);
  const chartKeys = useRef<ChartKeys>(null);

  const selected = useMemo(
    () => wells.filter(({ position }) => selection.selected.has(position)),
    [wells, selection.selected],
  );
  const scope = selected.length > 0 ? selected : wells;
  const { wells: filtered, ...kits } = useMemo(() => filterByKit(scope, chosenKit), [scope, chosenKit]);
  const unresolved = useMemo(() => wells.filter(({ isUnresolved }) => isUnresolved), [wells]);
  const [only] = selected.length === 1 ? selected : [];
  // The form stays only while the same single well is selected, and does not come back with it.
  const hasLeft = useSyncExternalStore(
    store.subscribe,
    () => updatingAt !== null && updatingAt !== onlyOf(store.get()),
  );
  if (hasLeft) setUpdatingAt(null);

  const select = (positions: Iterable<Position>): void => {
    store.act({ type: 'set', wells: positions });
  };
  const goToUnresolved = (backwards: boolean): void => {
    const next = nextUnresolved(wells, { from: positionOfPlace(store.get().focus), backwards });
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
      if (run.permissions.canUpdate) setUpdatingAt(onlyOf(store.get()));
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
    ...{ scheme, unresolved, goToUnresolved, store, selection, act: store.act, select, selected, filtered },
    ...{ phase, setPhase, zooms, setZooms, pointed, hovered, hover: pointed.set, tab, setTab },
    ...{ gridRef, panelRef, chartKeys },
    choose: (level, id) => {
      setChosenKit(({ [level]: _former, ...others }) => (id === null ? others : { ...others, [level]: id }));
    },
    isUpdating: updatingAt !== null && updatingAt === only?.position,
    setUpdating: (isUpdating) => {
      setUpdatingAt(isUpdating ? onlyOf(store.get()) : null);
    },
  };
}
