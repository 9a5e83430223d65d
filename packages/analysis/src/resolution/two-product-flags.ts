import type { CallExplanation, CallFlag, Peak } from '@curvewell/contracts';

import { itemAt } from '../at.ts';
import type { ChannelConfiguration } from '../configuration.ts';
import { exp, log } from '../elementary.ts';
import { TWO_PRODUCTS } from '../plate-settings.ts';
import { nearZones } from './resolution.ts';

type ExplainedPhase = CallExplanation['phases'][number];

/** °C between readings; null: not known. */
const stepOf = ({ range, readings }: ExplainedPhase): number | null =>
  range === undefined || readings < 2 ? null : (range[1] - range[0]) / (readings - 1);

/** A peak that stands alone in a pair of zones, or between them, whose products would be one peak. */
export function nearZoneFlags(
  phases: readonly ExplainedPhase[],
  configuration: ChannelConfiguration,
): CallFlag[] {
  return phases.flatMap((phase) => {
    const step = stepOf(phase);
    const zones = configuration.phases.find(({ phaseType }) => phaseType === phase.type)?.zones ?? [];
    if (step === null) return [];
    return nearZones(zones, step).flatMap(({ zones: [first, second], distance, needed }): CallFlag[] => {
      const [peak, ...others] = phase.peaks.filter(
        ({ accepted, tm }) => accepted && tm >= first.minTemp && tm <= second.maxTemp,
      );
      if (peak === undefined || others.length > 0) return [];
      const about = { phase: phase.type, zone: first.name, temperature: peak.tm };
      return [{ ...about, code: 'zones-too-near', measured: distance, limit: needed }];
    });
  });
}

/** ln of widths of a zone on a plate: their median, and what is too wide to be one product of that zone. */
function widestOf(widths: readonly number[]): { readonly usual: number; readonly limit: number } | null {
  if (widths.length < TWO_PRODUCTS.fewest) return null;
  const median = (values: readonly number[]): number =>
    itemAt(
      [...values].sort((a, b) => a - b),
      Math.floor(0.5 * (values.length - 1)),
    );
  const middle = median(widths);
  const spread = TWO_PRODUCTS.sdOfMedian * median(widths.map((one) => Math.abs(one - middle)));
  return { usual: middle, limit: middle + Math.max(TWO_PRODUCTS.wider, TWO_PRODUCTS.spreads * spread) };
}

interface Called {
  readonly explanation: CallExplanation;
}

const inZone = ({ accepted, zone }: Peak): boolean => accepted && zone !== null;

const placeOf = (type: string, { zone }: Peak): string => `${type} ${zone ?? ''}`;

/** The calls of an assay; peaks wider than those of their zone on this plate may be two products. */
export function withWidthFlags<Call extends Called>(calls: readonly Call[]): Call[] {
  const widths = new Map<string, number[]>();
  for (const { explanation } of calls)
    for (const { type, peaks } of explanation.phases)
      for (const peak of peaks.filter(inZone)) {
        const place = placeOf(type, peak);
        widths.set(place, [...(widths.get(place) ?? []), log(peak.width)]);
      }
  const widest = new Map([...widths].map(([place, ofPlace]) => [place, widestOf(ofPlace)]));
  return calls.map((call) => {
    const { explanation } = call;
    const added = explanation.phases.flatMap(({ type, peaks }) =>
      peaks.filter(inZone).flatMap((peak): CallFlag[] => {
        const known = widest.get(placeOf(type, peak)) ?? null;
        if (known === null || log(peak.width) <= known.limit) return [];
        const about = { phase: type, zone: peak.zone, temperature: peak.tm };
        return [{ ...about, code: 'wider-than-zone', measured: peak.width, limit: exp(known.usual) }];
      }),
    );
    if (added.length === 0) return call;
    return { ...call, explanation: { ...explanation, flags: [...explanation.flags, ...added] } };
  });
}
