import type { Position } from '@curvewell/domain';
import type { ComponentProps } from 'react';

import { text } from '../../locale/text.ts';
import type { ChartScale } from '../chart/chart-scale.ts';
import { ChartTip, PlotPointer, type Spot } from '../chart/plot-pointer.tsx';
import { nearestCurve, type Curve } from './curve-series.ts';
import { NO_ZOOM, type Zoom } from './zoom.ts';

/** Maximum distance from the pointer to a curve, px. */
const REACH = 12;

interface ChartPointerProps {
  readonly scale: ChartScale;
  readonly curves: readonly Curve[];
  readonly hoveredCurve: Curve | null;
  readonly onHover: (position: Position | null) => void;
  readonly onPick: (position: Position, options: { readonly toggle: boolean }) => void;
  readonly onZoom: (zoom: Zoom) => void;
  /** The temperature under the pointer, °C; null outside the plot. */
  readonly onCross?: ((temperature: number | null) => void) | undefined;
  readonly onWheel?: ComponentProps<typeof PlotPointer>['onWheel'];
}

/** Hover labels a curve and moves the cross-hair, a click selects a well, a drag and the wheel zoom. */
export function ChartPointer({ scale, curves, hoveredCurve, ...on }: ChartPointerProps) {
  const { onHover, onPick, onZoom, onCross, onWheel } = on;
  const { fromX, fromY } = scale;
  const near = ({ x, y }: Spot) =>
    nearestCurve(curves, { x: fromX(x), y: fromY(y), reach: fromY(0) - fromY(REACH) });
  return (
    <PlotPointer
      scale={scale}
      marks="plane"
      {...(onWheel && { onWheel })}
      onMove={(spot) => {
        onCross?.(spot && fromX(spot.x));
        onHover(spot && (near(spot)?.curve.position ?? null));
      }}
      onClick={(spot, event) => {
        const found = near(spot);
        if (found) onPick(found.curve.position, { toggle: event.ctrlKey || event.metaKey });
      }}
      onDrag={onZoom}
      onReset={() => onZoom(NO_ZOOM)}
      tip={(spot) => {
        if (!hoveredCurve) return null;
        const { position, name, look } = hoveredCurve;
        const value = near(spot)?.value ?? null;
        return (
          <ChartTip scale={scale} at={{ x: spot.x, y: spot.y + 12 }}>
            <b>{position}</b> {name}
            <div>
              <b>{look.code}</b> {look.name}
            </div>
            <div>
              {text.curves.temperatureText(fromX(spot.x))}
              {value !== null && ` · ${text.curves.value(value)}`}
            </div>
          </ChartTip>
        );
      }}
    />
  );
}
