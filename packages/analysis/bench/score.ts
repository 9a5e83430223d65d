import type { BenchmarkCurve, TrueTransition } from './mcb1.ts';

export interface ReportedPeak {
  readonly tm: number;
  readonly tmError: number | null;
}

/** A curve with its reported peaks. */
export interface ScoredCurve {
  readonly curve: BenchmarkCurve;
  /** Reported minus true Tm for each true transition; null: not found. */
  readonly errors: readonly (number | null)[];
  /**
   * Errors divided by the reported standard errors; excludes two products reported as one, and one reported
   * as two.
   */
  readonly standardised: readonly number[];
  readonly falsePeaks: number;
}

export interface Score {
  readonly curves: number;
  /** Fraction of the true transitions found. */
  readonly recall: number;
  readonly bias: number;
  readonly rmse: number;
  readonly p95: number;
  readonly falsePerCurve: number;
  /** Fraction of the curves with all true transitions and nothing else reported. */
  readonly exact: number;
  /** Fraction of the errors within 1.96 reported standard errors. */
  readonly covered: number;
}

/** Maximum distance of a reported from a true peak, °C. */
const toleranceOf = ({ condition: { separation } }: BenchmarkCurve): number =>
  separation === undefined ? 1 : Math.min(1, separation / 2);

/** Assigns to each true transition, largest first, the nearest remaining peak. */
export function curveScore(curve: BenchmarkCurve, reported: readonly ReportedPeak[]): ScoredCurve {
  const tolerance = toleranceOf(curve) + 1e-9;
  const left = [...reported].sort((a, b) => a.tm - b.tm);
  const errors: (number | null)[] = [];
  const standardised: number[] = [];
  const bySize = [...curve.truth].sort((a: TrueTransition, b: TrueTransition) => b.area - a.area);
  for (const { tm } of bySize) {
    let nearest = -1;
    left.forEach((peak, index) => {
      const distance = Math.abs(peak.tm - tm);
      const best = left[nearest];
      if (distance <= tolerance && (best === undefined || distance < Math.abs(best.tm - tm))) nearest = index;
    });
    const [found] = nearest < 0 ? [] : left.splice(nearest, 1);
    errors.push(found === undefined ? null : found.tm - tm);
    if (found !== undefined && found.tmError !== null) standardised.push((found.tm - tm) / found.tmError);
  }
  const isExact = left.length === 0 && !errors.includes(null);
  return { curve, errors, standardised: isExact ? standardised : [], falsePeaks: left.length };
}

const part = (count: number, of: number): number => (of === 0 ? Number.NaN : count / of);

export function scoreOf(scored: readonly ScoredCurve[]): Score {
  const all = scored.flatMap(({ errors }) => errors);
  const found = all.filter((error) => error !== null);
  const standardised = scored.flatMap((one) => one.standardised);
  const sizes = found.map(Math.abs).sort((a, b) => a - b);
  const isExact = ({ errors, falsePeaks }: ScoredCurve): boolean =>
    falsePeaks === 0 && !errors.includes(null);
  return {
    curves: scored.length,
    recall: part(found.length, all.length),
    bias: part(
      found.reduce((sum, error) => sum + error, 0),
      found.length,
    ),
    rmse: Math.sqrt(
      part(
        found.reduce((sum, error) => sum + error * error, 0),
        found.length,
      ),
    ),
    p95: sizes[Math.floor(0.95 * (sizes.length - 1))] ?? Number.NaN,
    falsePerCurve: part(
      scored.reduce((sum, { falsePeaks }) => sum + falsePeaks, 0),
      scored.length,
    ),
    exact: part(scored.filter(isExact).length, scored.length),
    covered: part(standardised.filter((z) => Math.abs(z) <= 1.96).length, standardised.length),
  };
}
