import { channelNameSchema, phaseTypeSchema } from '@curvewell/domain/reading';
import type { AnalyserProfile, ChannelName, DyeAnswer } from '@curvewell/domain';

import { channelsOfDyes } from './channels.ts';
import type { Ignored } from '../import-report.ts';
import { joinDyes } from './joined-dyes.ts';
import type { DyedSeries } from './joined-dyes.ts';
import type { Part } from '../part.ts';
import { checkEnds } from './completeness.ts';
import { splitSweeps } from './phases.ts';
import type { Sweep } from './phases.ts';
import { readingOrder } from './position.ts';
import type { PlacedCurve } from './placed-curve.ts';
import { ReadError } from '../read-error.ts';
import type { RunCurve } from '../run-file.ts';
import { remarkOnMissingDyes } from '../remarks.ts';
import { checkTemperatures, dropRedundantDerivatives, MIN_READINGS } from './series-checks.ts';

interface AssembledCurves {
  readonly curves: readonly RunCurve[];
  readonly ignored: readonly Ignored[];
  readonly notes: readonly string[];
  readonly remarks: readonly string[];
  /** The answers about dyes that were used, new or stored. */
  readonly answers: readonly DyeAnswer[];
  readonly series: readonly DyedSeries[];
  readonly channels: ReadonlyMap<string, ChannelName>;
  /** Files whose curves were read, or that confirm the completeness of others. */
  readonly readSources: ReadonlySet<number>;
}

/** Information about an upload's dyes besides the files. */
export interface DyeKnowledge {
  readonly profile: AnalyserProfile;
  /** Answers for this upload. */
  readonly answers: readonly DyeAnswer[];
  /** The laboratory's stored answers for this analyser. */
  readonly kept: readonly DyeAnswer[];
}

/** Assigns every series of readings to its channel and phases. */
export function assembleCurves(
  parts: readonly Part[],
  { profile, answers, kept }: DyeKnowledge,
): AssembledCurves {
  const series = joinDyes(parts);
  const dyes = [...new Set(series.map(({ dye }) => dye))];
  const { channels, assumed, answered } = channelsOfDyes(dyes, { profile, answers: [...answers, ...kept] });
  const unnamed = [...new Set(series.filter(({ isUnnamed }) => isUnnamed).map(({ dye }) => dye))];
  const open = unnamed.filter((dye) => !answered.has(dye));
  if (open.length > 0 || channels.size === 0)
    throw unknownChannel(series, open.length > 0 ? open : dyes, profile);

  const notes = checkEnds(parts);
  notes.push(
    ...assumed.map(
      (dye) =>
        `“${dye}” is the only dye of its kind and was assigned to the channel ${channels.get(dye) ?? ''}. Check that this is right for the assay.`,
    ),
  );
  const unread = dyes.filter((dye) => !channels.has(dye));
  const remarks = [...channels].flatMap(([dye, channel]) => {
    if (!answered.has(dye)) return [];
    const isAnswered = channelsOfDyes([dye], { profile, answers }).answered.has(dye);
    return [
      isAnswered
        ? `“${dye}” is read as the channel ${channel}, as chosen on import.`
        : `“${dye}” is read as the channel ${channel}, as stored by the laboratory for this analyser.`,
    ];
  });
  remarks.push(...remarkOnMissingDyes(parts, dyes));
  const ignored = unread.map((dye) => ({
    file: series.find((one) => one.dye === dye)?.place.file ?? '',
    part: dye,
    reason: answered.has(dye)
      ? 'the dye was skipped, as chosen'
      : `the dye belongs to no channel of ${profile.name}`,
  }));
  checkTemperatures(series.filter(({ dye }) => channels.has(dye)));
  const axes: KnownAxes = new Map();
  const placed = series.flatMap((one): PlacedCurve[] => {
    const channel = channels.get(one.dye);
    return channel === undefined ? [] : splitPhases(one, { channel, profile, axes });
  });
  const chosen = dropRedundantDerivatives(checkOnce(placed));
  const order = (curve: RunCurve) =>
    (channelNameSchema.options.indexOf(curve.channel) * 2 + phaseTypeSchema.options.indexOf(curve.phase)) *
      1000 +
    readingOrder(curve.position);
  return {
    curves: chosen.curves
      .map(({ series: _series, evenLengths: _evenLengths, ...curve }) => curve)
      .sort((a, b) => order(a) - order(b)),
    ignored: [...ignored, ...chosen.ignored],
    notes,
    remarks,
    series,
    channels,
    answers: [...answered].map((dye) => ({ dye, channel: channels.get(dye) ?? null })),
    readSources: new Set(series.filter(({ dye }) => channels.has(dye)).map(({ source }) => source)),
  };
}

/** The error for dyes without a known channel; the user must choose. */
function unknownChannel(
  series: readonly DyedSeries[],
  dyes: readonly string[],
  profile: AnalyserProfile,
): ReadError {
  const unnamed = series.find(({ isUnnamed }) => isUnnamed);
  if (unnamed !== undefined) return missingDye(unnamed, dyes);
  return new ReadError({
    code: 'unknown-channel',
    place: { file: series[0]?.place.file ?? '' },
    problem: `no dye of the file belongs to one channel of ${profile.name}; choose the channel of each dye`,
    found: dyes.join(', '),
    dyes,
  });
}

function missingDye({ place, position, target }: DyedSeries, dyes: readonly string[]): ReadError {
  return new ReadError({
    code: 'missing-information',
    place,
    problem: `no file of the upload names the one dye of well ${position}${target === null ? '' : `, target “${target}”`}; add the table that lists the reporter dyes (“Results” or “Sample Setup”), or choose its channel`,
    dyes,
  });
}

interface PhaseAxis extends Sweep {
  readonly temperature: Float64Array;
}

/** Phases by temperature axis, because the wells of a table share axes. */
type KnownAxes = Map<Float64Array, readonly PhaseAxis[]>;

interface Splitting {
  readonly channel: ChannelName;
  readonly profile: AnalyserProfile;
  readonly axes: KnownAxes;
}

function splitPhases(series: DyedSeries, { channel, profile, axes }: Splitting): PlacedCurve[] {
  const { rising, falling, leastSpan } = profile.phases;
  const { position, dye, quantity, evenLengths } = series;
  const phases = axes.get(series.temperature) ?? phaseAxes(series.temperature, leastSpan);
  axes.set(series.temperature, phases);
  const shortest = phases.find(({ from, to }) => to - from < MIN_READINGS);
  if (phases.length === 0 || shortest !== undefined) {
    throw new ReadError({
      code: 'unreadable-file',
      place: series.place,
      problem: `the curve of well ${position} is too short to be a melting curve, or was cut short`,
      found: `${series.value.length} readings`,
      expected: `at least ${MIN_READINGS} readings over ${leastSpan} °C`,
    });
  }
  return phases.map((axis) => ({
    position,
    channel,
    dye,
    phase: axis.rising ? rising : falling,
    quantity,
    temperature: axis.temperature,
    value: series.value.slice(axis.from, axis.to),
    series,
    evenLengths,
  }));
}

function phaseAxes(temperature: Float64Array, leastSpan: number): readonly PhaseAxis[] {
  return splitSweeps(temperature, leastSpan).map((sweep) => ({
    ...sweep,
    temperature: temperature.slice(sweep.from, sweep.to),
  }));
}

/** Two different curves of one well, channel and phase belong to two runs; identical ones are duplicates. */
function checkOnce(curves: readonly PlacedCurve[]): readonly PlacedCurve[] {
  const kept = new Map<string, PlacedCurve>();
  for (const curve of curves) {
    const key = [curve.position, curve.channel, curve.phase, curve.quantity].join('|');
    const other = kept.get(key);
    if (other === undefined) kept.set(key, curve);
    else if (!isSame(other, curve)) throw secondCurve(curve, other);
  }
  return [...kept.values()];
}

function isSame(a: PlacedCurve, b: PlacedCurve): boolean {
  return (
    a.dye === b.dye &&
    a.value.length === b.value.length &&
    a.value.every((value, index) => value === b.value[index]) &&
    a.temperature.every((value, index) => value === b.temperature[index])
  );
}

function secondCurve(curve: PlacedCurve, other: PlacedCurve): ReadError {
  const two = curve.dye === other.dye ? 'a second curve' : `two dyes, “${other.dye}” and “${curve.dye}”,`;
  return new ReadError({
    code: curve.dye === other.dye ? 'several-runs' : 'unexpected-content',
    place: curve.series.place,
    problem: `well ${curve.position} has ${two} for channel ${curve.channel}, phase ${curve.phase}`,
    expected: 'one curve for each well, channel and phase',
  });
}
