import type { RunCurve } from '../../src/run-file.ts';
import type { SyntheticRun } from './synthetic-run.ts';
import { vendorDerivative } from './vendor-derivative.ts';

/** The same run with the vendor's derivative instead of the fluorescence. */
export function derivativeRun(run: SyntheticRun): SyntheticRun {
  return {
    ...run,
    curves: run.curves.map((curve): RunCurve => {
      const [first = 0, second = 0] = curve.temperature;
      return { ...curve, quantity: 'derivative', value: vendorDerivative(curve.value, second - first) };
    }),
  };
}
