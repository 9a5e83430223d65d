import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { REFERENCE_DATA } from '../test/reference-data.ts';
import { median } from './processor-time.ts';
import { acceptedPeaks, type NamedCurve, tableCurves, thinned } from './thinning.ts';

/** The spread of identical wells compared with their stated errors. */
export interface ReplicateSpread {
  readonly file: string;
  /** Mean step of the readings, °C. */
  readonly step: number;
  readonly analysed: 'on its plate' | 'each alone';
  readonly wells: number;
  /**
   * Standard deviation of Tm, and the same from the median absolute deviation, which is robust to outliers,
   * °C.
   */
  readonly spread: number;
  readonly robustSpread: number;
  /** Root mean square of the stated SE(Tm), °C. */
  readonly stated: number;
  /**
   * The spread divided by the stated error: 1 where errors are independent between wells; less where a part
   * is common to all, such as the model's misfit; more where SE(Tm) is too small or wells are not identical.
   */
  readonly ratio: number;
  /** Fraction of the Tm within 1.96 SE of the mean. */
  readonly covered: number;
}

/** 96 identical wells each. */
const FILES = ['C317.melt.hr', 'VIMCFX96_meltcurve', 'VIMiQ5_melt'] as const;
/** Thinning factors for the finest files. */
const EVERIES: Readonly<Record<string, readonly number[]>> = { 'C317.melt.hr': [1, 5, 10] };
/** Peaks this close to the median of all are the product, °C; second products are excluded. */
const NEAR = 1;

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
const rootMeanSquare = (values: readonly number[]): number => Math.sqrt(mean(values.map((one) => one * one)));

interface Stated {
  readonly tm: number;
  readonly tmError: number;
}

const MAD_TO_SD = 1.4826;

function spreadOf(peaks: readonly Stated[]): Omit<ReplicateSpread, 'file' | 'step' | 'analysed'> {
  const middle = mean(peaks.map(({ tm }) => tm));
  const spread =
    rootMeanSquare(peaks.map(({ tm }) => tm - middle)) * Math.sqrt(peaks.length / (peaks.length - 1));
  const centre = median(peaks.map(({ tm }) => tm));
  const stated = rootMeanSquare(peaks.map(({ tmError }) => tmError));
  return {
    wells: peaks.length,
    spread,
    robustSpread: MAD_TO_SD * median(peaks.map(({ tm }) => Math.abs(tm - centre))),
    stated,
    ratio: spread / stated,
    covered: mean(peaks.map(({ tm, tmError }) => (Math.abs(tm - middle) <= 1.96 * tmError ? 1 : 0))),
  };
}

/** The highest peak of each well, where it is the majority's product. */
function mainPeaks(curves: readonly NamedCurve[], isAlone: boolean): Stated[] {
  const found = isAlone ? curves.flatMap((one) => acceptedPeaks([one])) : acceptedPeaks(curves);
  const highest = found.flatMap((peaks) => {
    const [first] = peaks.toSorted((a, b) => b.height - a.height);
    return first === undefined || first.tmError === null ? [] : [{ tm: first.tm, tmError: first.tmError }];
  });
  const common = median(highest.map(({ tm }) => tm));
  return highest.filter(({ tm }) => Math.abs(tm - common) <= NEAR);
}

function spreadsOf(file: string, path: string): ReplicateSpread[] {
  const curves = tableCurves(path);
  return (EVERIES[file] ?? [1]).flatMap((every) => {
    const some = curves.map((one) => ({ ...one, curve: thinned(one.curve, every, 0) }));
    const { temperature } = some[0]?.curve ?? { temperature: new Float64Array(2) };
    const step = (Math.max(...temperature) - Math.min(...temperature)) / (temperature.length - 1);
    return [false, true].map((isAlone) => ({
      ...({ file, step, analysed: isAlone ? 'each alone' : 'on its plate' } as const),
      ...spreadOf(mainPeaks(some, isAlone)),
    }));
  });
}

export interface Replicates {
  readonly spreads: readonly ReplicateSpread[];
  /** Missing tables. */
  readonly missing: readonly string[];
}

/** The spread of replicates in the available tables. */
export function measureReplicates(): Replicates {
  const paths = FILES.map((file) => ({
    file,
    path: join(REFERENCE_DATA, 'r-melt-datasets', `${file}.converted.csv`),
  }));
  return {
    spreads: paths.filter(({ path }) => existsSync(path)).flatMap(({ file, path }) => spreadsOf(file, path)),
    missing: paths.filter(({ path }) => !existsSync(path)).map(({ file }) => file),
  };
}
