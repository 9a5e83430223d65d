import { isSample } from '../plate/controlled-wells.ts';
import type { Position } from '../plate/plate.ts';
import type { CheckedWell, RunDoubts } from './run-check.ts';

type Sampled = Pick<RunDoubts, 'samples' | 'combined'>;
type Placed = Pick<CheckedWell, 'position'>;

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Wells, and results when a well has several: “9 results in 8 wells”, “1 well”. */
export function wellsText(wells: readonly Pick<CheckedWell, 'position'>[]): string {
  const positions = new Set(wells.map(({ position }) => position)).size;
  const words = `${positions} ${positions === 1 ? 'well' : 'wells'}`;
  return wells.length === positions ? words : `${wells.length} results in ${words}`;
}

/** The samples in several wells, by position. Any other well is a sample of its own. */
function sharedSamples({ samples = [], combined = [] }: Sampled): ReadonlyMap<Position, string> {
  const places = new Map<string, Set<Position>>();
  const place = (
    { kitVersionId, orderId, name }: Pick<(typeof combined)[number], 'kitVersionId' | 'orderId' | 'name'>,
    wells: readonly Placed[],
  ) => {
    if (name === null) return;
    const key = JSON.stringify([kitVersionId, orderId, name]);
    const known = places.get(key) ?? new Set();
    places.set(key, new Set([...known, ...wells.map(({ position }) => position)]));
  };
  for (const sample of samples) if (isSample(sample.sampleType)) place(sample, sample.wells);
  for (const one of combined)
    if (isSample(one.sampleType))
      place(
        one,
        one.channels.flatMap(({ wells }) => wells),
      );
  return new Map(
    [...places].flatMap(([key, positions]) =>
      positions.size < 2 ? [] : [...positions].map((position) => [position, key] as const),
    ),
  );
}

/** The number of samples in wells, which may include only some wells of a sample. */
function countSamples(positions: ReadonlySet<Position>, shared: ReadonlyMap<Position, string>): number {
  return new Set([...positions].map((position) => shared.get(position) ?? position)).size;
}

/** Samples, and their wells if one has several: “6 samples”, “6 wells of 2 samples”. */
export function samplesText(wells: readonly Placed[], sampled: Sampled): string {
  const shared = sharedSamples(sampled);
  const positions = new Set(wells.map(({ position }) => position));
  const samples = counted(countSamples(positions, shared), 'sample');
  const isShared = [...positions].some((position) => shared.has(position));
  return isShared ? `${counted(positions.size, 'well')} of ${samples}` : samples;
}

/** “378 wells: 362 samples, 10 controls, 6 standards.”, “8 wells: 6 wells of 2 samples, 1 control, 1 standard.” */
export function plateText({ wells, ...sampled }: Pick<RunDoubts, 'wells'> & Sampled): string {
  const shared = sharedSamples(sampled);
  const samples = counted(wells.samples - shared.size + new Set(shared.values()).size, 'sample');
  const parts = [
    shared.size === 0 ? samples : `${counted(wells.samples, 'well')} of ${samples}`,
    counted(wells.controls, 'control'),
    counted(wells.standards, 'standard'),
  ];
  return `${counted(wells.all, 'well')}: ${parts.join(', ')}.`;
}

/** The samples that a failed control supports, by the wells in its channel. */
export const countHeld = (wells: readonly Placed[], sampled: Sampled): number =>
  countSamples(new Set(wells.map(({ position }) => position)), sharedSamples(sampled));
