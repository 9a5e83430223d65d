import type { CallExplanation, Peak } from '@curvewell/contracts';

import { interpretationTexts } from '../../locale/en-GB/interpretation.ts';

const texts = interpretationTexts.reason;

/** Why a well was called as it was: “Peaks A 55.22 °C and B 60.81 °C: A + B”. */
export function callReason({ phases, combination }: CallExplanation): string {
  const accepted = phases
    .map(({ type, peaks }) => ({ type, peaks: peaks.filter(({ accepted: counts }) => counts) }))
    .filter(({ peaks }) => peaks.length > 0)
    // ANNEAL first, as the chart has it.
    .sort((first, second) => first.type.localeCompare(second.type));
  const count = accepted.reduce((sum, { peaks }) => sum + peaks.length, 0);
  if (count === 0) return texts.noPeak(combination);
  const parts = accepted.map(({ type, peaks }) => {
    const list = listed(peaks);
    return accepted.length > 1 ? texts.inPhase(type, list) : list;
  });
  return (count === 1 ? texts.onePeak : texts.peaks)(parts.join('; '), combination);
}

/** “A 55.22 °C and B 60.81 °C”, by temperature. */
function listed(peaks: readonly Peak[]): string {
  const words = [...peaks]
    .sort((first, second) => first.tm - second.tm)
    .map(({ zone, tm }) => texts.peak(zone ?? texts.outside, tm));
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')}${texts.and}${words.at(-1) ?? ''}`;
}

/** What a call is near to, or suffers from, each once. */
export function callWarnings({ flags }: CallExplanation): readonly string[] {
  return [...new Set(flags.map(({ code }) => texts.flags[code]))];
}
