import { type Peak, rejectionText } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import type { ChartScale, Range } from '../../chart/chart-scale.ts';
import { ChartTip, PlotPointer, type Spot } from '../../chart/plot-pointer.tsx';
import type { PlacedPeak } from './peak-counts.ts';

const words = text.kits.charts;
/** Maximum distance from the pointer to a peak, px. */
const REACH = 8;
/** Distance from a peak up to its label, px. */
const ABOVE = 44;

interface PhasePointerProps {
  readonly scale: ChartScale;
  readonly peaks: readonly PlacedPeak[];
  readonly isDrawing: boolean;
  readonly onDrag: (range: Range) => void;
  readonly onReset: () => void;
}

/** Pointer input on the plot background: a drag zooms or draws a zone, hovering explains a peak. */
export function PhasePointer({ scale, peaks, isDrawing, onDrag, onReset }: PhasePointerProps) {
  return (
    <PlotPointer
      scale={scale}
      marks="x"
      isDrawing={isDrawing}
      onDrag={({ x }) => onDrag(x)}
      onReset={onReset}
      tip={(spot) => {
        const near = nearestPeak(scale, peaks, spot);
        if (!near) return null;
        const { position, peak } = near;
        return (
          <ChartTip scale={scale} at={{ x: scale.toX(peak.tm), y: scale.toY(peak.height) - ABOVE }}>
            <b>{position}</b> {words.peak(peak)}
            <br />
            {whyNot(peak)}
          </ChartTip>
        );
      }}
    />
  );
}

/** Why a peak does not count, or its zone if it does. */
const whyNot = (peak: Peak): string =>
  rejectionText(peak) ?? (peak.zone === null ? words.inNoZone : words.inZone(peak.zone));

function nearestPeak({ toX, toY }: ChartScale, peaks: readonly PlacedPeak[], { x, y }: Spot) {
  let nearest = null;
  let distance = REACH;
  for (const placed of peaks) {
    const away = Math.hypot(toX(placed.peak.tm) - x, toY(placed.peak.height) - y);
    if (away > distance) continue;
    distance = away;
    nearest = placed;
  }
  return nearest;
}
