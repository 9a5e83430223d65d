import type { PlateType, Position } from '@curvewell/domain';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router-dom';

import { useLater } from '../../../shared/hooks/use-later.ts';
import { selectionStore, type SelectionStore } from './selection-store.ts';
import { wellsFromAddress, wellsToAddress } from './wells-in-address.ts';

/** Delay before a selection is written to the address, ms. */
const SETTLE_MS = 300;

/**
 * The selection on a plate, read from the address and written back to it: `?wells=A1-A12,H7`. A link to other
 * wells of the same plate, such as a sample found in “Go to”, selects them.
 */
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
  useLayoutEffect(() => store.allow(isSelectable), [store, isSelectable]);
  useWellsInAddress(store, plateType);
  return store;
}

function useWellsInAddress(store: SelectionStore, plateType: PlateType): void {
  const [parameters, setParameters] = useSearchParams();
  const linked = parameters.get('wells');
  /** As read or written here; anything else comes from a link. */
  const known = useRef(linked);
  useEffect(() => {
    if (linked === null || linked === known.current) return;
    known.current = linked;
    store.act({ type: 'set', wells: wellsFromAddress(linked, plateType) });
  }, [linked, store, plateType]);
  const write = useRef(setParameters);
  useEffect(() => {
    write.current = setParameters;
  });
  const address = wellsToAddress(useLater(store).selected);
  const isWritten = (linked ?? '') === address;
  // Writing would cancel a navigation whose screen is still loading.
  const isLeaving = useNavigation().state !== 'idle';
  useEffect(() => {
    if (isWritten || isLeaving) return undefined;
    const timer = setTimeout(() => {
      // A link has been followed, and the page is still to be rendered for it.
      if (wellsToAddress(store.get().selected) !== address) return;
      // The current address, because the rendered one may be older than a click.
      const after = new URLSearchParams(window.location.search);
      known.current = address;
      if (address === '') after.delete('wells');
      else after.set('wells', address);
      write.current(after, { replace: true, preventScrollReset: true });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [address, isWritten, isLeaving, store]);
}
