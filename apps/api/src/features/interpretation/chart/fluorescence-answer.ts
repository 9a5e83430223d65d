import type { Fluorescence } from '@curvewell/contracts';
import { compensatedCurves, packPoints, type ChannelName, type DyeCompensation } from '@curvewell/domain';

import type { StoredCurves } from '../../../curves/index.ts';
import { phaseCurves } from './plate-wells.ts';

/** The stored input: the curves of one channel or, with a compensation, of all. */
export interface StoredFluorescence {
  readonly channel: ChannelName;
  readonly curves: readonly StoredCurves[];
  readonly compensation: DyeCompensation | undefined;
}

/**
 * JSON of the fluorescence of a channel, after the compensation that the interpretation used. Runs in a worker,
 * because unpacking 384 wells takes tens of milliseconds.
 *
 * @throws DamagedCurves
 */
export function fluorescenceAnswer({ channel, curves, compensation }: StoredFluorescence): string {
  const answer: Fluorescence = compensatedCurves(phaseCurves(curves), compensation)
    .filter((one) => one.channel === channel && one.quantity === 'fluorescence')
    .toSorted((first, second) => first.phase.localeCompare(second.phase))
    .map(({ phase, curves: wells }) => ({
      phase,
      wells: Array.from(wells, ([position, curve]) => ({ position, chartPoints: packPoints(curve) })),
    }));
  return JSON.stringify(answer);
}
