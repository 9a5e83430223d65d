import type { PlateType, Position } from '@curvewell/domain';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router-dom';

import { useLater } from '../../../shared/hooks/use-later.ts';
import { selectionStore, type SelectionStore } from './selection-store.ts';
import { wellsFromAddress, wellsToAddress } from './wells-in-address.ts';

/** Delay before a selection is written to the address, ms. */
const SETTLE_MS = 300;

/** The selection on a plate, initialised from the address and written back to it: `?wells=A1-A12,H7`. */
export function useWellSelection(
  plateType: PlateType,
  isSelectable: (position: Position) => boolean,
): SelectionStore {
  const [parameters] = useSearchParams();
  const [store] = useState(() =>
    selectionStore({
      plateType,
      isSelectable,
      wells: wellsFromAddress(parameters.get('wells'), plateType),
    }),
  );
  useLayoutEffect(() => {
    store.allow(isSelectable);
  }, [store, isSelectable]);
  useWellsInAddress(store);
  return store;
}

function useWellsInAddress(store: SelectionStore): void {
  const [parameters, setParameters] = useSearchParams();
  const write = useRef(setParameters);
  useEffect(() => {
    write.current = setParameters;
  });
  const address = wellsToAddress(useLater(store).selected);
  const isWritten = (parameters.get('wells') ?? '') === address;
  // Writing would cancel a navigation whose screen is still loading.
  const isLeaving = useNavigation().state !== 'idle';
  useEffect(() => {
    if (isWritten || isLeaving) return undefined;
    const timer = setTimeout(() => {
      // The current address, because the rendered one may be older than a click.
      const after = new URLSearchParams(window.location.search);
      if (address === '') after.delete('wells');
      else after.set('wells', address);
      write.current(after, { replace: true, preventScrollReset: true });
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [address, isWritten, isLeaving]);
}
