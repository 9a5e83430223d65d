import type { ControlMeasure, PhaseType } from '@curvewell/domain';

/** A peak of a reading, as `control_peaks_of` of the migration has it: Tm in °C, height in RFU/°C, quality from 0 to 1. */
export type PointPeak = readonly [
  phase: PhaseType,
  zone: string | null,
  tm: number,
  height: number,
  quality: number,
  counted: boolean,
];

/** A zone of a control. */
export interface Place {
  readonly phase: PhaseType;
  readonly zone: string;
}

const MEASURED_AT = { tm: 2, height: 3, quality: 4 } as const satisfies Record<ControlMeasure, number>;

/** The measured value of the highest counted peak in a zone; null: there is none. */
export function valueIn(peaks: readonly PointPeak[], place: Place, measure: ControlMeasure): number | null {
  let highest: PointPeak | null = null;
  for (const peak of peaks) {
    const [phase, zone, , height, , counted] = peak;
    if (
      counted &&
      phase === place.phase &&
      zone === place.zone &&
      !(highest !== null && highest[3] >= height)
    )
      highest = peak;
  }
  return highest === null ? null : highest[MEASURED_AT[measure]];
}

/** The zones in which counted peaks of a reading lie, each once. */
export function placesIn(peaks: readonly PointPeak[]): Place[] {
  const places = new Map<string, Place>();
  for (const [phase, zone, , , , counted] of peaks)
    if (counted && zone !== null) places.set(`${phase} ${zone}`, { phase, zone });
  return [...places.values()];
}
