import type { CallExplanation, CallFlag, Peak } from '@curvewell/domain';

import { itemAt } from '../at.ts';
import { APART } from '../plate-settings.ts';

interface Called {
  readonly explanation: CallExplanation;
}

const inZone = ({ accepted, zone }: Peak): boolean => accepted && zone !== null;

const placeOf = (type: string, { zone }: Peak): string => `${type} ${zone ?? ''}`;

const median = (values: readonly number[]): number =>
  itemAt(
    [...values].sort((a, b) => a - b),
    Math.floor(0.5 * (values.length - 1)),
  );

/** The typical Tm of a zone on a plate, °C, and the maximum distance from it; null: too few peaks. */
function usualOf(tms: readonly number[]): { readonly tm: number; readonly most: number } | null {
  if (tms.length < APART.fewest) return null;
  const tm = median(tms);
  const spread = APART.perMedian * median(tms.map((one) => Math.abs(one - tm)));
  return { tm, most: Math.max(APART.least, APART.spreads * spread) };
}

/** Flags peaks far from the others of their zone on this plate. */
export function withApartFlags<Call extends Called>(calls: readonly Call[]): Call[] {
  const tms = new Map<string, number[]>();
  for (const { explanation } of calls)
    for (const { type, peaks } of explanation.phases)
      for (const peak of peaks) {
        if (!inZone(peak)) continue;
        const place = placeOf(type, peak);
        const ofPlace = tms.get(place);
        if (ofPlace === undefined) tms.set(place, [peak.tm]);
        else ofPlace.push(peak.tm);
      }
  if (tms.size === 0) return [...calls];
  const usual = new Map([...tms].map(([place, ofPlace]) => [place, usualOf(ofPlace)]));
  return calls.map((call) => {
    const { explanation } = call;
    const added = explanation.phases.flatMap(({ type, peaks }) =>
      peaks.filter(inZone).flatMap((peak): CallFlag[] => {
        const known = usual.get(placeOf(type, peak)) ?? null;
        if (known === null) return [];
        const off = Math.abs(peak.tm - known.tm);
        if (off <= Math.max(known.most, APART.errors * (peak.tmError ?? 0))) return [];
        const about = { phase: type, zone: peak.zone, temperature: peak.tm };
        return [{ ...about, code: 'apart-from-zone', measured: peak.tm, limit: known.tm }];
      }),
    );
    if (added.length === 0) return call;
    return { ...call, explanation: { ...explanation, flags: [...explanation.flags, ...added] } };
  });
}
