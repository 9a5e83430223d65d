import type { PlateWell } from '@curvewell/analysis';
import type { SampleType, PhaseCurves } from '@curvewell/domain';

import { readStoredCurves, type StoredCurves } from '../../../curves/index.ts';

export interface PlacedWell {
  readonly position: string;
  readonly sampleType: SampleType;
  /** The expected diagnostic; null: none. */
  readonly expected: string | null;
}

export const phaseCurves = (stored: readonly StoredCurves[]): PhaseCurves[] =>
  stored.map((one) => ({ ...one, curves: readStoredCurves(one) }));

/** Wells of one channel in the format of the analysis package, to be called with draft settings. */
export const plateWells = (wells: readonly PlacedWell[], phases: readonly PhaseCurves[]): PlateWell[] =>
  wells.map(({ position, sampleType, expected }) => ({
    position,
    sampleType,
    expectedDiagnostic: expected,
    controlGroup: '',
    phases: phases.flatMap(({ phase, quantity, curves }) => {
      const curve = curves.get(position);
      return curve === undefined
        ? []
        : [{ type: phase, curve: { temperature: curve.temperature, fluorescence: curve.value, quantity } }];
    }),
  }));
