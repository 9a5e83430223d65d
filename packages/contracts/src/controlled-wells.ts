import type { ChannelName } from './assay.ts';
import type { SampleType } from './plate.ts';

const SAMPLES: readonly SampleType[] = ['BLOOD', 'DNA'];

/** Whether a well holds what came from a patient, and not what is known beforehand. */
export const isSample = (type: SampleType | null): boolean => type !== null && SAMPLES.includes(type);

/** What a well was filled with, by ids, and the channel it is read in; null: it is not said. */
export interface Filled {
  readonly channel: ChannelName;
  readonly kitVersionId: string | null;
  readonly lotId: string | null;
  readonly reactionBufferId: string | null;
}

/**
 * The wells that the same controls speak for. Only the same mix tells how that mix works, so of one kit version, lot
 * and reaction buffer; and in one channel, since a mix is other probes in each.
 */
export const controlGroup = ({ channel, kitVersionId, lotId, reactionBufferId }: Filled): string =>
  JSON.stringify([channel, kitVersionId, lotId, reactionBufferId]);

/** Whether a control speaks for a sample. */
export const speaksFor = (control: Filled, sample: Filled): boolean =>
  control.kitVersionId !== null && control.lotId !== null && controlGroup(control) === controlGroup(sample);
