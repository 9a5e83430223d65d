import { cqRead } from '@curvewell/analysis';
import type { Amplification } from '@curvewell/contracts';
import { packPoints, type UsedAmplification } from '@curvewell/domain';

import { readStoredAmplification, type StoredAmplification } from '../../../curves/index.ts';

/** Digits that are drawn: more than a screen shows. */
const DRAWN_DIGITS = 6;
const drawn = (values: Float64Array): Float64Array =>
  values.map((value) => Number(value.toPrecision(DRAWN_DIGITS)));

export interface AmplificationInput {
  readonly stored: StoredAmplification;
  /** The settings of the run's interpretation, for the channels that its rules use. */
  readonly used: UsedAmplification;
}

/**
 * JSON of the amplification of a run. In a channel that rules use, the Cq is the one that they used. Runs in a worker,
 * because the curves of 384 wells in several channels take tens of milliseconds.
 *
 * @throws DamagedCurves
 */
export function amplificationAnswer({ stored, used }: AmplificationInput): string {
  const curves = readStoredAmplification(stored);
  const answer: Amplification = [
    ...Map.groupBy(curves, ({ channel, dye }) => `${channel} ${dye}`).values(),
  ].flatMap((ofChannel) => {
    const [first] = ofChannel;
    if (first === undefined) return [];
    const setting = used.find(({ channel }) => channel === first.channel);
    const wells = ofChannel.map(({ position, cycle, value, cq }) => ({
      position,
      ...cqRead({ cycle, value, cq, beside: ofChannel }, setting),
      chartPoints: cycle.length === 0 ? null : packPoints({ temperature: cycle, value: drawn(value) }),
    }));
    return [{ channel: first.channel, dye: first.dye, wells }];
  });
  return JSON.stringify(answer);
}
