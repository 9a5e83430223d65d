import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { platePositions } from '@curvewell/domain';
import type { RunCurve } from '@curvewell/instruments';
import { generateRdes, syntheticRun } from '@curvewell/instruments/generate';

import { REFERENCE_DATA } from '../test/reference-data.ts';
import { AMPLITUDE, background, evenGrid, logistic, WIDTH_IN_W } from './mcb1.ts';
import { mixedWidths } from './mixed-widths.ts';
import { normal, uniform } from './random.ts';
import { realMeltPictures } from './real-melt-pictures.ts';

/**
 * Draws the wrong wells in docs/analysis-validation.md, with two versions of the command line: `node
 * bench/pictures.ts --before <main.ts of the older one>`. Real wells are drawn where their files exist. The
 * two pictures of real melts show versions 1.0.0 and 1.1.0; `--real-melts` draws only these.
 */
const { values } = parseArgs({
  options: { before: { type: 'string' }, 'real-melts': { type: 'boolean', default: false } },
});
const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'docs/pictures/analysis');
const PROGRAMS = [
  ...(values.before === undefined ? [] : [['before', values.before] as const]),
  ['after', join(ROOT, 'apps/cli/src/main.ts')] as const,
];

type Curve = Pick<RunCurve, 'temperature' | 'value'>;

interface Picture {
  readonly name: string;
  readonly well: string;
  readonly files: readonly string[];
}

interface Made {
  readonly signal: (temperature: number) => number;
  readonly spoil?: (reading: number, temperature: number) => number;
}

/** °C between readings, and the noise of a reading, RFU. */
const STEP = 0.5;
const NOISE = 3;
const NOISE_OF_PLATE = 10;

const product = (tm: number, width = 2, amplitude = AMPLITUDE) => {
  const w = width / WIDTH_IN_W;
  return (t: number): number => amplitude * logistic(t, tm, w);
};

function made(name: string, { signal, spoil = (reading) => reading }: Made): Picture {
  const random = uniform(1);
  const temperature = Float64Array.from(evenGrid(STEP));
  const value = temperature.map((t) => spoil(background(t) + signal(t) + NOISE * normal(random), t));
  return { name, well: 'A1', files: [written(name, [{ temperature, value }])] };
}

/** A plate of products 2 °C wide, of which 30 % are 3 °C wide. */
function mixed(name: string, well: string): Picture {
  const curves = mixedWidths(0).filter(
    ({ condition }) => condition.step === STEP && condition.snr === AMPLITUDE / NOISE_OF_PLATE,
  );
  const plate = curves.map(({ temperature, fluorescence: value }) => ({ temperature, value }));
  return { name, well, files: [written(name, plate)] };
}

/** Writes a file in a supported format. */
function written(name: string, curves: readonly Curve[]): string {
  const positions = platePositions('RECTANGULAR_96').slice(0, curves.length);
  const wells = positions.map((position) => ({ position, name: null, sampleType: null, melts: [] }));
  const [from = 0, to = 0] = [curves[0]?.temperature[0], curves[0]?.temperature.at(-1)];
  const run = syntheticRun({
    plateType: 'RECTANGULAR_96',
    wells,
    channels: ['FAM'],
    phases: ['MELT'],
    noise: 0,
    seed: 1,
    temperature: { from, to, step: (to - from) / ((curves[0]?.temperature.length ?? 2) - 1) },
  });
  const [file] = generateRdes({
    ...run,
    curves: run.curves.map((curve, i) => ({ ...curve, ...curves[i] })),
  });
  if (file === undefined) throw new Error('the generator wrote no file');
  const path = join(mkdtempSync(join(tmpdir(), 'pictures-')), `${name}.tsv`);
  writeFileSync(path, file.bytes);
  return path;
}

const at = (place: number, size: number) => (reading: number, t: number) =>
  Math.abs(t - place) < STEP / 2 ? reading + size : reading;

function real(name: string, well: string, folder: string, names: RegExp): Picture {
  const path = join(REFERENCE_DATA, folder);
  return {
    name,
    well,
    files: readdirSync(path)
      .filter((file) => names.test(file))
      .map((file) => join(path, file)),
  };
}

const CFX = 'cfx-manager-csv-semicolon/run-2019-07-01-samples-67-68-69-73';
const CFX_FILES = /RFU|Summary|Run Information/;

const hump = product(66, 11, 2000);
const pictures = (): readonly Picture[] => [
  real('strong-melt', 'E4', 'quantstudio1-xlsx-split', /xlsx$/),
  made('spike-100', { signal: product(70), spoil: at(69, 100) }),
  made('spike-300', { signal: product(70), spoil: at(71, -300) }),
  made('spike-1000', { signal: product(70), spoil: at(80, 1000) }),
  made('clipped-top', {
    signal: product(70),
    spoil: (reading) => Math.min(reading, background(69) + product(70)(69)),
  }),
  made('step', { signal: (t) => (t > 70.1 ? -30 : 0) }),
  made('hump', { signal: (t) => product(78, 2, 300)(t) + hump(t) }),
  made('near-end', { signal: product(94.2) }),
  real('shoulder-83', 'A7', CFX, CFX_FILES),
  real('shoulder-78', 'E2', CFX, CFX_FILES),
  mixed('mixed-plate', 'F8'),
];

mkdirSync(FOLDER, { recursive: true });
for (const { name, svg } of realMeltPictures()) writeFileSync(join(FOLDER, `${name}.svg`), svg);
for (const { name, well, files } of values['real-melts'] ? [] : pictures())
  for (const [when, program] of PROGRAMS) {
    const svg = join(FOLDER, `${name}-${when}.svg`);
    const explanation = execFileSync(process.execPath, [program, ...files, '--explain', well, '--svg', svg], {
      encoding: 'utf8',
    });
    process.stdout.write(`## ${name}, ${when}\n${explanation}\n`);
  }
