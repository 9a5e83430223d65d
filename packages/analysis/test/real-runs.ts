import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CallExplanation, Peak } from '@curvewell/domain';
import { ANALYSER_PROFILES, readRun } from '@curvewell/instruments';

import { type MeltCurve, openConfiguration, plateAnalyse } from '../src/index.ts';
import { REFERENCE_DATA } from './reference-data.ts';

const namesOf = (folder: string, names: RegExp): string[] =>
  readdirSync(join(REFERENCE_DATA, folder))
    .filter((name) => names.test(name))
    .sort();

/** Whether all wells of a run are analysed together, or each by itself. */
export type RealPlate = 'whole' | 'alone';

export interface RealRun {
  readonly folder: string;
  readonly names: RegExp;
  readonly profile: string;
}

/** A well of a real run with its readings, and its call without a kit. */
export interface RealWell {
  readonly readings: readonly MeltCurve[];
  readonly explanation: CallExplanation;
}

export interface RealOptions {
  readonly minThreshold?: number | null;
  readonly inversed?: boolean;
  readonly plate?: RealPlate;
}

/** The wells of a run, by dye and position (`SYBR A1`), as called by the command line without a kit. */
export async function realWells(
  { folder, names, profile }: RealRun,
  { minThreshold = null, inversed = false, plate = 'whole' }: RealOptions = {},
): Promise<Map<string, RealWell>> {
  const analyser = ANALYSER_PROFILES.find(({ id }) => id === profile);
  if (analyser === undefined) throw new Error(`no analyser ${profile}`);
  const files = namesOf(folder, names).map((name) => ({
    name,
    bytes: new Uint8Array(readFileSync(join(REFERENCE_DATA, folder, name))),
  }));
  const run = await readRun(files, { profile: { ...analyser, maxNumberOfFilesByRun: 50 } });
  const channels = [...Map.groupBy(run.curves, ({ channel }) => channel)].map(([channel, curves]) => {
    const wells = [...Map.groupBy(curves, ({ position }) => position)].map(([position, ofWell]) => ({
      position,
      dye: ofWell[0]?.dye ?? '',
      phases: ofWell.map(({ phase, temperature, value, quantity }) => ({
        type: phase,
        curve: { temperature, fluorescence: value, quantity },
      })),
    }));
    const phases = wells.flatMap((well) => well.phases);
    return { wells, configuration: openConfiguration(channel, phases, { minThreshold, inversed }) };
  });
  return new Map(
    channels.flatMap(({ wells, configuration }) =>
      (plate === 'whole' ? [wells] : wells.map((well) => [well])).flatMap((together) => {
        const called = together.map(({ position, phases }) => ({
          position,
          phases,
          sampleType: 'BLOOD' as const,
          expectedDiagnostic: null,
          controlGroup: 'run',
        }));
        const [calls = []] = plateAnalyse({ assays: [{ configuration, wells: called }] });
        return together.flatMap(({ dye, position, phases }, well) => {
          const explanation = calls[well]?.explanation;
          const readings = phases.map(({ curve }) => curve);
          return explanation === undefined
            ? []
            : [[`${dye} ${position}`, { readings, explanation }] as const];
        });
      }),
    ),
  );
}

/** The peaks of each well of a run. */
export async function realPeaks(
  run: RealRun,
  minThreshold: number | null = null,
  plate: RealPlate = 'whole',
): Promise<Map<string, readonly Peak[]>> {
  const wells = await realWells(run, { minThreshold, plate });
  return new Map(
    [...wells].map(([well, { explanation }]) => [well, explanation.phases.flatMap(({ peaks }) => peaks)]),
  );
}

/** The rows of a table of expected results, by header. */
export function truthRows(path: string): Record<string, string>[] {
  const [head = '', ...rows] = readFileSync(join(REFERENCE_DATA, path), 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  return rows.map((row) => {
    const cells = row.split(',');
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
}

export const truthJson = (path: string): unknown =>
  JSON.parse(readFileSync(join(REFERENCE_DATA, path), 'utf8'));
