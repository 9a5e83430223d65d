import { platePositions } from '@curvewell/contracts';
import { sgg } from 'ml-savitzky-golay-generalized';

import { at, itemAt } from '../../src/at.ts';
import type { ChannelConfiguration } from '../../src/configuration.ts';
import { type MeltCurve, plateAnalyse } from '../../src/index.ts';
import { DEFAULT_PHASE } from '../analyse.ts';
import { peerTm } from '../peers.ts';
import type { ReportedPeak } from '../score.ts';
import type { Kit } from './kits.ts';

/** What is read of a well; its truth is not. */
export interface Readings {
  readonly temperature: Float64Array;
  readonly fluorescence: Float64Array;
}

/** What a method says of a well. */
export interface Told {
  readonly peaks: readonly ReportedPeak[];
  readonly zones: readonly string[];
  /** Places of doubts, °C; null: of the whole well. */
  readonly flags: readonly (number | null)[];
}

/** Reads the wells of one plate by a kit; null: without zones. */
export type Method = (wells: readonly Readings[], kit: Kit | null) => Told[];

export const curveOf = ({ temperature, fluorescence }: Readings): MeltCurve => ({
  temperature,
  fluorescence,
  quantity: 'fluorescence',
});

const rule = (zones: readonly string[]) => ({
  zones,
  diagnostic: zones.join(' + ') || 'NEGATIVE',
  expressions: [],
});

export function configurationOf(kit: Kit | null, usesTemplates = false): ChannelConfiguration {
  const zones = (kit?.targets ?? []).map(({ name, from, to }) => ({
    ...{ name, label: name, minTemp: from, maxTemp: to },
    ...{ minThreshold: null, minQuality: null },
  }));
  const names = zones.map(({ name }) => name);
  const pairs = names.flatMap((one, k) => names.slice(k + 1).map((other) => [one, other]));
  return {
    channel: 'FAM',
    phases: [{ ...DEFAULT_PHASE, zones }],
    rules: zones.length === 0 ? [] : [[], ...names.map((name) => [name]), ...pairs].map(rule),
    ...(usesTemplates && { meltTemplates: { from: 'plate' } }),
  };
}

export const POSITIONS = platePositions('RECTANGULAR_96');

const analysed =
  (usesTemplates: boolean): Method =>
  (wells, kit) => {
    const [calls = []] = plateAnalyse({
      assays: [
        {
          configuration: configurationOf(kit, usesTemplates),
          wells: wells.map((well, i) => ({
            position: itemAt(POSITIONS, i),
            ...({ sampleType: 'DNA', expectedDiagnostic: null, controlGroup: '' } as const),
            phases: [{ type: 'MELT', curve: curveOf(well) }],
          })),
        },
      ],
    });
    return calls.map(({ explanation: { phases, flags, zonesHit } }) => ({
      peaks: phases.flatMap(({ peaks }) => peaks.filter(({ accepted }) => accepted)),
      zones: zonesHit,
      flags: flags.map(({ temperature }) => temperature),
    }));
  };

export const ownMethod = analysed(false);
/** The same with the templates of the plate switched on. */
export const templateMethod = analysed(true);

const zonesOf = (tms: readonly number[], kit: Kit | null): string[] =>
  (kit?.targets ?? [])
    .filter(({ from, to }) => tms.some((tm) => tm >= from && tm <= to))
    .map(({ name }) => name);

const toldOf = (tms: readonly number[], kit: Kit | null): Told => ({
  peaks: tms.map((tm) => ({ tm, tmError: null })),
  zones: zonesOf(tms, kit),
  flags: [],
});

export const gsdMethod: Method = (wells, kit) => wells.map((well) => toldOf(peerTm(curveOf(well)), kit));

/** Settings of Savitzky–Golay smoothing and of the search for maxima. */
export interface SmoothingSettings {
  /** °C. */
  readonly window: number;
  readonly polynomial: number;
  /** Least prominence: as a part of the highest, RFU/°C, and in standard errors of the slope. */
  readonly part: number;
  readonly least: number;
  readonly errors: number;
}

const FEWEST_READINGS = 5;

const stepOf = ({ temperature }: Readings): number =>
  (at(temperature, temperature.length - 1) - at(temperature, 0)) / (temperature.length - 1);

function readingsIn(readings: Readings, { window }: SmoothingSettings): number {
  const half = Math.round(window / stepOf(readings) / 2);
  return 2 * Math.max((FEWEST_READINGS - 1) / 2, half) + 1;
}

function smoothedSlope(readings: Readings, settings: SmoothingSettings): Float64Array {
  const { temperature, fluorescence } = readings;
  const windowSize = readingsIn(readings, settings);
  const options = { windowSize, polynomial: settings.polynomial, derivative: 1 };
  return sgg(fluorescence, temperature, options).map((one) => -one);
}

/** How far a maximum stands above the higher of the two valleys beside it. */
function prominenceOf(slope: Float64Array, place: number): number {
  const top = at(slope, place);
  const valley = (side: 1 | -1): number => {
    let low = top;
    for (let i = place + side; i >= 0 && i < slope.length && at(slope, i) <= top; i += side)
      low = Math.min(low, at(slope, i));
    return low;
  };
  return top - Math.max(valley(1), valley(-1));
}

/** Maxima of a smoothed slope with their prominence, as `find_peaks` has it, and a parabola through the highest three. */
function maximaOf({ temperature }: Readings, slope: Float64Array) {
  const found: { readonly tm: number; readonly prominence: number }[] = [];
  for (let i = 1; i < slope.length - 1; i++) {
    const [left, here, right] = [at(slope, i - 1), at(slope, i), at(slope, i + 1)];
    if (left >= here || right > here || here <= 0) continue;
    const bend = left - 2 * here + right;
    const place = bend < 0 ? (0.5 * (left - right)) / bend : 0;
    const tm = at(temperature, i) + place * (at(temperature, i + 1) - at(temperature, i));
    found.push({ tm, prominence: prominenceOf(slope, i) });
  }
  return found;
}

/** How much more noise a cubic's slope has than a quadratic's: 5/2 for many readings. */
const CUBIC_GAIN = 2.5;

/** Standard error of a smoothed slope, RFU/°C: that of a straight line through its window. */
function slopeError(readings: Readings, settings: SmoothingSettings): number {
  const { temperature, fluorescence } = readings;
  const step = stepOf(readings);
  const differences = Array.from({ length: temperature.length - 3 }, (_, i) => {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => at(fluorescence, i + k));
    return Math.abs((d ?? 0) - 3 * (c ?? 0) + 3 * (b ?? 0) - (a ?? 0)) / Math.sqrt(20);
  });
  const sigma =
    1.4826 *
    itemAt(
      differences.sort((a, b) => a - b),
      differences.length >> 1,
    );
  const n = readingsIn(readings, settings);
  const straight = (sigma * Math.sqrt(12 / (n * (n * n - 1)))) / step;
  return settings.polynomial === 3 ? CUBIC_GAIN * straight : straight;
}

/** What the prominences of a well's maxima are held against. */
export interface Maxima {
  readonly tops: ReturnType<typeof maximaOf>;
  readonly error: number;
}

export function standingOut(
  { tops, error }: Maxima,
  { part, least, errors }: Pick<SmoothingSettings, 'part' | 'least' | 'errors'>,
): number[] {
  const highest = tops.reduce((most, { prominence }) => Math.max(most, prominence), 0);
  const limit = Math.max(least, part * highest, errors * error);
  return tops.filter(({ prominence }) => prominence >= limit).map(({ tm }) => tm);
}

export const smoothedMaxima = (readings: Readings, settings: SmoothingSettings): Maxima => ({
  tops: maximaOf(readings, smoothedSlope(readings, settings)),
  error: slopeError(readings, settings),
});

/** Savitzky–Golay and a search for maxima, as laboratories write it. */
export const smoothingMethod =
  (settings: SmoothingSettings): Method =>
  (wells, kit) =>
    wells.map((well) => toldOf(standingOut(smoothedMaxima(well, settings), settings), kit));
