import { channelNameSchema, phaseTypeSchema } from '@curvewell/contracts';
import type { AnalyserProfile, ChannelName } from '@curvewell/contracts';

import { channelsOfDyes } from './channels.ts';
import type { Ignored } from './import-report.ts';
import type { Part, Series } from './part.ts';
import { checkEnds } from './completeness.ts';
import { splitSweeps } from './phases.ts';
import type { Sweep } from './phases.ts';
import { readingOrder } from './position.ts';
import type { PlacedCurve } from './placed-curve.ts';
import { ReadError } from './read-error.ts';
import type { RunCurve } from './run-file.ts';
import { checkTemperatures, dropSpareDerivatives, FEWEST_READINGS } from './series-checks.ts';

interface AssembledCurves {
  readonly curves: readonly RunCurve[];
  readonly ignored: readonly Ignored[];
  readonly notes: readonly string[];
}

type DyedSeries = Series & { readonly dye: string; readonly evenLengths: boolean };

/** Gives every series of readings its channel and its phases. */
export function assembleCurves(parts: readonly Part[], profile: AnalyserProfile): AssembledCurves {
  const series = joinDyes(parts);
  const dyes = [...new Set(series.map(({ dye }) => dye))];
  const { channels, assumed } = channelsOfDyes(dyes, profile);
  if (channels.size === 0) throw unknownChannel(parts, { dyes, profile });

  const notes = checkEnds(parts);
  notes.push(
    ...assumed.map(
      (dye) =>
        `“${dye}” is the only dye of its kind and was taken for the channel ${channels.get(dye) ?? ''}; check that the assay is read so.`,
    ),
  );
  const unread = dyes.filter((dye) => !channels.has(dye));
  const ignored = unread.map((dye) => ({
    file: series.find((one) => one.dye === dye)?.place.file ?? '',
    part: dye,
    reason: `the dye is none of a channel of ${profile.name}`,
  }));
  checkTemperatures(series.filter(({ dye }) => channels.has(dye)));
  const axes: KnownAxes = new Map();
  const placed = series.flatMap((one): PlacedCurve[] => {
    const channel = channels.get(one.dye);
    return channel === undefined ? [] : splitPhases(one, { channel, profile, axes });
  });
  const chosen = dropSpareDerivatives(checkOnce(placed));
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
  };
}

/** Tables of curves without dyes are joined with the table that names the dye of each well and target. */
function joinDyes(parts: readonly Part[]): readonly DyedSeries[] {
  const dyesByWell = Map.groupBy(
    parts.flatMap((part) => part.dyes),
    ({ position }) => position,
  );
  const dyeOf = ({ position, target }: Series): string | null => {
    const dyes = (dyesByWell.get(position) ?? []).filter((one) => target === null || one.target === target);
    const [dye, ...others] = new Set(dyes.map((one) => one.dye));
    return dye === undefined || others.length > 0 ? null : dye;
  };
  return parts.flatMap((part) =>
    part.series.map((series) => {
      const dye = series.dye ?? dyeOf(series);
      if (dye !== null) return { ...series, dye, evenLengths: part.evenLengths };
      throw new ReadError({
        code: 'missing-information',
        place: series.place,
        problem: `no table of the upload names the one dye of well ${series.position}; add the one that lists the reporter dyes (“Results” or “Sample Setup”)`,
      });
    }),
  );
}

function unknownChannel(
  parts: readonly Part[],
  { dyes, profile }: { readonly dyes: readonly string[]; readonly profile: AnalyserProfile },
): ReadError {
  return new ReadError({
    code: 'unknown-channel',
    place: { file: parts.find((part) => part.series.length > 0)?.file ?? '' },
    problem: `no dye of the file belongs to one channel of ${profile.name}`,
    found: dyes.join(', '),
    expected: profile.channelAliases.map(({ dye }) => dye).join(', '),
  });
}

interface PhaseAxis extends Sweep {
  readonly temperature: Float64Array;
}

/** The phases of temperatures that are known: the wells of one table share them. */
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
  const shortest = phases.find(({ from, to }) => to - from < FEWEST_READINGS);
  if (phases.length === 0 || shortest !== undefined) {
    throw new ReadError({
      code: 'unreadable-file',
      place: series.place,
      problem: `the curve of well ${position} is too short to be a melting curve, or was cut short`,
      found: `${series.value.length} readings`,
      expected: `at least ${FEWEST_READINGS} readings over ${leastSpan} °C`,
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

/** Two curves of one well, channel and phase are two runs – unless they are the same numbers twice. */
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
    expected: 'one curve a well, channel and phase',
  });
}
