import type { Series } from '../part.ts';
import type { RunCurve } from '../run-file.ts';

/** A curve with the place where it was read. */
export interface PlacedCurve extends RunCurve {
  readonly series: Series;
  readonly evenLengths: boolean;
}
