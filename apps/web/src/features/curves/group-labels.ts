import type { ChartScale, Point } from '../chart/chart-scale.ts';
import type { DrawnGroup } from './curve-groups.ts';
import { highestPoint } from './curve-series.ts';

/** The code and count of a group in the plot, px. */
export interface GroupLabel {
  readonly group: DrawnGroup;
  readonly left: number;
  readonly top: number;
}

/** px */
export const LABEL = { height: 18, code: 20, digit: 7.5, gap: 3 } as const;
/** Between the highest point and its label, px. */
const ABOVE = 5;
/** Above the lower edge, for groups without a peak, px. */
const ABOVE_BASE = 8;

/** Room for the code, the count and a margin, px. */
export const labelWidth = ({ curves }: Pick<DrawnGroup, 'curves'>): number =>
  LABEL.code + LABEL.gap + LABEL.digit * String(curves.length).length + 5;

/**
 * One label for each group in view: at the highest point of its lines or its median or, without a peak that counts, at the
 * right end above the base line. Labels that would touch are moved below each other.
 */
export function groupLabels(groups: readonly DrawnGroup[], scale: ChartScale): readonly GroupLabel[] {
  const seen = groups.flatMap((group) => {
    // A small group has no line at its median.
    const lines = group.summary === null ? group.curves.map(({ points }) => points) : [group.median];
    const highest = lines
      .flatMap((points) => highestPoint(points, scale.shown) ?? [])
      .reduce<Point | null>((most, point) => (most === null || point.y > most.y ? point : most), null);
    return highest ? [{ group, x: scale.toX(highest.x), y: scale.toY(highest.y) }] : [];
  });
  const hasPeak = ({ group }: { readonly group: DrawnGroup }): boolean =>
    group.curves.some(({ peaks }) => peaks.some(({ accepted }) => accepted));
  const placed: GroupLabel[] = [];
  let right = scale.plotWidth - 2;
  for (const { group } of seen.filter((one) => !hasPeak(one))) {
    const left = right - labelWidth(group);
    placed.push({ group, left, top: scale.plotHeight - LABEL.height - ABOVE_BASE });
    right = left - LABEL.gap;
  }
  for (const { group, x, y } of seen.filter(hasPeak).sort((first, second) => first.y - second.y)) {
    const width = labelWidth(group);
    const left = Math.max(0, Math.min(scale.plotWidth - width, x - LABEL.code / 2));
    const beside = placed.filter(
      (other) => left < other.left + labelWidth(other.group) && other.left < left + width,
    );
    placed.push({ group, left, top: freeTop(y - ABOVE - LABEL.height, beside) });
  }
  return placed;
}

/** The wanted place, or the next one below that touches no other label. */
function freeTop(wanted: number, beside: readonly GroupLabel[]): number {
  let top = Math.max(0, wanted);
  for (const other of beside.toSorted((first, second) => first.top - second.top))
    if (top < other.top + LABEL.height && other.top < top + LABEL.height) top = other.top + LABEL.height + 1;
  return top;
}
