import type { MissingItem, Position } from '@curvewell/domain';
import { useEffect, useRef, type RefObject } from 'react';

import { useStable } from '../../../shared/hooks/use-stable.ts';
import { focusField } from './well-panel.tsx';

interface ShowMissing {
  readonly panel: RefObject<HTMLElement | null>;
  /** Whether the panel already shows the selected wells. */
  readonly isShown: () => boolean;
  readonly onSelect: (wells: readonly Position[]) => void;
}

/** Selects the wells with a missing field and focuses that field. */
export function useShowMissing({ panel, isShown, onSelect }: ShowMissing) {
  const wanted = useRef<MissingItem | null>(null);
  // Runs after every render: the panel follows the selection a moment later.
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
