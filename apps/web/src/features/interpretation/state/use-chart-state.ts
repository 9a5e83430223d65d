import {
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react';
import { useSearchParams } from 'react-router-dom';

import { observable } from '../../../shared/hooks/observable.ts';
import type { ChartKeys } from '../../curves/chart-keys.ts';
import type { Cross } from '../../curves/cross-hair.tsx';
import type { HiddenGroups } from '../../curves/curve-legend.tsx';
import type { CurveMode } from '../../curves/curve-panel.tsx';
import { NO_ZOOMS, type Zooms } from '../../curves/zoom.ts';
import type { Overlay } from './overlay.ts';

/** What the charts show, and how. */
export interface ChartState {
  readonly zooms: Zooms;
  readonly setZooms: Dispatch<SetStateAction<Zooms>>;
  readonly mode: CurveMode;
  readonly setMode: (mode: CurveMode) => void;
  /** Results whose curves are not drawn. */
  readonly hidden: HiddenGroups;
  readonly setHidden: (hidden: HiddenGroups) => void;
  readonly cross: Cross;
  /** Curves of other runs; null: none. */
  readonly overlay: Overlay | null;
  readonly setOverlay: (overlay: Overlay | null) => void;
  readonly chartKeys: RefObject<ChartKeys | null>;
}

const NONE_HIDDEN: HiddenGroups = new Set();

export function useChartState(): ChartState {
  const [zooms, setZooms] = useState(NO_ZOOMS);
  const [mode, setMode] = useState<CurveMode>('slope');
  const [hidden, setHidden] = useState(NONE_HIDDEN);
  const [cross] = useState(() => observable<number | null>(null));
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const chartKeys = useRef<ChartKeys>(null);
  return {
    zooms,
    setZooms,
    mode,
    hidden,
    // Redrawing hundreds of curves does not block the page.
    setMode: (next) => startTransition(() => setMode(next)),
    setHidden: (next) => startTransition(() => setHidden(next)),
    cross,
    overlay,
    setOverlay,
    chartKeys,
  };
}

const PARAMETER = 'chart';
const LARGE = 'large';

/** Whether the address asks for the large chart: `?chart=large`. */
export function useLargeChart(): {
  readonly isAsked: boolean;
  readonly ask: (isLarge: boolean) => void;
} {
  const [parameters, setParameters] = useSearchParams();
  const ask = useCallback(
    (isLarge: boolean): void =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          if (isLarge) after.set(PARAMETER, LARGE);
          else after.delete(PARAMETER);
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParameters],
  );
  return { isAsked: parameters.get(PARAMETER) === LARGE, ask };
}

/** The chart takes the focus if the change of its size removed or hid the focused element. */
export function useFocusAfterResize(isLarge: boolean, chart: RefObject<ChartKeys | null>): void {
  const before = useRef(isLarge);
  useEffect(() => {
    if (before.current === isLarge) return;
    before.current = isLarge;
    const { activeElement } = document;
    const isSeen = activeElement instanceof HTMLElement && activeElement.offsetParent !== null;
    if (!isSeen) chart.current?.focus();
  }, [isLarge, chart]);
}
