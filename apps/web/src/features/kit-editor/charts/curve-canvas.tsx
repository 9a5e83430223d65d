import type { JudgedWell } from '@curvewell/domain';
import { useLayoutEffect, useRef } from 'react';

import styles from '../kit-editor.module.css';
import type { PhasePlot } from './chart-layout.ts';
import type { PlacedPeak } from './peak-counts.ts';
import type { PhaseLines } from './phase-lines.ts';

interface CurveCanvasProps {
  readonly plot: PhasePlot;
  readonly lines: PhaseLines | undefined;
  readonly wells: readonly JudgedWell[];
  readonly peaks: readonly PlacedPeak[];
  readonly toneOf: (diagnostic: string | null) => string;
  /** The wells at the front; null: all are. */
  readonly front: ReadonlySet<string> | null;
}

/** From so many on the curves at the front are one blot when they are wide. */
const MANY = 13;
const BEHIND = 0.26;
const EVERY = 0.5;

/** The curves of a phase in the tone of their call, and a dot at each candidate: filled when it counts in a zone. */
export function CurveCanvas({ plot, lines, wells, peaks, toneOf, front }: CurveCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context) return;
    const ratio = window.devicePixelRatio;
    canvas.current.width = Math.round(plot.width * ratio);
    canvas.current.height = Math.round(plot.height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const style = getComputedStyle(canvas.current);
    const ink = style.getPropertyValue('--ink');
    const surface = style.getPropertyValue('--surface');
    const toX = (x: number): number => plot.toX(x) - plot.left;
    const toY = (y: number): number => plot.toY(y) - plot.top;
    const isFront = (position: string): boolean => front?.has(position) ?? false;
    const toneAt = new Map(wells.map(({ position, diagnostic }) => [position, toneOf(diagnostic)]));

    const stroke = (position: string, width: number, alpha: number): void => {
      const points = lines?.lines.get(position)?.points ?? [];
      context.strokeStyle = toneAt.get(position) ?? ink;
      context.lineWidth = width;
      context.globalAlpha = alpha;
      context.beginPath();
      for (const [index, { x, y }] of points.entries()) {
        if (index === 0) context.moveTo(toX(x), toY(y));
        else context.lineTo(toX(x), toY(y));
      }
      context.stroke();
    };
    for (const { position } of wells) if (!isFront(position)) stroke(position, 1, front ? BEHIND : EVERY);
    const atFront = wells.filter(({ position }) => isFront(position));
    for (const { position } of atFront) stroke(position, atFront.length < MANY ? 2.25 : 1.3, 1);

    for (const { position, peak } of peaks) {
      const counts = peak.accepted && peak.zone !== null;
      context.globalAlpha = front === null || isFront(position) ? 1 : 0.55;
      context.beginPath();
      context.arc(toX(peak.tm), toY(peak.height), isFront(position) && atFront.length < MANY ? 4 : 2.5, 0, 7);
      context.fillStyle = counts ? (isFront(position) ? ink : (toneAt.get(position) ?? ink)) : surface;
      context.fill();
      if (!counts) {
        context.strokeStyle = ink;
        context.lineWidth = 1.2;
        context.stroke();
      }
    }
    context.globalAlpha = 1;
  }, [plot, lines, wells, peaks, toneOf, front]);
  return (
    <canvas
      ref={canvas}
      className={styles['curve-canvas']}
      style={{ left: plot.left, top: plot.top, width: plot.width, height: plot.height }}
    />
  );
}
