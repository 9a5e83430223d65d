import { cqRead } from '@curvewell/analysis';
import type { Amplification } from '@curvewell/contracts';
import { packPoints } from '@curvewell/domain';

import { readStoredAmplification, type StoredAmplification } from '../../../curves/index.ts';

/** Digits that are drawn: more than a screen shows. */
const DRAWN_DIGITS = 6;
const drawn = (values: Float64Array): Float64Array =>
  values.map((value) => Number(value.toPrecision(DRAWN_DIGITS)));

/**
 * JSON of the amplification of a run. Runs in a worker, because the curves of 384 wells in several channels take tens of
 * milliseconds.
 *
 * @throws DamagedCurves
 */
export function amplificationAnswer(stored: StoredAmplification): string {
  const curves = readStoredAmplification(stored);
  const answer: Amplification = [
    ...Map.groupBy(curves, ({ channel, dye }) => `${channel} ${dye}`).values(),
  ].flatMap((ofChannel) => {
    const [first] = ofChannel;
    if (first === undefined) return [];
    const wells = ofChannel.map(({ position, cycle, value, cq }) => ({
      position,
      ...cqRead({ cycle, value, cq, beside: ofChannel }),
      chartPoints: cycle.length === 0 ? null : packPoints({ temperature: cycle, value: drawn(value) }),
    }));
    return [{ channel: first.channel, dye: first.dye, wells }];
  });
  return JSON.stringify(answer);
}
