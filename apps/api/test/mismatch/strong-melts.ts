import { expressionZones, type ChannelName } from '@curvewell/domain';
import type { RunCurve } from '@curvewell/instruments';

import type { ReferenceKit } from '../../src/seed/reference-kits.ts';

/** °C: the extent of one product's melt. */
const WITHIN = 5;
/** °C: a melt nearer to a zone may belong to it. */
const BESIDE = 3;
/** °C: a zone counts as read when the readings end this close to its limit. */
const EDGE = 0.5;
/** In noise units: smaller drops are not clearly visible. */
const STRONG = 20;

/** Relative to the steepest slope: binding dyes have broad humps of 5 % beside a product. */
const MIN_SHARE = 0.1;

type KitChannel = ReferenceKit['channels'][number];
type KitPhase = KitChannel['phases'][number];
interface Reading {
  readonly t: number;
  readonly f: number;
}

export interface Evaluated {
  readonly kit: ReferenceKit;
  /** The id of the analyser's profile. */
  readonly profile: string;
  readonly channel: ChannelName;
  /** The curves of one well in this channel. */
  readonly curves: readonly RunCurve[];
}

/** Why a well must have no call, judged from the readings without the analysis; null: no reason. */
export function reasonAgainstCall({ kit, profile, channel, curves }: Evaluated): string | null {
  const settings = kit.channels.find((one) => one.channel === channel);
  if (settings === undefined) return 'the kit does not read this channel';
  for (const phase of settings.phases) {
    const curve = curves.find((one) => one.phase === phase.phaseType);
    const unread = phase.zones
      .filter(({ name }) => isNamed(settings, name))
      .find((zone) => curve === undefined || !isRead(curve, zone));
    if (unread !== undefined) return `zone ${unread.name} not read`;
    if (curve === undefined || curve.quantity !== 'fluorescence') continue;
    // Without settings for the analyser the minimum height has the wrong scale, and the product refuses the
    // kit.
    if (kit.analysers[profile] === undefined) continue;
    const least = kit.leastHeights?.[profile] ?? phase.minThreshold;
    const at = strongMelt(curve, phase, least);
    if (at !== null) return `melt at ${at.toFixed(1)} °C in no zone`;
  }
  return null;
}

const isNamed = ({ rules }: KitChannel, name: string): boolean =>
  rules.some(
    ({ zones, expressions = [] }) =>
      zones.includes(name) || expressions.some((expression) => expressionZones(expression).includes(name)),
  );

function isRead({ temperature }: RunCurve, { minTemp, maxTemp }: KitPhase['zones'][number]): boolean {
  const sorted = [...temperature].sort((a, b) => a - b);
  const inside = [
    ...sorted.filter((t) => t <= minTemp).slice(-1),
    ...sorted.filter((t) => t > minTemp && t < maxTemp),
    ...sorted.filter((t) => t >= maxTemp).slice(0, 1),
  ];
  const [first = Infinity] = inside;
  const last = inside.at(-1) ?? -Infinity;
  const steps = inside.slice(1).map((t, i) => t - (inside[i] ?? t));
  // Half the width of a narrow product.
  return first <= minTemp + EDGE && last >= maxTemp - EDGE && Math.max(...steps) <= 1.5;
}

/** The middle of the largest strong melt outside all zones, °C. */
function strongMelt(
  { temperature, value }: RunCurve,
  { zones, inversed }: KitPhase,
  least: number,
): number | null {
  const sign = inversed ? -1 : 1;
  const readings = [...temperature.keys()]
    .map((i) => ({ t: temperature[i] ?? 0, f: sign * (value[i] ?? 0) }))
    .sort((a, b) => a.t - b.t);
  const noise = noiseOf(readings);
  const slopes = slopesOf(readings);
  const steepest = Math.max(...slopes.map(({ f }) => f));
  const falls = readings.map(({ t }) => ({ fall: fallFrom(readings, t), middle: t + WITHIN / 2 }));
  const strong = falls.filter(({ fall, middle }) => {
    const isOutside = zones.every(
      ({ minTemp, maxTemp }) => middle < minTemp - BESIDE || middle > maxTemp + BESIDE,
    );
    if (!isOutside || fall <= STRONG * noise) return false;
    // Otherwise it is the flank of another melt.
    if (falls.some((other) => other.fall > fall && Math.abs(other.middle - middle) <= WITHIN)) return false;
    return prominence(slopes, middle) >= Math.max(least, MIN_SHARE * steepest);
  });
  return strong.sort((one, other) => other.fall - one.fall)[0]?.middle ?? null;
}

/** The drop of the signal within 5 °C beyond a quadratic background. */
function fallFrom(readings: readonly Reading[], t: number): number {
  const [first = Infinity, last = -Infinity] = [readings[0]?.t, readings.at(-1)?.t];
  if (t - WITHIN < first || t + 2 * WITHIN > last) return 0;
  const at = (wanted: number): number =>
    readings.reduce((best, one) => (Math.abs(one.t - wanted) < Math.abs(best.t - wanted) ? one : best)).f;
  return 1.5 * (at(t) - at(t + WITHIN)) - 0.5 * (at(t - WITHIN) - at(t + 2 * WITHIN));
}

/** How far the slope exceeds both sides of a melt; 0 where it only rises towards another one. */
function prominence(slopes: readonly Reading[], middle: number): number {
  const smooth = slopes.map(({ t }) => ({
    t,
    f: mean(slopes.filter((one) => Math.abs(one.t - t) <= 1).map(({ f }) => f)),
  }));
  const near = smooth.filter(({ t }) => Math.abs(t - middle) <= WITHIN / 2);
  const top = near.reduce((best, one) => (one.f > best.f ? one : best), { t: middle, f: -Infinity });
  const least = (from: number, to: number): number =>
    Math.min(...smooth.filter(({ t }) => t >= from && t <= to).map(({ f }) => f));
  if (top.t === near[0]?.t || top.t === near.at(-1)?.t) return 0;
  return top.f - Math.max(least(top.t - WITHIN, top.t), least(top.t, top.t + WITHIN));
}

/** The slope between neighbouring readings, signal/°C. */
const slopesOf = (readings: readonly Reading[]): Reading[] =>
  readings.slice(1).flatMap(({ t, f }, i) => {
    const before = readings[i];
    return before === undefined || t === before.t
      ? []
      : [{ t: (t + before.t) / 2, f: (before.f - f) / (t - before.t) }];
  });

/**
 * The third difference of noise has √20 times its deviation, whose median absolute value is 0.6745 of that.
 */
function noiseOf(readings: readonly Reading[]): number {
  const thirds = readings.slice(3).map(({ f }, i) => {
    const [a, b, c] = readings.slice(i, i + 3).map((one) => one.f) as [number, number, number]; // three before it
    return Math.abs(f - 3 * c + 3 * b - a);
  });
  return median(thirds) / (0.6745 * Math.sqrt(20));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
