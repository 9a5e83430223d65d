import { itemAt } from '../../src/at.ts';
import { type Maxima, smoothedMaxima, type SmoothingSettings, standingOut } from './methods.ts';
import { mixedPlates } from './plates.ts';
import { peakFigures, peakScore } from './score.ts';
import { tuningSeeds } from './seeds.ts';
import { type Truth, truthOf } from './truth.ts';
import type { Well } from './well.ts';

const WINDOWS = [1.5, 2, 2.5, 3, 4];
const POLYNOMIALS = [2, 3];
const PARTS = [0.03, 0.05, 0.08, 0.12, 0.18];
const LEAST = [10, 15, 20, 30, 45];
const ERRORS = [0, 3, 5];

/** Every so manieth well is enough to choose by. */
const EVERY = 3;

interface Judged {
  readonly well: Well;
  readonly truth: Truth;
}

/** All settings of a search for maxima. */
const SEARCHES = PARTS.flatMap((part) =>
  LEAST.flatMap((least) => ERRORS.map((errors) => ({ part, least, errors }))),
);

/** Part of the wells whose peak set is exact. */
function exactPart(
  wells: readonly Judged[],
  maxima: readonly Maxima[],
  search: Parameters<typeof standingOut>[1],
): number {
  const scores = wells.map(({ well, truth }, i) => {
    const peaks = standingOut(itemAt(maxima, i), search).map((tm) => ({ tm, tmError: null }));
    return peakScore(well, truth, { peaks, zones: [], flags: [] });
  });
  return peakFigures(scores).exact;
}

/** The settings that find most peak sets exactly, on wells of tuning seeds. */
export function tunedSmoothing(seeds: readonly number[]): SmoothingSettings {
  const wells = tuningSeeds(seeds)
    .flatMap((seed) => mixedPlates(seed).flat())
    .filter((_, i) => i % EVERY === 0)
    .map((well) => ({ well, truth: truthOf(well) }));
  let best: SmoothingSettings = { window: 2.5, polynomial: 2, part: 0.05, least: 30, errors: 0 };
  let most = -1;
  for (const window of WINDOWS)
    for (const polynomial of POLYNOMIALS) {
      const smoothing = { window, polynomial, part: 0, least: 0, errors: 0 };
      const maxima = wells.map(({ well }) => smoothedMaxima(well, smoothing));
      for (const search of SEARCHES) {
        const exact = exactPart(wells, maxima, search);
        if (exact <= most) continue;
        most = exact;
        best = { ...smoothing, ...search };
      }
    }
  return best;
}
