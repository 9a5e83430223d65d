import type { CallFlag, Peak, PeakRejection } from '@curvewell/domain';

import { at } from '../at.ts';
import type { PhaseConfiguration } from '../configuration.ts';
import type { ConfiguredPhase } from '../phase-analyse.ts';
import type { FoundPeak } from '../peaks/found-peak.ts';
import { isHumpBeside } from '../peaks/peak-reject.ts';
import { type Fall, fallAtEnd, greatestFall } from '../curve/falls.ts';
import { CANDIDATE, FALL, FLAG, PEAK } from '../settings.ts';
import type { CallPolicy } from '../versions/call-policy.ts';
import { readingFlags } from './reading-flags.ts';

const wholeWell = { phase: null, zone: null, temperature: null, measured: null, limit: null } as const;

/** Most curves have no flag. */
const NONE: readonly CallFlag[] = [];
const NO_PEAKS: readonly Peak[] = [];

/** Zone edges that a peak lies within two standard errors of, on either side. */
function zoneEdgeFlags(peak: Peak, { phaseType, zones }: PhaseConfiguration): readonly CallFlag[] {
  if (zones.length === 0) return NONE;
  const reach = FLAG.zoneErrors * (peak.tmError ?? 0);
  return zones.flatMap(({ name, minTemp, maxTemp }) =>
    [minTemp, maxTemp]
      .filter((edge) => Math.abs(peak.tm - edge) <= reach)
      .map((limit) => ({
        ...wholeWell,
        code: 'borderline-zone',
        phase: phaseType,
        zone: name,
        measured: peak.tm,
        limit,
      })),
  );
}

/** A height within a tenth of the threshold that decided, on either side. */
function thresholdFlags(peak: Peak, configuration: PhaseConfiguration): readonly CallFlag[] {
  const zone = peak.zone === null ? undefined : configuration.zones.find(({ name }) => name === peak.zone);
  const limit = Math.max(configuration.minThreshold, zone?.minThreshold ?? 0);
  const isDecidedByHeight =
    peak.accepted ||
    peak.reason === 'height-below-threshold' ||
    peak.reason === 'zone-height-below-threshold';
  return isDecidedByHeight && Math.abs(peak.height - limit) <= FLAG.threshold * limit
    ? [
        {
          ...wholeWell,
          code: 'borderline-threshold',
          phase: configuration.phaseType,
          zone: peak.zone,
          measured: peak.height,
          limit,
        },
      ]
    : NONE;
}

function acceptedFlags(
  peak: Peak,
  { phaseType, zones, minQuality }: PhaseConfiguration,
  { needsGrounds }: CallPolicy,
): readonly CallFlag[] {
  const limit = minQuality + FLAG.quality;
  if (zones.length === 0 && peak.quality >= limit) return NONE;
  const flags: CallFlag[] = [];
  // Since 1.1.0 a peak in no zone flags the whole channel.
  if (peak.zone === null && zones.length > 0 && !needsGrounds) {
    flags.push({ ...wholeWell, code: 'unexpected-peak', phase: phaseType, measured: peak.tm });
  }
  if (peak.quality < limit) {
    flags.push({
      ...wholeWell,
      code: 'low-quality',
      phase: phaseType,
      zone: peak.zone,
      measured: peak.quality,
      limit,
    });
  }
  return flags;
}

const isWide = ({ width }: Peak): boolean => width > PEAK.hump;

/** Peaks wider than products are: those that count, and a hump that is higher than all that do. */
function wideFlags(
  peaks: readonly Peak[],
  accepted: readonly Peak[],
  { phaseType: phase }: PhaseConfiguration,
): readonly CallFlag[] {
  if (accepted.length === 0 || !peaks.some(isWide)) return NONE;
  const highest = highestOf(accepted);
  const isDoubtful = (peak: Peak): boolean =>
    isWide(peak) && (peak.accepted || (peak.reason === 'too-wide' && peak.height > highest));
  return peaks.filter(isDoubtful).map(({ tm: temperature, width: measured, zone }) => ({
    ...wholeWell,
    phase,
    zone,
    temperature,
    code: 'wide-peak',
    measured,
    limit: PEAK.hump,
  }));
}

function highestOf(peaks: readonly Peak[]): number {
  let highest = 0;
  for (const { height } of peaks) highest = Math.max(highest, height);
  return highest;
}

/** Counted peaks that are near an end of the readings, or the melt that it cuts off. */
function endFlags(
  end: 'first' | 'last',
  { phase: { clean, detected }, settings }: ConfiguredPhase,
  accepted: readonly Peak[],
): readonly CallFlag[] {
  if (detected === null) return NONE;
  const { phaseType: phase, minThreshold } = settings;
  const limit = at(clean.temperature, end === 'first' ? 0 : clean.temperature.length - 1);
  let near: CallFlag[] | null = null;
  let isCounted = false;
  for (const { tm, width, zone } of accepted) {
    const distance = Math.abs(tm - limit);
    if (distance <= Math.max(FLAG.end, 0.5 * width))
      (near ??= []).push({ ...wholeWell, phase, code: 'near-end', zone, temperature: tm, limit });
    else if (distance <= FALL.within + FALL.reach * width) isCounted = true;
  }
  if (near !== null) return near;
  if (isCounted) return NONE;
  const fall = fallAtEnd(detected, clean.fluorescence, end);
  if (fall === null || fall.height < Math.max(minThreshold, FALL.partOfHighest * highestOf(accepted)))
    return NONE;
  const bound = FALL.noises * detected.noise;
  return [
    { ...wholeWell, phase, code: 'cut-off-melt', temperature: limit, measured: fall.size, limit: bound },
  ];
}

/** What looked like peaks and is narrower than any melt: jumps between two readings. */
const jumpsOf = (peaks: readonly Peak[], { slopeThreshold }: PhaseConfiguration): readonly Peak[] =>
  peaks.filter(({ reason, significance }) => reason === 'too-narrow' && significance >= slopeThreshold);

const jumpFlags = ({ settings }: ConfiguredPhase, jumps: readonly Peak[]): readonly CallFlag[] =>
  jumps.length === 0
    ? NONE
    : jumps.map(({ tm, area }) => ({
        ...wholeWell,
        phase: settings.phaseType,
        code: 'step',
        temperature: tm,
        measured: -area,
      }));

/** Reasons that do not show how much melts, only that it is not understood. */
const NOT_UNDERSTOOD: readonly (PeakRejection | null)[] = [
  'too-wide',
  'tm-uncertain',
  'quality-below-threshold',
];

/** How steep a fall is, RFU/°C: above the background beside it, or as a peak there that is not understood has it. */
const steepness = (fall: Fall, peaks: readonly Peak[], { minThreshold }: PhaseConfiguration): number =>
  peaks
    .filter(({ tm, width, reason, height }) => {
      const isThere = Math.abs(tm - fall.temperature) <= 0.5 * (FALL.within + width);
      return isThere && height >= minThreshold && NOT_UNDERSTOOD.includes(reason);
    })
    .reduce((steepest, { height }) => Math.max(steepest, height), fall.height);

/** The peaks of a phase, and those of them that count or are jumps. */
interface SortedPeaks {
  readonly peaks: readonly Peak[];
  readonly accepted: readonly Peak[];
  readonly jumps: readonly Peak[];
}

/** What falls and is no counted peak: where it is as steep as a peak must be, nobody can call the well. */
function fallFlags(
  { phase, settings }: ConfiguredPhase,
  { peaks, accepted, jumps }: SortedPeaks,
): readonly CallFlag[] {
  const { clean, detected, candidates } = phase;
  // Every candidate counts: each fall is one of them.
  if (detected === null || (accepted.length > 0 && accepted.length >= candidates.fitted.length)) return NONE;
  const isNear = (temperature: number, { tm, width }: Peak): boolean =>
    Math.abs(tm - temperature) <= 0.5 * FALL.within + FALL.reach * width;
  const isCounted = (temperature: number): boolean => {
    for (const peak of peaks)
      if ((peak.accepted || peak.reason === 'within-template') && isNear(temperature, peak)) return true;
    for (const peak of jumps) if (isNear(temperature, peak)) return true;
    return false;
  };
  const fall = greatestFall(detected, clean.fluorescence, isCounted);
  if (fall === null) return NONE;
  const height = accepted.length > 0 ? fall.height : steepness(fall, peaks, settings);
  const isSteep = height >= Math.max(settings.minThreshold, FALL.partOfHighest * highestOf(accepted));
  const isUnresolved = isSteep && fall.size >= FALL.unresolved * detected.noise;
  // Beside a counted peak, what is lower than a peak must be is no news.
  if (accepted.length > 0 && height < settings.minThreshold) return NONE;
  return [
    {
      ...wholeWell,
      phase: settings.phaseType,
      code: isUnresolved ? 'unresolved-melt' : 'uncounted-melt',
      temperature: fall.temperature,
      measured: fall.size,
      limit: (isUnresolved ? FALL.unresolved : FALL.noises) * detected.noise,
    },
  ];
}

/** Reasons of a peak as high as it must be that it is not known well enough. */
const NOT_KNOWN: readonly (PeakRejection | null)[] = [
  'significance-below-threshold',
  'tm-uncertain',
  'quality-below-threshold',
];

/** What melts beside a counted peak, as high as a peak must be, and is not known well enough to count. */
function unknownFlags(
  { phase: { detected }, settings }: ConfiguredPhase,
  { peaks, accepted }: SortedPeaks,
  { flagsSignificant }: CallPolicy,
): readonly CallFlag[] {
  if (detected === null || accepted.length === 0 || accepted.length === peaks.length) return NONE;
  const limit = FALL.unresolved * detected.noise;
  const isHump = (peak: Peak): boolean => accepted.some((product) => isHumpBeside(peak, product));
  // Noise makes maxima that are narrower than products.
  const isUnsure = ({ significance, width }: Peak): boolean =>
    significance >= FLAG.unsure && width >= CANDIDATE.leastWidth;
  const isFlagged = (peak: Peak): boolean =>
    peak.area >= limit ||
    (flagsSignificant && (peak.significance >= settings.slopeThreshold || isUnsure(peak)));
  return peaks
    .filter((peak) => NOT_KNOWN.includes(peak.reason) && isFlagged(peak) && !isHump(peak))
    .map(({ tm: temperature, area: measured, zone, height }) => {
      const isUnresolved = measured >= limit && height >= FALL.partOfHighest * highestOf(accepted);
      return {
        ...wholeWell,
        phase: settings.phaseType,
        zone,
        temperature,
        measured,
        limit,
        code: isUnresolved ? 'unresolved-melt' : 'uncounted-melt',
      };
    });
}

/** Products that may be hidden in a counted peak: the fit says so, but they are too near to be distinguished. */
function doubtFlags(
  { phase: { detected }, settings }: ConfiguredPhase,
  peaks: readonly Peak[],
  found: readonly FoundPeak[],
): readonly CallFlag[] {
  if (detected === null || !found.some(({ doubted }) => doubted.length > 0)) return NONE;
  const limit = FALL.noises * detected.noise;
  return found
    .flatMap(({ doubted }, k) => (peaks[k]?.accepted === true ? doubted : []))
    .filter(({ area, significance = 0 }) => area > limit || significance >= settings.slopeThreshold)
    .map(({ tm: temperature, area: measured }) => ({
      ...wholeWell,
      phase: settings.phaseType,
      code: 'uncounted-melt' as const,
      temperature,
      measured,
      limit,
    }));
}

/** The peaks of a phase as they were evaluated and, in the same order, as they were found. */
interface PhasePeaks {
  readonly peaks: readonly Peak[];
  readonly found: readonly FoundPeak[];
}

/** What a well's call is near to, or suffers from, in one phase, each with its figures. */
export function phaseFlags(
  phase: ConfiguredPhase,
  { peaks, found }: PhasePeaks,
  policy: CallPolicy,
): CallFlag[] {
  const accepted = peaks.filter((peak) => peak.accepted);
  const jumps = accepted.length === peaks.length ? NO_PEAKS : jumpsOf(peaks, phase.settings);
  const sorted = { peaks, accepted, jumps };
  const flags: CallFlag[] = [];
  const add = (more: readonly CallFlag[]): void => {
    if (more !== NONE) flags.push(...more);
  };
  add(readingFlags(phase, accepted, policy));
  add(jumpFlags(phase, jumps));
  add(wideFlags(peaks, accepted, phase.settings));
  add(fallFlags(phase, sorted));
  add(unknownFlags(phase, sorted, policy));
  add(doubtFlags(phase, peaks, found));
  add(endFlags('first', phase, accepted));
  add(endFlags('last', phase, accepted));
  for (const peak of peaks) {
    if (peak.accepted) add(zoneEdgeFlags(peak, phase.settings));
    add(thresholdFlags(peak, phase.settings));
    if (peak.accepted) add(acceptedFlags(peak, phase.settings, policy));
  }
  return flags;
}
