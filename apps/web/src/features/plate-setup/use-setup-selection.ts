import { platePositions, type Position, type Run } from '@curvewell/domain';
import { useCallback, useMemo, useSyncExternalStore } from 'react';

import { useLaterOrNow } from '../../shared/hooks/use-later.ts';
import type { SelectionStore } from '../plate/selection/selection-store.ts';
import { useWellSelection } from '../plate/selection/use-well-selection.ts';
import type { WellSelection } from '../plate/selection/well-selection.ts';
import { inFillOrder, type FillOrder } from './fill-order.ts';

/** The selected wells of step 2. */
export interface ChosenWells {
  readonly store: SelectionStore;
  /** The current selection in reading order. For event handlers only, not during render. */
  readonly positions: () => readonly Position[];
  /** The current selection in fill order. */
  readonly ordered: () => readonly Position[];
  /** The selection as the panel shows it, in fill order: a moment behind the plate. */
  readonly shown: readonly Position[];
  /** Whether the panel shows the current selection. */
  readonly isShown: () => boolean;
  /** Lets the panel show the current selection before somebody changes wells in it. */
  readonly showNow: () => void;
}

/** The selection of step 2 for plate and panel. */
export function useSetupSelection(run: Run, order: FillOrder): ChosenWells {
  const { plateType, analyses } = run;
  const hasCurve = useCallback(
    (position: Position) => analyses.some(({ wells }) => wells[position] !== undefined),
    [analyses],
  );
  const store = useWellSelection(plateType, hasCurve);
  const [shownSelection, showNow] = usePanelSelection(store);
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
      showNow,
    }),
    [store, shown, showNow, shownSelection.selected, plateType, order],
  );
}

/** Updates the panel after the plate. Only the first selection, which opens the panel, is immediate. */
function usePanelSelection(store: SelectionStore): [WellSelection, () => void] {
  const [later, catchUp] = useLaterOrNow(store);
  const isAny = useSyncExternalStore(store.subscribe, () => store.get().selected.size > 0);
  return [later.selected.size === 0 && isAny ? store.get() : later, catchUp];
}
