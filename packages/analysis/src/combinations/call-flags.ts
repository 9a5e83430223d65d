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

/** Shared, because most curves have no flag. */
const NONE: readonly CallFlag[] = [];
const NO_PEAKS: readonly Peak[] = [];

/** Flags a peak within two standard errors of a zone limit, on either side. */
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

/** Flags a height within a tenth of its threshold, on either side. */
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
  // Since 1.1.0 a peak outside all zones flags the whole channel instead.
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

/** Flags peaks wider than products: counted ones, and a hump that is higher than all counted ones. */
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

/** Flags counted peaks near an end of the readings, or the melt that the end truncates. */
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

/** Peaks narrower than any melt: jumps between two readings. */
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

/** Rejections that mean that a melt is not understood, whatever its size. */
const NOT_UNDERSTOOD: readonly (PeakRejection | null)[] = [
  'too-wide',
  'tm-uncertain',
  'quality-below-threshold',
];

/** The steepness of a fall, RFU/°C: above the local background, or that of an unexplained peak there. */
const steepness = (fall: Fall, peaks: readonly Peak[], { minThreshold }: PhaseConfiguration): number =>
  peaks
    .filter(({ tm, width, reason, height }) => {
      const isThere = Math.abs(tm - fall.temperature) <= 0.5 * (FALL.within + width);
      return isThere && height >= minThreshold && NOT_UNDERSTOOD.includes(reason);
    })
    .reduce((steepest, { height }) => Math.max(steepest, height), fall.height);

/** The peaks of a phase, its counted peaks and its jumps. */
interface SortedPeaks {
  readonly peaks: readonly Peak[];
  readonly accepted: readonly Peak[];
  readonly jumps: readonly Peak[];
}

/** Flags falls without a counted peak; if they are as steep as a peak must be, the well cannot be called. */
function fallFlags(
  { phase, settings }: ConfiguredPhase,
  { peaks, accepted, jumps }: SortedPeaks,
): readonly CallFlag[] {
  const { clean, detected, candidates } = phase;
  // When every candidate counts, every fall belongs to one.
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
  // Beside a counted peak, falls below the minimum height are ignored.
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

/** Rejections of peaks that are high enough but too uncertain. */
const NOT_KNOWN: readonly (PeakRejection | null)[] = [
  'significance-below-threshold',
  'tm-uncertain',
  'quality-below-threshold',
];

/** Flags melts beside a counted peak that are high enough but too uncertain to count. */
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

/** Products that a fit indicates within a counted peak, but too close to separate. */
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

/** The evaluated peaks of a phase and, in the same order, the found ones. */
interface PhasePeaks {
  readonly peaks: readonly Peak[];
  readonly found: readonly FoundPeak[];
}

/** The flags of one phase of a call, with their figures. */
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
