import type { PlateWell } from '@curvewell/analysis';
import type { SampleType, PhaseCurves } from '@curvewell/domain';

import { readStoredCurves, type StoredCurves } from '../../plate/index.ts';

export interface PlacedWell {
  readonly position: string;
  readonly sampleType: SampleType;
  /** Name of the diagnostic that it must show; null: none. */
  readonly expected: string | null;
}

export const phaseCurves = (stored: readonly StoredCurves[]): PhaseCurves[] =>
  stored.map((one) => ({ ...one, curves: readStoredCurves(one) }));

/** Wells with their curves as the analysis takes them, of one channel, to be called by settings on trial. */
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
