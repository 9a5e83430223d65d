import type { SampleType } from './plate.ts';

const SAMPLES: readonly SampleType[] = ['BLOOD', 'DNA'];

/** Whether a well holds what came from a patient, and not what is known beforehand. */
export const isSample = (type: SampleType | null): boolean => type !== null && SAMPLES.includes(type);

/** What a well was filled with, by ids; null: it is not said. */
export interface Filled {
  readonly kitVersionId: string | null;
  readonly lotId: string | null;
  readonly reactionBufferId: string | null;
}

/**
 * Whether a control speaks for a sample: only the same mix tells how that mix works, so of one kit version, lot and
 * reaction buffer. Both are read in one channel: a mix is other probes in each.
 */
export function speaksFor(control: Filled, sample: Filled): boolean {
  return (
    control.kitVersionId !== null &&
    control.lotId !== null &&
    control.kitVersionId === sample.kitVersionId &&
    control.lotId === sample.lotId &&
    control.reactionBufferId === sample.reactionBufferId
  );
}
