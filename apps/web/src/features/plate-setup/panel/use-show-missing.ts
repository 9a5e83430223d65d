import type { MissingItem, Position } from '@curvewell/domain';
import { useEffect, useRef, type RefObject } from 'react';

import { useStable } from '../../../shared/hooks/use-stable.ts';
import { focusField } from './well-panel.tsx';

interface ShowMissing {
  readonly panel: RefObject<HTMLElement | null>;
  /** The panel shows the wells that are selected. */
  readonly isShown: () => boolean;
  readonly onSelect: (wells: readonly Position[]) => void;
}

/** Selects the wells that lack something and focuses its field. */
export function useShowMissing({ panel, isShown, onSelect }: ShowMissing) {
  const wanted = useRef<MissingItem | null>(null);
  // After each render: the selection that is wanted always brings one, the panel's comes a moment later.
  useEffect(() => {
    if (wanted.current === null || !isShown()) return;
    focusField(panel.current, wanted.current);
    wanted.current = null;
  });

  return useStable((wells: readonly Position[], item: MissingItem): void => {
    wanted.current = item;
    onSelect(wells);
  });
}
