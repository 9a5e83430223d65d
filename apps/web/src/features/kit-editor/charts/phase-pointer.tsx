import { type Peak, rejectionText } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import type { ChartScale, Range } from '../../chart/chart-scale.ts';
import { ChartTip, PlotPointer, type Spot } from '../../chart/plot-pointer.tsx';
import type { PlacedPeak } from './peak-counts.ts';

const words = text.kits.charts;
/** How near the pointer must be to a peak, px. */
const REACH = 8;
/** From a peak up to its label, px. */
const ABOVE = 44;

interface PhasePointerProps {
  readonly scale: ChartScale;
  readonly peaks: readonly PlacedPeak[];
  readonly isDrawing: boolean;
  readonly onDrag: (range: Range) => void;
  readonly onReset: () => void;
}

/** The free ground of a plot: a drag zooms or draws a zone, the pointer asks what a peak is. */
export function PhasePointer({ scale, peaks, isDrawing, onDrag, onReset }: PhasePointerProps) {
  return (
    <PlotPointer
      scale={scale}
      marks="x"
      isDrawing={isDrawing}
      onDrag={({ x }) => {
        onDrag(x);
      }}
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

/** Why a peak does not count; of one that does, its zone. */
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
