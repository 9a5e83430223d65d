/**
 * Prints how far two products must be apart to be two peaks in 95 % of curves: the table of `src/resolution/resolution.ts`.
 * Two logistic transitions over the background of the first benchmark, 2 and 3 °C wide, equal or one a fifth of the other,
 * half of the curves with a noise of 1/300 of the larger and half with 1/1000; the worse width counts.
 */
import process from 'node:process';

import { wellAnalyse } from '../src/index.ts';
import { DEFAULT_PHASE } from './analyse.ts';
import { AMPLITUDE, background, evenGrid, logistic, WIDTH_IN_W } from './mcb1.ts';
import { normal, uniform } from './random.ts';

const WANTED = 0.95;
const CURVES = 200;
/** Tenths of a degree. */
const HALF_DEGREE = 5;
const MOST = 80;

interface Pair {
  readonly step: number;
  readonly ratio: number;
  readonly width: number;
  readonly separation: number;
}

const zone = (name: string, centre: number) => ({
  ...{
    name,
    minTemp: centre - 0.4,
    maxTemp: centre + 0.4,
    label: name,
    minThreshold: null,
    minQuality: null,
  },
});

/** Whether both products of a curve are found, with zones that expect them. */
function isResolved({ step, ratio, width, separation }: Pair, seed: number): boolean {
  const random = uniform(seed);
  const tm = 60 + 12 * random();
  const noise = seed % 2 === 0 ? 1 / 300 : 1 / 1000;
  const isLowFirst = random() < 0.5;
  const w = width / WIDTH_IN_W;
  const [first, second] = isLowFirst ? [1, ratio] : [ratio, 1];
  const temperature = Float64Array.from(evenGrid(step));
  const fluorescence = temperature.map(
    (t) =>
      background(t) +
      AMPLITUDE *
        (first * logistic(t, tm, w) + second * logistic(t, tm + separation, w) + noise * normal(random)),
  );
  const phase = { ...DEFAULT_PHASE, zones: [zone('A', tm), zone('B', tm + separation)] };
  const { explanation } = wellAnalyse({
    phases: [{ type: phase.phaseType, curve: { temperature, fluorescence, quantity: 'fluorescence' } }],
    configuration: { channel: 'FAM', phases: [phase], rules: [] },
    sampleType: 'DNA',
  });
  const found = explanation.phases.flatMap(({ peaks }) => peaks.filter(({ accepted }) => accepted));
  // Each of the two, at its place.
  const isFound = (truth: number): boolean =>
    found.some((peak) => Math.abs(peak.tm - truth) < 0.5 * separation);
  return found.length >= 2 && isFound(tm) && isFound(tm + separation);
}

function partResolved(pair: Pair): number {
  let resolved = 0;
  for (let seed = 1; seed <= CURVES; seed++) if (isResolved(pair, seed)) resolved += 1;
  return resolved / CURVES;
}

/** The least distance at which, and for half a degree above it, two products are two peaks, °C. */
function leastSeparation(condition: Omit<Pair, 'separation'>): number {
  let inRow = 0;
  for (let tenths = 8; tenths < MOST; tenths++) {
    inRow = partResolved({ ...condition, separation: tenths / 10 }) < WANTED ? 0 : inRow + 1;
    if (inRow > HALF_DEGREE) return (tenths - HALF_DEGREE) / 10;
  }
  return MOST / 10;
}

process.stdout.write('| step of the readings, °C | equal products, °C | one a fifth as high, °C |\n');
process.stdout.write('| --- | --- | --- |\n');
for (const step of [0.1, 0.2, 0.5, 1]) {
  const worst = [1, 0.2].map((ratio) =>
    Math.max(...[2, 3].map((width) => leastSeparation({ step, ratio, width }))).toFixed(1),
  );
  process.stdout.write(`| ${[step.toFixed(1), ...worst].join(' | ')} |\n`);
}
