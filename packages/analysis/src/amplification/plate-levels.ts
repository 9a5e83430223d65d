import type { AmplificationMethod } from '@curvewell/domain';

import { at } from '../at.ts';
import { CQ } from './cq-settings.ts';
import { type AmplificationReadings, findCq, type FoundCq, medianOf, noiseOf } from './find-cq.ts';

/**
 * What the curves of a channel on a plate have in common, in the instrument's unit. Null: too few curves are
 * conclusive.
 */
interface PlateLevels {
  /** The rise of a product, from baseline to end. */
  readonly rise: number | null;
  /** The end of a product. */
  readonly end: number | null;
  /** The standard deviation of one reading. */
  readonly noise: number | null;
}

const median = (values: readonly number[], least: number): number | null =>
  values.length < least ? null : medianOf(values);

/** The curves of a channel of a plate are one list, shared by its wells. */
const known = {
  first: new WeakMap<readonly AmplificationReadings[], PlateLevels>(),
  bounded: new WeakMap<readonly AmplificationReadings[], PlateLevels>(),
};

function levelsOf(beside: readonly AmplificationReadings[], isBounded: boolean): PlateLevels {
  const kept = known[isBounded ? 'bounded' : 'first'];
  const before = kept.get(beside);
  if (before !== undefined) return before;
  const curves = beside.filter(
    ({ value }) => value.length >= CQ.fewestCycles && value.every(Number.isFinite),
  );
  const products = curves
    .filter((curve) => findCq(curve, isBounded).outcome === 'amplified')
    .map(({ value }) => ({ start: medianOf(baselineOf(value)), end: medianOf(value.slice(-CQ.endCycles)) }));
  const levels = {
    rise: median(
      products.map(({ start, end }) => end - start),
      1,
    ),
    end: median(
      products.map(({ end }) => end),
      1,
    ),
    noise: median(
      curves.map(({ value }) => noiseOf(value)),
      CQ.fewestBeside,
    ),
  };
  kept.set(beside, levels);
  return levels;
}

const baselineOf = (value: Float64Array): Float64Array =>
  value.slice(CQ.settling, CQ.settling + CQ.fewestBaseline);

/**
 * As `findCq`. A straight curve is `none` only if a product would have been seen on it: a saturated detector and one that
 * reads noise alone give straight curves as well.
 *
 * @param beside - all curves of the channel on the plate
 * @param method - by default the latest
 */
export function findCqBeside(
  readings: AmplificationReadings,
  beside: readonly AmplificationReadings[],
  method: AmplificationMethod = 'curvewell-amplification/3',
): FoundCq {
  const isBounded = method !== 'curvewell-amplification/2';
  const found = findCq(readings, isBounded);
  if (found.outcome !== 'none') return found;
  const fault = hiddenBy(readings.value, levelsOf(beside, isBounded));
  return fault === null ? found : { outcome: 'not-known', fault };
}

function hiddenBy(value: Float64Array, { rise, end, noise }: PlateLevels): 'at-ceiling' | 'too-noisy' | null {
  if (isClipped(value) || (end !== null && medianOf(value) >= end)) return 'at-ceiling';
  const own = noiseOf(value);
  const hidesProduct = rise !== null && own * CQ.clearRise > rise;
  return hidesProduct || (noise !== null && own > noise * CQ.noisier) ? 'too-noisy' : null;
}

/** Whether many readings are exactly the largest one, as of a noisy signal at the ceiling of the detector. */
function isClipped(value: Float64Array): boolean {
  const ceiling = value.reduce((most, now) => Math.max(most, now), at(value, 0));
  return value.filter((now) => now === ceiling).length >= value.length * CQ.clippedPart;
}
