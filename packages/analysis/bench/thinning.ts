import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Peak } from '@curvewell/domain';
import { ANALYSER_PROFILES, readRun } from '@curvewell/instruments';

import { type MeltCurve, plateAnalyse } from '../src/index.ts';
import { HAS_REFERENCE_DATA, REFERENCE_DATA } from '../test/reference-data.ts';
import { peerTm } from './peers.ts';
import type { ReportedPeak } from './score.ts';

export interface ThinningScore {
  readonly file: string;
  /** The thinning factor, and the resulting mean step, °C. */
  readonly every: number;
  readonly step: number;
  readonly curves: number;
  /** Relative to the mean of two unsmoothed peers at full resolution, °C. */
  readonly rms: number;
  readonly bias: number;
  /** Tm more than 1 °C away, or not found. */
  readonly outliers: number;
  /** Fraction of the Tm within 1.96 standard errors, which include the difference between the peers. */
  readonly covered: number;
  /** The same for ml-gsd on the same readings. */
  readonly peerRms: number;
  readonly peerOutliers: number;
}

export interface NamedCurve {
  readonly position: string;
  readonly curve: MeltCurve;
}

/** A Tm on which two peers agree, °C, and the distance of each from it. */
interface KnownTm {
  readonly tm: number;
  readonly error: number;
}

/** Mean Tm of the highest peak by the two unsmoothed peers, for curves on which they agree. */
function unsmoothedTm(file: string): Map<string, KnownTm> {
  const byWell = new Map<string, number[]>();
  for (const line of readFileSync(join(REFERENCE_DATA, 'peer-tm', file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)) {
    const [, name = '', , peer = '', rank = '', tm = ''] = line.split(',');
    if (rank !== '1' || !['mbmca-diffQ', 'R-smooth.spline'].includes(peer)) continue;
    const well = name.split('/').at(-1) ?? name;
    byWell.set(well, [...(byWell.get(well) ?? []), Number(tm)]);
  }
  return new Map(
    [...byWell].flatMap(([well, [first = Number.NaN, second = Number.NaN]]) =>
      Math.abs(first - second) < 0.3
        ? [[well, { tm: (first + second) / 2, error: Math.abs(first - second) / 2 }]]
        : [],
    ),
  );
}

export const thinned = (
  { temperature, fluorescence, quantity }: MeltCurve,
  every: number,
  phase: number,
): MeltCurve => ({
  temperature: temperature.filter((_, i) => i % every === phase),
  fluorescence: fluorescence.filter((_, i) => i % every === phase),
  quantity,
});

const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? Number.NaN;

/** The accepted peaks of each curve, analysed as one plate. */
export function acceptedPeaks(curves: readonly NamedCurve[]): (ReportedPeak & Pick<Peak, 'height'>)[][] {
  const ranges = curves.map(({ curve }) => Math.max(...curve.fluorescence) - Math.min(...curve.fluorescence));
  const phase = {
    phaseType: 'MELT',
    minThreshold: 0.005 * quantile(ranges, 0.5),
    slopeThreshold: 4.72,
    minQuality: 0.4,
    inversed: false,
    zones: [],
  } as const;
  const [calls = []] = plateAnalyse({
    assays: [
      {
        configuration: { channel: 'FAM', phases: [phase], rules: [] },
        wells: curves.map(({ position, curve }) => ({
          position,
          sampleType: 'DNA',
          expectedDiagnostic: null,
          controlGroup: '',
          phases: [{ type: 'MELT', curve }],
        })),
      },
    ],
  });
  return calls.map(({ explanation }) =>
    (explanation.phases[0]?.peaks ?? [])
      .filter((peak) => peak.accepted)
      .map(({ tm, tmError, height }) => ({ tm, tmError, height })),
  );
}

const isInside = (error: number): boolean => Math.abs(error) <= 1;

const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

function scoreThinned(
  {
    file,
    curves,
    truth,
  }: { file: string; curves: readonly NamedCurve[]; truth: ReadonlyMap<string, KnownTm> },
  every: number,
): ThinningScore {
  /**
   * For each curve with a known Tm, thinned in each phase: the nearest peak's distance and standardised
   * distance.
   */
  const distancesBy = (find: (fewer: readonly NamedCurve[]) => ReportedPeak[][]) =>
    Array.from({ length: every }, (_, phase) => {
      const found = find(curves.map((one) => ({ ...one, curve: thinned(one.curve, every, phase) })));
      return curves.flatMap(({ position }, i) => {
        const expected = truth.get(position);
        if (expected === undefined) return [];
        const distances = (found[i] ?? []).map(({ tm, tmError }) => ({
          error: tm - expected.tm,
          inErrors: (tm - expected.tm) / Math.hypot(tmError ?? Infinity, expected.error),
        }));
        const none = { error: Infinity, inErrors: Infinity };
        return [
          distances.reduce((least, d) => (Math.abs(d.error) < Math.abs(least.error) ? d : least), none),
        ];
      });
    }).flat();
  const own = distancesBy(acceptedPeaks);
  const errors = own.map(({ error }) => error);
  const inside = errors.filter(isInside);
  const found = own.filter(({ error }) => isInside(error));
  const peer = distancesBy((fewer) =>
    fewer.map(({ curve }) => peerTm(curve).map((tm) => ({ tm, tmError: null }))),
  ).map(({ error }) => error);
  const first = curves[0]?.curve.temperature ?? new Float64Array(2);
  const span = Math.max(...first) - Math.min(...first);
  return {
    file,
    every,
    step: (every * span) / (first.length - 1),
    curves: errors.length,
    rms: rootMeanSquare(inside),
    peerRms: rootMeanSquare(peer.filter(isInside)),
    peerOutliers: peer.length - peer.filter(isInside).length,
    bias: inside.reduce((sum, error) => sum + error, 0) / inside.length,
    outliers: errors.length - inside.length,
    covered: found.filter(({ inErrors }) => Math.abs(inErrors) <= 1.96).length / found.length,
  };
}

/** A table with a temperature column for all readings, or one for each. */
export function tableCurves(path: string): NamedCurve[] {
  const [head = '', ...rows] = readFileSync(path, 'utf8').replaceAll('"', '').trim().split('\n');
  const numbers = rows.map((row) => row.split(',').map(Number));
  const column = (index: number) => Float64Array.from(numbers, (row) => row[index] ?? Number.NaN);
  const names = head.split(',');
  const isTemperature = (name: string): boolean => /^T(?:emperature|\d+)?$/.test(name);
  return names.flatMap((position, index) => {
    if (isTemperature(position)) return [];
    const before = names.findLastIndex((name, place) => place < index && isTemperature(name));
    return [
      {
        position,
        curve: {
          temperature: column(before),
          fluorescence: column(index),
          quantity: 'fluorescence' as const,
        },
      },
    ];
  });
}

async function runCurves(folder: string, name: string): Promise<NamedCurve[]> {
  const path = join(REFERENCE_DATA, folder, name);
  const profile = ANALYSER_PROFILES.find(({ id }) => id === 'rdml');
  if (profile === undefined) return [];
  const run = await readRun([{ name, bytes: new Uint8Array(readFileSync(path)) }], { profile });
  return run.curves.map(({ position, temperature, value, quantity }) => ({
    position,
    curve: { temperature, fluorescence: value, quantity },
  }));
}

/**
 * Curves at full resolution that the two unsmoothed peers can read: tables `C316.csv`, `C317.csv`, if
 * available.
 */
export async function measureThinning(): Promise<ThinningScore[]> {
  if (!HAS_REFERENCE_DATA) return [];
  const scores: ThinningScore[] = [];
  const hands = join(REFERENCE_DATA, 'r-melt-datasets');
  for (const [name, everies] of [
    ['C317.melt.hr', [5, 10]],
    ['C316.melt.hr', [3, 5]],
    ['VIMCFX96_meltcurve', [2]],
    ['dyemelt', [4, 8]],
  ] as const) {
    const table = readdirSync(hands).find((file) => file === `${name}.converted.csv`);
    if (table === undefined) continue;
    const source = name === 'dyemelt' ? 'cran_qpcR' : 'PCRuniversum_chipPCR';
    const truth = unsmoothedTm(`${source}__data_${name}.csv`);
    for (const every of everies) {
      scores.push(scoreThinned({ file: name, curves: tableCurves(join(hands, table)), truth }, every));
    }
  }
  const curves = await runCurves('rdml-lightcycler480-two-product-mix', 'meltingcurveanalysis.rdml');
  const truth = unsmoothedTm('RDML-consortium_rdmlpython__test_test_mca_1_raw_data.csv');
  for (const every of [1, 2, 4]) {
    scores.push(scoreThinned({ file: 'LightCycler 480 mix', curves, truth }, every));
  }
  return scores;
}
