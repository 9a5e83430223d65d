import type { ConstantPhaseInfo } from '@curvewell/domain';

import type { ChartScale, Point } from '../chart/chart-scale.ts';
import type { DrawnGroup } from './curve-groups.ts';

/** Where the words of the threshold begin or end, px of the plot; `y` is their base line. */
interface ThresholdPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end';
}

/** px */
const LETTER = 6.2;
const HEIGHT = 11;
const EDGE = 4;
const GAP = { above: 5, below: 13 } as const;

interface PlaceOf {
  readonly phase: ConstantPhaseInfo;
  readonly groups: readonly DrawnGroup[];
  readonly scale: ChartScale;
  readonly words: string;
}

/**
 * At the end of the line with more room beside the zones, above it. If curves pass there, the other end or below the line,
 * where the fewest pass. Null: the threshold is not in view.
 */
export function thresholdPlace({ phase, groups, scale, words }: PlaceOf): ThresholdPlace | null {
  const at = scale.toY(phase.threshold);
  if (at < HEIGHT + 1 || at > scale.plotHeight) return null;
  const width = words.length * LETTER;
  const anchors = hasRoomBefore(phase, scale) ? (['start', 'end'] as const) : (['end', 'start'] as const);
  const places = (['above', 'below'] as const).flatMap((side) =>
    anchors.map((anchor) => ({
      anchor,
      x: anchor === 'start' ? EDGE : scale.plotWidth - EDGE,
      y: side === 'above' ? at - GAP.above : at + GAP.below,
    })),
  );
  const lines = groups.flatMap(({ summary, curves, median }) =>
    summary === null ? curves.map(({ points }) => points) : [median],
  );
  const passing = (place: ThresholdPlace): number => {
    const left = place.anchor === 'start' ? place.x : place.x - width;
    const box = { left, right: left + width, top: place.y - HEIGHT, bottom: place.y + 1 };
    if (box.bottom > scale.plotHeight) return Infinity;
    return lines.filter((points) => passes(points, box, scale)).length;
  };
  return places.reduce((best, place) => (passing(place) < passing(best) ? place : best));
}

function hasRoomBefore({ constantZoneInfos: zones }: ConstantPhaseInfo, { shown }: ChartScale): boolean {
  const [from, to] = shown.x;
  const before = Math.min(to, ...zones.map(({ minTemp }) => minTemp)) - from;
  const after = to - Math.max(from, ...zones.map(({ maxTemp }) => maxTemp));
  return before > after;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const passes = (points: readonly Point[], { left, right, top, bottom }: Box, scale: ChartScale): boolean =>
  points.some(({ x, y }) => {
    const [atX, atY] = [scale.toX(x), scale.toY(y)];
    return atX >= left && atX <= right && atY >= top && atY <= bottom;
  });
