import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';

import { type ChartScale, type Domain, plotPlace } from './chart-scale.ts';
import classes from './chart.module.css';

/** A point of the plot, px. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A shorter movement is a click, px. */
const DRAG = 4;

interface PlotPointerProps {
  readonly scale: ChartScale;
  /** Whether a drag marks a rectangle, or a range of x at full height. */
  readonly marks: 'plane' | 'x';
  /** The next drag draws something new. */
  readonly isDrawing?: boolean;
  /** Null when the pointer leaves the plot. Not called during a drag. */
  readonly onMove?: (spot: Spot | null) => void;
  readonly onClick?: (spot: Spot, event: PointerEvent) => void;
  readonly onDrag: (marked: Domain) => void;
  readonly onReset: () => void;
  /** The wheel turned; above 0 towards the user. Without it the page scrolls. */
  readonly onWheel?: (spot: Spot, turned: { readonly by: number; readonly isShift: boolean }) => void;
  /** The tooltip at a point, while not dragging. */
  readonly tip: (spot: Spot) => ReactNode;
}

/** Handles hover, click and drag over the plot. A double click resets the zoom. */
export function PlotPointer(props: PlotPointerProps) {
  const { scale, marks, isDrawing = false, onMove, onClick, onDrag, onReset, tip } = props;
  const [spot, setSpot] = useState<Spot | null>(null);
  const [from, setFrom] = useState<Spot | null>(null);
  const plot = useWheel(props.onWheel);
  const dragged = from && spot && draggedBox(scale, marks, [from, spot]);

  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    // The other buttons open menus.
    if (event.button !== 0) return;
    const at = spotOf(event);
    const box = from && draggedBox(scale, marks, [from, at]);
    setFrom(null);
    if (box)
      onDrag({
        x: [scale.fromX(box.left), scale.fromX(box.left + box.width)],
        y: [scale.fromY(box.top + box.height), scale.fromY(box.top)],
      });
    else onClick?.(at, event);
  };

  return (
    <div
      ref={plot}
      className={classes['pointer']}
      data-drawing={isDrawing || undefined}
      style={plotPlace(scale)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom(spotOf(event));
      }}
      onPointerMove={(event) => {
        const at = spotOf(event);
        setSpot(at);
        if (!from) onMove?.(at);
      }}
      onPointerUp={onPointerUp}
      onPointerLeave={() => {
        setSpot(null);
        onMove?.(null);
      }}
      onDoubleClick={onReset}
    >
      {dragged && <div className={classes['drag']} style={dragged} />}
      {spot && !from && tip(spot)}
    </div>
  );
}

function spotOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Spot {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** React's own listeners are passive and cannot keep the page from scrolling. */
function useWheel(onWheel: PlotPointerProps['onWheel']) {
  const plot = useRef<HTMLDivElement>(null);
  const turn = useRef(onWheel);
  useEffect(() => {
    turn.current = onWheel;
  });
  const isWanted = onWheel !== undefined;
  useEffect(() => {
    const element = plot.current;
    if (!element || !isWanted) return undefined;
    const listener = (event: WheelEvent): void => {
      // Ctrl and the wheel zoom the page.
      if (event.ctrlKey) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      // With Shift, some systems turn the wheel sideways.
      const by = event.deltaY === 0 ? event.deltaX : event.deltaY;
      turn.current?.({ x: event.clientX - left, y: event.clientY - top }, { by, isShift: event.shiftKey });
    };
    element.addEventListener('wheel', listener, { passive: false });
    return () => element.removeEventListener('wheel', listener);
  }, [isWanted]);
  return plot;
}

/** The area marked by a drag; null if it was a click. */
function draggedBox({ plotHeight }: ChartScale, marks: 'plane' | 'x', [from, to]: readonly [Spot, Spot]) {
  const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const left = Math.min(from.x, to.x);
  if (marks === 'x') return width > DRAG ? { left, width, top: 0, height: plotHeight } : null;
  return Math.hypot(width, height) > DRAG ? { left, width, top: Math.min(from.y, to.y), height } : null;
}

/** From the pointer to its label, px. */
const BESIDE = 12;
/** Height of a three-line tooltip, to keep it inside the plot, px. */
const TIP_HEIGHT = 52;

interface ChartTipProps {
  readonly scale: ChartScale;
  readonly at: Spot;
  readonly children: ReactNode;
}

/** A tooltip on whichever side of the point has room. */
export function ChartTip({ scale: { plotWidth, plotHeight }, at: { x, y }, children }: ChartTipProps) {
  return (
    <div
      className={classes['tip']}
      role="tooltip"
      style={{
        top: Math.max(0, Math.min(y, plotHeight - TIP_HEIGHT)),
        ...(x > plotWidth / 2 ? { right: plotWidth - x + BESIDE } : { left: x + BESIDE }),
      }}
    >
      {children}
    </div>
  );
}
