import type { CallExplanation } from '@curvewell/contracts';

import { interpretationTexts } from '../../locale/en-GB/interpretation.ts';

const texts = interpretationTexts.reason;

/** Why a well was called as it was: “Peaks A 55.22 °C and B 60.81 °C: A + B”. */
export function callReason({ phases, combination }: CallExplanation): string {
  const accepted = phases
    .flatMap(({ peaks }) => peaks)
    .filter(({ accepted: counts }) => counts)
    .sort((first, second) => first.tm - second.tm)
    .map(({ zone, tm }) => texts.peak(zone ?? texts.outside, tm));
  const [only, ...others] = accepted;
  if (only === undefined) return texts.noPeak(combination);
  return others.length === 0
    ? texts.onePeak(only, combination)
    : texts.peaks(`${accepted.slice(0, -1).join(', ')}${texts.and}${accepted.at(-1) ?? ''}`, combination);
}

/** What a call is near to, or suffers from, each once. */
export function callWarnings({ flags }: CallExplanation): readonly string[] {
  return [...new Set(flags.map(({ code }) => texts.flags[code]))];
}
