import { platePositions } from '@curvewell/domain';

import type { PhaseConfiguration } from '../src/configuration.ts';
import type { MeltCurve } from '../src/curve/melt-curve.ts';
import { type PlateAssay, plateAnalyse } from '../src/index.ts';
import type { BenchmarkCurve } from './mcb1.ts';
import { type PlateKind, platesOf } from './plate-kinds.ts';
import type { ReportedPeak } from './score.ts';

/** The product's defaults at an amplitude of 1000 RFU, used for every set. */
export const DEFAULT_PHASE: PhaseConfiguration = {
  phaseType: 'MELT',
  minThreshold: 30,
  slopeThreshold: 4.72,
  minQuality: 0.4,
  inversed: false,
  zones: [],
};

const POSITIONS = platePositions('RECTANGULAR_384');

export const meltCurve = ({ temperature, fluorescence }: BenchmarkCurve): MeltCurve => ({
  temperature,
  fluorescence,
  quantity: 'fluorescence',
});

/** Fills wells row by row, as in a run file. */
function plateAssay(curves: readonly BenchmarkCurve[]): PlateAssay {
  return {
    configuration: { channel: 'FAM', phases: [DEFAULT_PHASE], rules: [] },
    wells: curves.map((curve, well) => ({
      position: POSITIONS[well] ?? '',
      sampleType: 'DNA',
      expectedDiagnostic: null,
      controlGroup: '',
      phases: [{ type: 'MELT', curve: meltCurve(curve) }],
    })),
  };
}

/** The reported peaks of each curve, on plates of a kind. */
export function peaksOnPlates(
  curves: readonly BenchmarkCurve[],
  { kind, wells }: { readonly kind: PlateKind; readonly wells: number },
): ReportedPeak[][] {
  const found: ReportedPeak[][] = curves.map(() => []);
  for (const plate of platesOf(curves, { kind, wells })) {
    const [calls = []] = plateAnalyse({ assays: [plateAssay(plate.map(({ curve }) => curve))] });
    calls.forEach(({ explanation }, well) => {
      const peaks = explanation.phases.flatMap((phase) => phase.peaks).filter(({ accepted }) => accepted);
      const number = plate[well]?.number;
      if (number !== undefined) found[number] = peaks.map(({ tm, tmError }) => ({ tm, tmError }));
    });
  }
  return found;
}
