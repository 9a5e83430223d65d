import { type JudgedWell, type Peak, rejectionText } from '@curvewell/domain';
import { type PointerEvent, useState } from 'react';

import { text } from '../../../locale/text.ts';
import styles from '../kit-editor.module.css';
import type { PhasePlot } from './chart-layout.ts';
import { peaksOf } from './peak-counts.ts';

const words = text.kits.charts;
/** How near the pointer must be to a peak, px. */
const REACH = 8;
/** What moves less is no drag. */
const DRAG = 4;

interface PlotGroundProps {
  readonly plot: PhasePlot;
  readonly wells: readonly JudgedWell[];
  readonly isDrawing: boolean;
  readonly onDrag: (from: number, to: number) => void;
  readonly onReset: () => void;
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The free ground of a plot: a drag zooms or draws a zone, the pointer asks what a peak is. */
export function PlotGround({ plot, wells, isDrawing, onDrag, onReset }: PlotGroundProps) {
  const [from, setFrom] = useState<number | null>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  const spotOf = (event: PointerEvent<HTMLElement>): Spot => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left + plot.left, y: event.clientY - box.top + plot.top };
  };
  const isDrag = from !== null && spot !== null && Math.abs(spot.x - from) > DRAG;
  const near = spot && from === null ? nearestPeak(plot, wells, spot) : null;

  return (
    <div
      className={styles['ground']}
      data-drawing={isDrawing || undefined}
      style={{ left: plot.left, top: plot.top, width: plot.width, height: plot.height }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom(spotOf(event).x);
      }}
      onPointerMove={(event) => {
        setSpot(spotOf(event));
      }}
      onPointerUp={(event) => {
        const { x } = spotOf(event);
        if (from !== null && Math.abs(x - from) > DRAG) {
          onDrag(plot.fromX(Math.min(from, x)), plot.fromX(Math.max(from, x)));
        }
        setFrom(null);
      }}
      onPointerLeave={() => {
        setSpot(null);
      }}
      onDoubleClick={onReset}
    >
      {isDrag && (
        <span
          className={styles['dragged']}
          style={{ left: Math.min(from, spot.x) - plot.left, width: Math.abs(spot.x - from) }}
        />
      )}
      {near && (
        <span
          className={styles['peak-tip']}
          role="tooltip"
          style={{
            top: Math.max(0, plot.toY(near.peak.height) - plot.top - 44),
            ...(plot.toX(near.peak.tm) > plot.left + plot.width / 2
              ? { right: plot.left + plot.width - plot.toX(near.peak.tm) + 8 }
              : { left: plot.toX(near.peak.tm) - plot.left + 8 }),
          }}
        >
          <b>{near.position}</b> {words.peak(near.peak)}
          <br />
          {whyNot(near.peak)}
        </span>
      )}
    </div>
  );
}

/** Why a peak does not count; of one that does, its zone. */
const whyNot = (peak: Peak): string =>
  rejectionText(peak) ?? (peak.zone === null ? words.inNoZone : words.inZone(peak.zone));

function nearestPeak(plot: PhasePlot, wells: readonly JudgedWell[], { x, y }: Spot) {
  let nearest = null;
  let distance = REACH;
  for (const placed of peaksOf(wells, plot.phase)) {
    const away = Math.hypot(plot.toX(placed.peak.tm) - x, plot.toY(placed.peak.height) - y);
    if (away > distance) continue;
    distance = away;
    nearest = placed;
  }
  return nearest;
}
