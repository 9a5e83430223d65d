import type { Amplification } from '@curvewell/contracts';
import { amplificationFaultText, cqText } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';

const words = text.interpretation.card;

export type WellCq = Omit<Amplification[number]['wells'][number], 'chartPoints' | 'position'>;

/**
 * “Cq 27.4 (from the file)”, “no Cq (computed from the curve)”, “Cq not known: its curve barely rises …”, or “no Cq (from
 * the file), but the file and its curve give different answers”
 */
export function cqWords({ cq, source, fault }: WellCq): string {
  if (source === null) return words.cqUnknown(fault === null ? null : amplificationFaultText(fault));
  const stated =
    cq === null ? words.noCq(words.cqSource[source]) : words.cq(cqText(cq), words.cqSource[source]);
  return fault === null ? stated : words.cqDoubted(stated, amplificationFaultText(fault));
}
