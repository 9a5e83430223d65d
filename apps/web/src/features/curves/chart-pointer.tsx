import type { Position } from '@curvewell/domain';
import { useRef, useState, type PointerEvent } from 'react';

import { text } from '../../locale/text.ts';
import { MARGIN, type ChartScale } from './chart-scale.ts';
import classes from './curve-chart.module.css';
import { nearestCurve, type Curve } from './curve-series.ts';
import type { Zoom } from './zoom-sliders.tsx';

/** How near the pointer must be to a curve, px. */
const REACH = 12;
/** What moves less is a click. */
const DRAG = 4;

interface ChartPointerProps {
  readonly scale: ChartScale;
  readonly curves: readonly Curve[];
  readonly hoveredCurve: Curve | null;
  readonly onHover: (position: Position | null) => void;
  readonly onPick: (position: Position, options: { readonly toggle: boolean }) => void;
  readonly onZoom: (zoom: Zoom) => void;
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The plot as a thing to point at: hover names a curve, click selects its well, drag zooms. */
export function ChartPointer({ scale, curves, hoveredCurve, onHover, onPick, onZoom }: ChartPointerProps) {
  const [pointer, setPointer] = useState<Spot | null>(null);
  const [dragFrom, setDragFrom] = useState<Spot | null>(null);
  const plot = useRef<HTMLDivElement>(null);

  const spotOf = (event: PointerEvent): Spot => {
    const box = plot.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const near = ({ x, y }: Spot) =>
    nearestCurve(curves, {
      x: scale.fromX(x),
      y: scale.fromY(y),
      reach: REACH * scale.valuePerPixel,
    });
  const isDrag = (spot: Spot | null): boolean =>
    spot !== null && dragFrom !== null && Math.hypot(spot.x - dragFrom.x, spot.y - dragFrom.y) > DRAG;

  const onPointerUp = (event: PointerEvent): void => {
    const spot = spotOf(event);
    if (dragFrom && isDrag(spot)) {
      onZoom({
        x: [scale.fromX(Math.min(dragFrom.x, spot.x)), scale.fromX(Math.max(dragFrom.x, spot.x))],
        y: [scale.fromY(Math.max(dragFrom.y, spot.y)), scale.fromY(Math.min(dragFrom.y, spot.y))],
      });
    } else {
      const found = near(spot);
      if (found) onPick(found.curve.position, { toggle: event.ctrlKey || event.metaKey });
    }
    setDragFrom(null);
  };

  return (
    <div
      ref={plot}
      className={classes['plot']}
      style={{ left: MARGIN.left, top: MARGIN.top, width: scale.plotWidth, height: scale.plotHeight }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        plot.current?.setPointerCapture(event.pointerId);
        setDragFrom(spotOf(event));
      }}
      onPointerMove={(event) => {
        const spot = spotOf(event);
        setPointer(spot);
        if (!dragFrom) onHover(near(spot)?.curve.position ?? null);
      }}
      onPointerUp={onPointerUp}
      onPointerLeave={() => {
        setPointer(null);
        onHover(null);
      }}
      onDoubleClick={() => {
        onZoom({ x: null, y: null });
      }}
    >
      {dragFrom && pointer && isDrag(pointer) && (
        <div
          className={classes['drag']}
          style={{
            left: Math.min(dragFrom.x, pointer.x),
            top: Math.min(dragFrom.y, pointer.y),
            width: Math.abs(pointer.x - dragFrom.x),
            height: Math.abs(pointer.y - dragFrom.y),
          }}
        />
      )}
      {hoveredCurve && pointer && !dragFrom && (
        <CurveTooltip
          curve={hoveredCurve}
          spot={pointer}
          scale={scale}
          value={near(pointer)?.value ?? null}
        />
      )}
    </div>
  );
}

interface CurveTooltipProps {
  readonly curve: Curve;
  readonly spot: Spot;
  readonly scale: ChartScale;
  readonly value: number | null;
}

function CurveTooltip({ curve, spot, scale, value }: CurveTooltipProps) {
  const isRight = spot.x > scale.plotWidth / 2;
  return (
    <div
      className={classes['tooltip']}
      role="tooltip"
      style={{
        top: Math.max(0, Math.min(spot.y + 12, scale.plotHeight - 52)),
        ...(isRight ? { right: scale.plotWidth - spot.x + 12 } : { left: spot.x + 12 }),
      }}
    >
      <b>{curve.position}</b> {curve.name}
      <div>
        <b>{curve.code}</b> {curve.diagnostic}
      </div>
      <div>
        {text.curves.temperatureText(scale.fromX(spot.x))}
        {value !== null && ` · ${text.curves.value(value)}`}
      </div>
    </div>
  );
}
