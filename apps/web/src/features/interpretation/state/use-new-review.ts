import {
  type ChannelName,
  inChannelOrder,
  type PhaseType,
  type Position,
  runCombined,
} from '@curvewell/domain';
import { useComputedColorScheme } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

import { text } from '../../../locale/text.ts';
import { observable } from '../../../shared/hooks/observable.ts';
import { REVIEWED_CHANNEL } from '../../../shared/navigation/reviewed-channel.ts';
import { toastInfo } from '../../../shared/ui/messages/toast.tsx';
import { useLater } from '../../../shared/hooks/use-later.ts';
import { useWellSelection } from '../../plate/selection/use-well-selection.ts';
import { positionOfPlace, type WellSelection } from '../../plate/selection/well-selection.ts';
import { filterByKit, type KitLevel } from './kit-filter.ts';
import { nextUnresolved } from './next-unresolved.ts';
import type { FormStart, PanelTab, Review, ReviewOf, SavedChange, Updating } from './review-context.ts';
import { reviewWells, type ReviewWell } from './review-wells.ts';
import { phasesWithData } from './shown-curves.ts';
import { useBorderReview } from './use-border-review.ts';
import { useChartState, useFocusAfterResize, useLargeChart } from './use-chart-state.ts';
import { usePlateFacts } from './use-plate-facts.ts';
import { useReviewKeys } from './use-review-keys.ts';

function useChannel({ run, interpreted }: ReviewOf) {
  const channels = useMemo(() => inChannelOrder(interpreted.map(({ channel }) => channel)), [interpreted]);
  // Remembered for the next run: users often review one channel of many runs.
  const [keptChannel, setChannel] = useSessionStorage<ChannelName | null>({
    key: REVIEWED_CHANNEL,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const channel = channels.find((name) => name === keptChannel) ?? channels[0] ?? 'FAM';
  const combined = useMemo(() => runCombined(run, interpreted), [run, interpreted]);
  const byChannel = useMemo(
    () => new Map(channels.map((name) => [name, reviewWells(run, { interpreted, channel: name, combined })])),
    [run, interpreted, channels, combined],
  );
  const wells = byChannel.get(channel) ?? NONE;
  const byPosition = useMemo(() => new Map(wells.map((review) => [review.position, review])), [wells]);
  return { channels, channel, setChannel, byChannel, wells, byPosition };
}

const onlyOf = ({ selected }: WellSelection): Position | null =>
  selected.size === 1 ? ([...selected][0] ?? null) : null;
const NONE: readonly ReviewWell[] = [];

/** Creates the state that the parts of a review share. */
export function useNewReview(of: ReviewOf): Review {
  const { run } = of;
  const scheme = useComputedColorScheme('light');
  const channel = useChannel(of);
  const { wells, byPosition } = channel;
  const isAnalysed = useCallback((position: Position) => byPosition.has(position), [byPosition]);
  const store = useWellSelection(run.plateType, isAnalysed);
  // The plate responds to keys immediately; curves and cards follow after a paint.
  const selection = useLater(store);
  const [tab, setTab] = useState<PanelTab>('wells');
  const [chosenPhase, setPhase] = useState<PhaseType | null>(null);
  // ANNEAL, unless the run has only MELT.
  const phase = chosenPhase ?? phasesWithData(wells)[0] ?? 'ANNEAL';
  const charts = useChartState();
  const large = useLargeChart();
  // Comments and export need the panel.
  const isLarge = large.isAsked && (tab === 'wells' || tab === 'plate');
  useFocusAfterResize(isLarge, charts.chartKeys);
  const [chosenKit, setChosenKit] = useState<Partial<Record<KitLevel, string>>>({});
  const [pointed] = useState(() => observable<Position | null>(null));
  const hovered = useLater(pointed);
  const [updating, setUpdating] = useState<Updating | null>(null);
  const [saved, setSaved] = useState<SavedChange | null>(null);
  const panelRef = useRef<HTMLElement>(null);
  const gridRef = useRef<HTMLDivElement>(null);

  const selected = useMemo(
    () => wells.filter(({ position }) => selection.selected.has(position)),
    [wells, selection.selected],
  );
  const scope = selected.length > 0 ? selected : wells;
  const { wells: filtered, ...kits } = useMemo(() => filterByKit(scope, chosenKit), [scope, chosenKit]);
  const allWells = useMemo(() => [...channel.byChannel.values()].flat(), [channel.byChannel]);
  const unresolved = useMemo(() => allWells.filter((well) => well.unresolved !== null), [allWells]);
  const [only] = selected.length === 1 ? selected : [];
  // The form closes when the selection changes, and stays closed if the well is selected again.
  const hasLeft = useSyncExternalStore(
    store.subscribe,
    () => updating !== null && updating.position !== onlyOf(store.get()),
  );
  if (hasLeft) setUpdating(null);

  const select = (positions: Iterable<Position>): void => store.act({ type: 'set', wells: positions });
  const goTo = ({ interpreted: { channel: wanted }, position }: ReviewWell): void => {
    if (wanted !== channel.channel) {
      flushSync(() => channel.setChannel(wanted));
    }
    setTab('wells');
    select([position]);
  };
  const goToUnresolved = (backwards: boolean): void => {
    const { channels, channel: shown } = channel;
    const from = { channel: shown, position: positionOfPlace(store.get().focus) };
    const next = nextUnresolved(unresolved, { channels, from, backwards });
    if (!next) return;
    const { channel: reached } = next.well.interpreted;
    if (next.isWrapped) toastInfo(text.interpretation.startOfPlate);
    else if (reached !== shown) {
      const count = unresolved.filter(({ interpreted }) => interpreted.channel === reached).length;
      toastInfo(text.interpretation.unresolvedIn(reached, count));
    }
    goTo(next.well);
  };
  const border = useBorderReview({
    run,
    isArchived: of.isArchived,
    wells: allWells,
    onWell: goTo,
    alone: tab === 'wells' ? (only ?? null) : null,
  });
  const plate = usePlateFacts(of, allWells);
  const update = (start: FormStart = {}, review?: ReviewWell): void => {
    if (review) flushSync(() => goTo(review));
    const position = review?.position ?? onlyOf(store.get());
    if (position === null || !run.permissions.canUpdate) return;
    setTab('wells');
    setUpdating({
      ...start,
      position,
      fromPlate: gridRef.current?.contains(document.activeElement) === true,
    });
  };
  const toggleLarge = (): void => {
    if (!isLarge && tab !== 'plate') setTab('wells');
    // In the small chart the pointer neither moves nor removes it.
    charts.cross.set(null);
    large.ask(!isLarge);
  };
  const keys = useReviewKeys({
    channels: channel.channels,
    onChannel: channel.setChannel,
    onPhase: () => setPhase(phase === 'ANNEAL' ? 'MELT' : 'ANNEAL'),
    onTab: setTab,
    onLarge: toggleLarge,
    onUpdate: () => update(),
    onUnresolved: goToUnresolved,
    onBorder: border.go,
    onEscape: plate.hide,
    isSettled: () => selection === store.get(),
    panel: panelRef,
    grid: gridRef,
    chart: charts.chartKeys,
  });

  return {
    ...of,
    ...channel,
    ...kits,
    ...keys,
    ...plate,
    ...charts,
    isLarge,
    toggleLarge,
    scheme,
    unresolved,
    goToUnresolved,
    border,
    store,
    selection,
    act: store.act,
    select,
    selected,
    filtered,
    phase,
    setPhase,
    pointed,
    hovered,
    hover: pointed.set,
    tab,
    setTab,
    gridRef,
    panelRef,
    choose: (level, id) =>
      setChosenKit(({ [level]: _previous, ...others }) =>
        id === null ? others : { ...others, [level]: id },
      ),
    updating: updating?.position === only?.position ? updating : null,
    update,
    saved,
    setSaved,
    closeUpdate: () => setUpdating(null),
  };
}
