import { platePositions, type Position, type Run } from '@curvewell/domain';
import { useCallback, useMemo, useSyncExternalStore } from 'react';

import { useLater } from '../../shared/hooks/use-later.ts';
import type { SelectionStore } from '../plate/selection/selection-store.ts';
import { useWellSelection } from '../plate/selection/use-well-selection.ts';
import type { WellSelection } from '../plate/selection/well-selection.ts';
import { inFillOrder, type FillOrder } from './fill-order.ts';

/** The wells that are chosen in step 2. */
export interface ChosenWells {
  readonly store: SelectionStore;
  /** As they are now, in reading order. Asked for by what a person does, never while rendering. */
  readonly positions: () => readonly Position[];
  /** The same in fill order. */
  readonly ordered: () => readonly Position[];
  /** As the panel shows them, in fill order: a moment after the plate. */
  readonly shown: readonly Position[];
  /** Whether the panel shows them as they are now. */
  readonly isShown: () => boolean;
}

/** The selection of step 2: as the plate has it, in fill order, and as the panel shows it. */
export function useSetupSelection(run: Run, order: FillOrder): ChosenWells {
  const { plateType, analyses } = run;
  const hasCurve = useCallback(
    (position: Position) => analyses.some(({ wells }) => wells[position] !== undefined),
    [analyses],
  );
  const store = useWellSelection(plateType, hasCurve);
  const shownSelection = usePanelSelection(store);
  const shown = useMemo(
    () => inFillOrder(shownSelection.selected, { plateType, order }),
    [shownSelection.selected, plateType, order],
  );
  return useMemo(
    () => ({
      store,
      positions: () => platePositions(plateType).filter((position) => store.get().selected.has(position)),
      ordered: () => inFillOrder(store.get().selected, { plateType, order }),
      shown,
      isShown: () => store.get().selected === shownSelection.selected,
    }),
    [store, shown, shownSelection.selected, plateType, order],
  );
}

/** The plate answers a key at once, the panel follows; a first selection opens it together with the plate. */
function usePanelSelection(store: SelectionStore): WellSelection {
  const later = useLater(store);
  const isAny = useSyncExternalStore(store.subscribe, () => store.get().selected.size > 0);
  return later.selected.size === 0 && isAny ? store.get() : later;
}
