import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Peak } from '@curvewell/contracts';
import { ANALYSER_PROFILES, readRun } from '@curvewell/instruments';

import { runAnalyse } from '../src/cli/analyse-run.ts';

/** Public instrument files with published answers beside the repository; they are not part of it. */
const FOLDER = join(import.meta.dirname, '../../../../shared/data');

export const HAS_REAL_RUNS = existsSync(FOLDER);
export const WHY_SKIPPED = 'the public instrument files are not beside this repository';

const namesOf = (folder: string, names: RegExp): string[] =>
  readdirSync(join(FOLDER, folder))
    .filter((name) => names.test(name))
    .sort();

/** The peaks of each well of a run, by dye and position (`SYBR A1`), as the command line finds them without a kit. */
export async function realPeaks(
  { folder, names, profile }: { readonly folder: string; readonly names: RegExp; readonly profile: string },
  minThreshold: number | null = null,
): Promise<Map<string, readonly Peak[]>> {
  const analyser = ANALYSER_PROFILES.find(({ id }) => id === profile);
  if (analyser === undefined) throw new Error(`no analyser ${profile}`);
  const files = namesOf(folder, names).map((name) => ({
    name,
    bytes: new Uint8Array(readFileSync(join(FOLDER, folder, name))),
  }));
  const run = await readRun(files, { profile: analyser });
  const wells = runAnalyse(run, {
    kit: null,
    plate: new Map(),
    minThreshold,
    inversed: false,
    algorithm: '1.0.0',
  });
  return new Map(
    wells.map(({ curves, position, explanation }) => [
      `${curves[0]?.dye ?? ''} ${position}`,
      explanation.phases.flatMap(({ peaks }) => peaks),
    ]),
  );
}

/** The rows of a table of answers as records of its headings. */
export function truthRows(path: string): Record<string, string>[] {
  const [head = '', ...rows] = readFileSync(join(FOLDER, path), 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  return rows.map((row) => {
    const cells = row.split(',');
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
}

export const truthJson = (path: string): unknown => JSON.parse(readFileSync(join(FOLDER, path), 'utf8'));
