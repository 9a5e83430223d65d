import { comparePositions, placeOf, positionAt, type Position } from '@curvewell/domain';

import { text } from '../../locale/text.ts';

export interface WellRange {
  readonly first: Position;
  readonly last: Position;
}

interface Span {
  readonly top: number;
  bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Splits wells into few rectangles: adjacent wells of a row, then equal segments of adjacent rows. */
export function wellRanges(positions: Iterable<Position>): readonly WellRange[] {
  const spans: Span[] = [];
  for (const run of rowRuns(positions)) {
    const above = spans.find(
      ({ bottom, left, right }) => bottom === run.top - 1 && left === run.left && right === run.right,
    );
    if (above) above.bottom = run.top;
    else spans.push(run);
  }
  return spans.map(({ top, bottom, left, right }) => ({
    first: positionAt(top, left),
    last: positionAt(bottom, right),
  }));
}

function rowRuns(positions: Iterable<Position>): readonly Span[] {
  const runs: { top: number; bottom: number; left: number; right: number }[] = [];
  for (const position of [...new Set(positions)].sort(comparePositions)) {
    const { row, column } = placeOf(position);
    const last = runs.at(-1);
    if (last?.top === row && last.right === column - 1) last.right = column;
    else runs.push({ top: row, bottom: row, left: column, right: column });
  }
  return runs;
}

/** “H14”, “A5 and A6”, “I5 to J12”, “N4, N5, P1 and 3 more”. */
export function wellRangesText(positions: Iterable<Position>, limit = 3): string {
  const ranges = wellRanges(positions);
  const shown = ranges.slice(0, limit).map(rangeText).join(', ');
  return ranges.length > limit ? text.plate.andMore(shown, ranges.length - limit) : shown;
}

function rangeText({ first, last }: WellRange): string {
  const [from, to] = [placeOf(first), placeOf(last)];
  const steps = to.row - from.row + to.column - from.column;
  if (steps === 0) return first;
  return steps === 1 ? text.plate.pair(first, last) : text.plate.range(first, last);
}
