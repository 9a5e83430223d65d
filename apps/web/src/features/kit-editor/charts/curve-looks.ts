import type { EvaluatedWell } from '@curvewell/domain';

import type { Dot, Stroke } from '../../chart/curve-canvas.tsx';
import type { PlacedPeak } from './peak-counts.ts';
import type { PhaseLines } from './phase-lines.ts';

/** How curves of different wells are drawn. */
export interface WellLooks {
  readonly toneOf: (diagnostic: string | null) => string;
  /** The highlighted wells; null highlights all. */
  readonly front: ReadonlySet<string> | null;
}

interface Drawn extends WellLooks {
  readonly wells: readonly EvaluatedWell[];
}

/** From this number on highlighted curves are thin, because wide ones would merge. */
const MANY = 13;
const BEHIND = 0.26;
const EVERY = 0.5;

/** The curves of a phase in the tone of their call, highlighted ones last. */
export function strokesOf({
  lines,
  wells,
  toneOf,
  front,
}: Drawn & { readonly lines: PhaseLines | undefined }): readonly Stroke[] {
  const strokes = (
    of: readonly EvaluatedWell[],
    look: { readonly width: number; readonly opacity: number },
  ) =>
    of.flatMap(({ position, diagnostic }) => {
      const points = lines?.lines.get(position);
      return points ? [{ points, color: toneOf(diagnostic), ...look }] : [];
    });
  const behind = wells.filter(({ position }) => front?.has(position) !== true);
  const atFront = wells.filter(({ position }) => front?.has(position) === true);
  return [
    ...strokes(behind, { width: 1, opacity: front ? BEHIND : EVERY }),
    ...strokes(atFront, { width: front && front.size < MANY ? 2.25 : 1.3, opacity: 1 }),
  ];
}

/** A dot at each candidate peak, filled if the peak counts in a zone. */
export function dotsOf({
  peaks,
  wells,
  toneOf,
  front,
}: Drawn & { readonly peaks: readonly PlacedPeak[] }): readonly Dot[] {
  const tones = new Map(wells.map(({ position, diagnostic }) => [position, toneOf(diagnostic)]));
  const areFew = front !== null && front.size < MANY;
  return peaks.map(({ position, peak }) => {
    const isFront = front?.has(position) === true;
    const counts = peak.accepted && peak.zone !== null;
    const tone = isFront ? undefined : tones.get(position);
    return {
      x: peak.tm,
      y: peak.height,
      radius: isFront && areFew ? 4 : 2.5,
      opacity: front === null || isFront ? 1 : 0.55,
      ...(counts ? { fill: tone ?? 'var(--ink)' } : { fill: 'var(--surface)', line: 'var(--ink)' }),
    };
  });
}
