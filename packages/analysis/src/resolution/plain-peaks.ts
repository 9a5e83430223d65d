import type { CallExplanation, CallFlag, Peak, PhaseType } from '@curvewell/domain';

import { itemAt } from '../at.ts';
import type { ChannelConfiguration } from '../configuration.ts';
import { PLAIN, TWO_PRODUCTS } from '../plate-settings.ts';
import { shiftedBy } from '../zones/tm-shift.ts';

interface Called {
  readonly explanation: CallExplanation;
}

const placeOf = (type: PhaseType, zone: string): string => `${type} ${zone}`;

const median = (values: readonly number[]): number =>
  itemAt(
    [...values].sort((a, b) => a - b),
    Math.floor(0.5 * (values.length - 1)),
  );

/** The median Tm of each zone on a plate, °C; zones with too few peaks are omitted. */
function usualTms(calls: readonly Called[]): ReadonlyMap<string, number> {
  const tms = new Map<string, number[]>();
  for (const { explanation } of calls)
    for (const { type, peaks } of explanation.phases)
      for (const { accepted, zone, tm } of peaks) {
        if (!accepted || zone === null) continue;
        const place = placeOf(type, zone);
        tms.set(place, [...(tms.get(place) ?? []), tm]);
      }
  const known = [...tms].filter(([, ofZone]) => ofZone.length >= TWO_PRODUCTS.fewest);
  return new Map(known.map(([place, ofZone]) => [place, median(ofZone)]));
}

/**
 * Whether a peak in one of two close zones is one product rather than two: two would lie between the zones,
 * or nearer to the other zone than its own zone's peaks, or be wider, which has a separate flag. Noise must
 * be low enough to tell.
 */
function isPlain(
  { tm, zone, significance }: Peak,
  { border, distance, usual }: { readonly border: number; readonly distance: number; readonly usual: number },
): boolean {
  const toOther = tm < border ? 1 : -1;
  return (
    zone !== null &&
    significance >= PLAIN.significance &&
    Math.abs(tm - border) >= PLAIN.fromBorder * distance &&
    toOther * (tm - usual) <= PLAIN.displaced
  );
}

/** Removes the close-zone flag from peaks that are clearly one product. */
export function withoutPlainNear<Call extends Called>(
  calls: readonly Call[],
  configuration: ChannelConfiguration,
): Call[] {
  const isNear = ({ code }: CallFlag): boolean => code === 'zones-too-near';
  if (!calls.some(({ explanation }) => explanation.flags.some(isNear))) return [...calls];
  const usual = usualTms(calls);
  return calls.map((call) => {
    const { explanation } = call;
    if (!explanation.flags.some(isNear)) return call;
    const { phases } =
      explanation.tmShift === undefined ? configuration : shiftedBy(configuration, explanation.tmShift);
    const isNeeded = (flag: CallFlag): boolean => {
      if (!isNear(flag) || flag.phase === null) return true;
      const read = explanation.phases.find(({ type }) => type === flag.phase);
      const peak = read?.peaks.find(({ accepted, tm }) => accepted && tm === flag.temperature);
      const first = phases
        .find(({ phaseType }) => phaseType === flag.phase)
        ?.zones.find(({ name }) => name === flag.zone);
      const known = usual.get(placeOf(flag.phase, peak?.zone ?? ''));
      if (peak === undefined || first === undefined || known === undefined || flag.measured === null)
        return true;
      const border = 0.5 * (first.minTemp + first.maxTemp + flag.measured);
      return !isPlain(peak, { border, distance: flag.measured, usual: known });
    };
    return { ...call, explanation: { ...explanation, flags: explanation.flags.filter(isNeeded) } };
  });
}
