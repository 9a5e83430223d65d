import type { CallExplanation, CallFlag, Peak, PhaseType } from '@curvewell/domain';

import { itemAt } from '../at.ts';
import type { ChannelConfiguration } from '../configuration.ts';
import { exp, log } from '../elementary.ts';
import { TWO_PRODUCTS } from '../plate-settings.ts';
import { nearZones } from './resolution.ts';

type ExplainedPhase = CallExplanation['phases'][number];

/** °C between readings; null: unknown. */
const stepOf = ({ range, readings }: ExplainedPhase): number | null =>
  range === undefined || readings < 2 ? null : (range[1] - range[0]) / (readings - 1);

/** Flags a single peak in a pair of zones, or between them, whose products would merge. */
export function nearZoneFlags(
  phases: readonly ExplainedPhase[],
  configuration: ChannelConfiguration,
): CallFlag[] {
  return phases.flatMap((phase) => {
    const step = stepOf(phase);
    const zones = configuration.phases.find(({ phaseType }) => phaseType === phase.type)?.zones ?? [];
    if (step === null || zones.length < 2) return [];
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

/** The typical ln width of a zone on a plate: the median, and the limits of one product. */
interface UsualWidth {
  readonly usual: number;
  readonly narrowest: number;
  readonly widest: number;
}

const median = (values: readonly number[]): number =>
  itemAt(
    [...values].sort((a, b) => a - b),
    Math.floor(0.5 * (values.length - 1)),
  );

/** @returns null for too few widths */
function usualWidth(widths: readonly number[]): UsualWidth | null {
  const { fewest, sdOfMedian, wider, spreads, narrower, narrowerSpreads } = TWO_PRODUCTS;
  if (widths.length < fewest) return null;
  const usual = median(widths);
  const spread = sdOfMedian * median(widths.map((one) => Math.abs(one - usual)));
  return {
    usual,
    narrowest: usual - Math.max(narrower, narrowerSpreads * spread),
    widest: usual + Math.max(wider, spreads * spread),
  };
}

interface Called {
  readonly explanation: CallExplanation;
}

const inZone = ({ accepted, zone }: Peak): boolean => accepted && zone !== null;

const placeOf = (type: string, { zone }: Peak): string => `${type} ${zone ?? ''}`;

function widthFlags(peak: Peak, phase: PhaseType, { usual, narrowest, widest }: UsualWidth): CallFlag[] {
  const width = log(peak.width);
  if (width >= narrowest && width <= widest) return [];
  const code = width < narrowest ? 'narrower-than-zone' : 'wider-than-zone';
  const about = { phase, zone: peak.zone, temperature: peak.tm };
  return [{ ...about, code, measured: peak.width, limit: exp(usual) }];
}

/** Flags peaks whose width differs from the others of their zone on this plate. */
export function withWidthFlags<Call extends Called>(calls: readonly Call[]): Call[] {
  const widths = new Map<string, number[]>();
  for (const { explanation } of calls)
    for (const { type, peaks } of explanation.phases)
      for (const peak of peaks) {
        if (!inZone(peak)) continue;
        const place = placeOf(type, peak);
        const ofPlace = widths.get(place);
        if (ofPlace === undefined) widths.set(place, [log(peak.width)]);
        else ofPlace.push(log(peak.width));
      }
  if (widths.size === 0) return [...calls];
  const known = new Map([...widths].map(([place, ofPlace]) => [place, usualWidth(ofPlace)]));
  return calls.map((call) => {
    const { explanation } = call;
    const added = explanation.phases.flatMap(({ type, peaks }) =>
      peaks.filter(inZone).flatMap((peak) => {
        const ofZone = known.get(placeOf(type, peak)) ?? null;
        return ofZone === null ? [] : widthFlags(peak, type, ofZone);
      }),
    );
    if (added.length === 0) return call;
    return { ...call, explanation: { ...explanation, flags: [...explanation.flags, ...added] } };
  });
}
