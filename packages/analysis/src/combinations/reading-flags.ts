import type { CallFlag, Peak } from '@curvewell/domain';

import { at } from '../at.ts';
import { greatestRise } from '../curve/falls.ts';
import { flatChange } from '../curve/flatness.ts';
import { NO_FAULTS, type ReadingFaults } from '../curve/reading-faults.ts';
import type { ConfiguredPhase, DetectedPhase } from '../phase-analyse.ts';
import { FALL, MIN_READINGS, FLAG } from '../settings.ts';
import { FLAT_SIGNAL } from '../signal-settings.ts';
import { bubbleFlags, groundlessFlags } from './signal-flags.ts';
import type { CallPolicy } from '../versions/call-policy.ts';
import { readSpan } from '../zones/zone-coverage.ts';

type About = Omit<CallFlag, 'code'>;

const NONE: readonly CallFlag[] = [];

/** Flags faults of single readings: removed spikes and levelled steps. */
function faultFlags({ spikes, steps, clipped }: ReadingFaults, about: About): CallFlag[] {
  const flags: CallFlag[] = [];
  if (clipped > 0) flags.push({ ...about, code: 'saturated', measured: clipped });
  for (const [code, faults] of [
    ['spike', spikes],
    ['step', steps],
  ] as const) {
    for (const { temperature, size } of faults.slice(0, FLAG.mostFaults))
      flags.push({ ...about, code, temperature, measured: size });
  }
  return flags;
}

/** Version 1.0.0 flagged this and still called the well. */
function uncoveredFlags({ phase, settings: { zones } }: ConfiguredPhase, about: About): CallFlag[] {
  const { temperature } = phase.clean;
  const first = at(temperature, 0);
  const last = at(temperature, temperature.length - 1);
  return zones.flatMap(({ name, minTemp, maxTemp }): CallFlag[] => {
    if (minTemp < first)
      return [{ ...about, code: 'zone-not-covered', zone: name, measured: first, limit: minTemp }];
    if (maxTemp > last)
      return [{ ...about, code: 'zone-not-covered', zone: name, measured: last, limit: maxTemp }];
    return [];
  });
}

/** Flags counted peaks within their width of clipped readings: their top may be missing. */
function saturatedFlags(
  { clean: { temperature }, faults }: DetectedPhase,
  accepted: readonly Peak[],
  about: About,
): CallFlag[] {
  if (faults.clipped === 0) return [];
  const { range = [0, 0], gaps = [] } = readSpan(temperature);
  const ends = [...range, ...gaps.flat()];
  return accepted
    .filter(({ tm, width }) => ends.some((end) => Math.abs(tm - end) <= width))
    .map(({ tm, zone }) => ({
      ...about,
      code: 'saturated-melt',
      zone,
      temperature: tm,
      measured: faults.clipped,
    }));
}

/** Flags an inverted curve: no peak counts and the signal rises as steeply as a melt must fall. */
function risingFlags({ phase, settings }: ConfiguredPhase, about: About): CallFlag[] {
  const { detected, clean } = phase;
  if (detected === null) return [];
  const rise = greatestRise(detected, clean.fluorescence);
  const limit = FALL.unresolved * detected.noise;
  if (rise === null || rise.size < limit || rise.height < settings.minThreshold) return [];
  return [{ ...about, code: 'rising-melt', temperature: rise.temperature, measured: rise.size, limit }];
}

/** The number of readings at the minimum or at the maximum, whichever is larger; and the range, RFU. */
function limitsOf(values: Float64Array): { readonly most: number; readonly range: number } {
  let low = 0;
  let high = 0;
  let lowest = Infinity;
  let highest = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const here = at(values, i);
    if (here < lowest) {
      lowest = here;
      low = 1;
    } else if (here === lowest) low++;
    if (here > highest) {
      highest = here;
      high = 1;
    } else if (here === highest) high++;
  }
  return { most: Math.max(low, high), range: highest - lowest };
}

/** A signal without dye: `measured` is its change, %, `limit` the share of equal readings, %. */
function flatFlags(
  { clean: { temperature, fluorescence: value, derivative } }: DetectedPhase,
  about: About,
): CallFlag[] {
  const { most, range } = limitsOf(value);
  const equal = most / value.length;
  if (equal >= FLAT_SIGNAL.equal) return [{ ...about, code: 'no-signal', limit: 100 * equal }];
  const change = derivative === null ? flatChange({ temperature, value }, range) : null;
  return change === null ? [] : [{ ...about, code: 'no-signal', measured: 100 * change }];
}

/** Flags of the readings themselves. */
export function readingFlags(
  configured: ConfiguredPhase,
  accepted: readonly Peak[],
  { needsGrounds }: CallPolicy,
): readonly CallFlag[] {
  const { phase, settings } = configured;
  const about = { phase: settings.phaseType, zone: null, temperature: null, measured: null, limit: null };
  if (phase.detected === null) {
    const measured = phase.clean.temperature.length;
    return [{ ...about, code: 'too-few-readings', measured, limit: MIN_READINGS }];
  }
  const faults = phase.faults === NO_FAULTS ? NONE : faultFlags(phase.faults, about);
  if (!needsGrounds) return faults.concat(uncoveredFlags(configured, about));
  const groundless = groundlessFlags(configured, about);
  if (accepted.length > 0)
    return faults.concat(groundless, saturatedFlags(phase, accepted, about), bubbleFlags(configured, about));
  const flat = flatFlags(phase, about);
  return faults.concat(groundless, flat.length > 0 ? flat : risingFlags(configured, about));
}
