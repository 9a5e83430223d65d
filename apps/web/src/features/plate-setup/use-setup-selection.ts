import { platePositions, type Position, type Run } from '@curvewell/contracts';
import { useCallback, useDeferredValue, useMemo } from 'react';

import { useWellSelection } from '../plate/use-well-selection.ts';
import type { SelectionAction, WellSelection } from '../plate/well-selection.ts';
import { inFillOrder, type FillOrder } from './fill-order.ts';

/** The wells that are chosen in step 2. */
export interface ChosenWells {
  readonly selection: WellSelection;
  readonly select: (action: SelectionAction) => void;
  readonly positions: readonly Position[];
  /** In fill order. */
  readonly ordered: readonly Position[];
  /** The same as the panel shows them: a moment later. */
  readonly shown: readonly Position[];
}

/** The selection of step 2: as the plate has it, in fill order, and as the panel shows it. */
export function useSetupSelection(run: Run, order: FillOrder): ChosenWells {
  const hasCurve = useCallback(
    (position: Position) => run.analyses.some(({ wells }) => wells[position] !== undefined),
    [run.analyses],
  );
  const [selection, select] = useWellSelection(run.plateType, hasCurve);
  const positions = useMemo(
    () => platePositions(run.plateType).filter((position) => selection.selected.has(position)),
    [run.plateType, selection.selected],
  );
  const ordered = useMemo(
    () => inFillOrder(positions, { plateType: run.plateType, order }),
    [positions, run.plateType, order],
  );
  // The plate answers a key at once, the panel follows; a first selection opens it together with the plate.
  const later = useDeferredValue(ordered);
  const shown = later.length === 0 ? ordered : later;
  return { selection, select, positions, ordered, shown };
}
