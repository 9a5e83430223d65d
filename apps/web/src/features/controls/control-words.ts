import type { ControlKey, ControlReading } from '@curvewell/contracts';
import type { ControlMeasure, WestgardRule } from '@curvewell/domain';

import { text } from '../../locale/text.ts';

const words = text.controls;

/** The measures of a control's peak, and the Tm shift of a plate. */
export type ChartMeasure = ControlMeasure | 'tmShift';

export const DECIMALS = {
  tm: 2,
  height: 0,
  quality: 2,
  tmShift: 2,
} as const satisfies Record<ChartMeasure, number>;
const UNIT = {
  tm: ' °C',
  height: ' RFU/°C',
  quality: '',
  tmShift: ' °C',
} as const satisfies Record<ChartMeasure, string>;

/** A value without its unit, with a typographic minus; a shift also has a plus sign. */
export const figure = (value: number, measure: ChartMeasure, decimals: number = DECIMALS[measure]): string =>
  measure === 'tmShift' ? signed(value, decimals) : value.toFixed(decimals).replace('-', '−');

/** “60.80 °C” */
export const valueText = (value: number, measure: ChartMeasure): string =>
  `${figure(value, measure)}${UNIT[measure]}`;

/** “+3.5”, “−0.4” */
export const signed = (value: number, decimals: number): string =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(decimals)}`;

/** “3.5 SD above, 1-3s and 10x” */
export function distanceText(distance: number, rules: readonly WestgardRule[]): string {
  const far = Math.abs(distance).toFixed(1);
  const side = distance < 0 ? words.below(far) : words.above(far);
  return rules.length === 0 ? side : `${side}, ${rules.join(words.and)}`;
}

/** The colour of a rule: red for rejection, yellow for drift or warning. */
export const ruleTone = (rule: WestgardRule): 'danger' | 'warning' =>
  rule === '1-3s' || rule === '2-2s' || rule === 'R-4s' ? 'danger' : 'warning';

/** The peak of a reading that the chart follows: the highest one above the threshold in the zone. */
export const followedPeak = (
  { peaks }: ControlReading,
  { phase, zone }: Pick<ControlKey, 'phase' | 'zone'>,
): ControlReading['peaks'][number] | null =>
  peaks
    .filter((peak) => peak.counted && peak.phase === phase && peak.zone === zone)
    .sort((a, b) => b.height - a.height)[0] ?? null;
