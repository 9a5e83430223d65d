/**
 * Prints the distance at which two products are two peaks in 95 % of curves: the table of
 * `src/resolution/resolution.ts`. Two logistic transitions over the background of the first benchmark, 2 and
 * 3 °C wide, equal or one a fifth of the other; half of the curves with a noise of 1/300 of the larger and
 * half with 1/1000. The worse width counts.
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
  name,
  minTemp: centre - 0.4,
  maxTemp: centre + 0.4,
  label: name,
  minThreshold: null,
  minQuality: null,
});

/** The report for both products of a curve, with zones that expect them. */
type Outcome = 'counted' | 'reported' | 'neither';

function outcomeOf({ step, ratio, width, separation }: Pair, seed: number): Outcome {
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
  const isNear = (place: number | null, truth: number): boolean =>
    place !== null && Math.abs(place - truth) < 0.5 * separation;
  // Each of the two at its place.
  const isFound = (truth: number): boolean => found.some((peak) => isNear(peak.tm, truth));
  const isReported = (truth: number): boolean =>
    isFound(truth) || explanation.flags.some(({ temperature }) => isNear(temperature, truth));
  const both = [tm, tm + separation];
  if (found.length >= 2 && both.every(isFound)) return 'counted';
  return both.every(isReported) ? 'reported' : 'neither';
}

function partOf(pair: Pair, wanted: readonly Outcome[]): number {
  let count = 0;
  for (let seed = 1; seed <= CURVES; seed++) if (wanted.includes(outcomeOf(pair, seed))) count += 1;
  return count / CURVES;
}

/** The smallest distance, °C, from which on two products have this outcome over half a degree. */
function leastSeparation(condition: Omit<Pair, 'separation'>, wanted: readonly Outcome[]): number {
  let inRow = 0;
  for (let tenths = 8; tenths < MOST; tenths++) {
    inRow = partOf({ ...condition, separation: tenths / 10 }, wanted) < WANTED ? 0 : inRow + 1;
    if (inRow > HALF_DEGREE) return (tenths - HALF_DEGREE) / 10;
  }
  return MOST / 10;
}

/** Columns: the ratio of the products, and the wanted outcome. */
const COLUMNS = [
  { name: 'equal products, °C', ratio: 1, wanted: ['counted'] },
  { name: 'one a fifth as high, °C', ratio: 0.2, wanted: ['counted'] },
  { name: 'the same, counted or reported, °C', ratio: 0.2, wanted: ['counted', 'reported'] },
] as const;

const write = (cells: readonly string[]): void => {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
};

write(['step of the readings, °C', ...COLUMNS.map(({ name }) => name)]);
write(['---', ...COLUMNS.map(() => '---')]);
for (const step of [0.1, 0.2, 0.5, 1])
  write([
    step.toFixed(1),
    ...COLUMNS.map(({ ratio, wanted }) =>
      Math.max(...[2, 3].map((width) => leastSeparation({ step, ratio, width }, wanted))).toFixed(1),
    ),
  ]);
