import type { PlateWell } from '@curvewell/analysis';
import type { SampleType, PhaseCurves } from '@curvewell/domain';

import { unpackCurves, type CurvePack } from '../../plate/index.ts';

/** The curves of one channel and phase as they are stored. */
export type PackedCurves = CurvePack & Omit<PhaseCurves, 'curves'>;

export interface PlacedWell {
  readonly position: string;
  readonly sampleType: SampleType;
  /** Name of the diagnostic that it must show; null: none. */
  readonly expected: string | null;
}

export const phaseCurves = (packs: readonly PackedCurves[]): PhaseCurves[] =>
  packs.map((pack) => ({ ...pack, curves: unpackCurves(pack, 'float64') }));

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
