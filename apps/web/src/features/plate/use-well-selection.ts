import type { PlateType, Position } from '@curvewell/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router-dom';

import {
  NOTHING_SELECTED,
  wellSelectionReduce,
  type SelectionAction,
  type WellSelection,
} from './well-selection.ts';
import { wellsFromAddress, wellsToAddress } from './wells-in-address.ts';

/** After how long a selection that stands still is written into the address. */
const SETTLE_MS = 300;

/** The selection on a plate. It begins as the address says, and the address follows it: `?wells=A1-A12,H7`. */
export function useWellSelection(
  plateType: PlateType,
  isSelectable: (position: Position) => boolean,
): readonly [WellSelection, (action: SelectionAction) => void] {
  const [parameters, setParameters] = useSearchParams();
  const [state, setState] = useState<WellSelection>(() =>
    wellSelectionReduce(
      { plateType, isSelectable },
      {
        state: NOTHING_SELECTED,
        action: { type: 'set', wells: wellsFromAddress(parameters.get('wells'), plateType) },
      },
    ),
  );
  const act = useCallback(
    (action: SelectionAction) => {
      setState((before) => wellSelectionReduce({ plateType, isSelectable }, { state: before, action }));
    },
    [plateType, isSelectable],
  );

  const write = useRef(setParameters);
  useEffect(() => {
    write.current = setParameters;
  });
  const address = wellsToAddress(state.selected);
  const isWritten = (parameters.get('wells') ?? '') === address;
  // Writing would take the place of a navigation that still loads its screen.
  const isLeaving = useNavigation().state !== 'idle';
  useEffect(() => {
    if (isWritten || isLeaving) return undefined;
    const timer = setTimeout(() => {
      write.current(
        (before) => {
          const after = new URLSearchParams(before);
          if (address === '') after.delete('wells');
          else after.set('wells', address);
          return after;
        },
        { replace: true, preventScrollReset: true },
      );
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [address, isWritten, isLeaving]);

  return [state, act];
}
