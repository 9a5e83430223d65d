import type { Series } from './part.ts';
import type { RunCurve } from './run-file.ts';

/** A curve that remembers where it was read. */
export interface PlacedCurve extends RunCurve {
  readonly series: Series;
  readonly evenLengths: boolean;
}
