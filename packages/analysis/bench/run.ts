import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { ALGORITHM_VERSION } from '../src/index.ts';
import { accuracyGoals, type Goal, thinningGoals, throughputGoals } from './goals.ts';
import { checksum, mcb1, MCB1_CHECKSUM } from './mcb1.ts';
import { measureThinning } from './thinning.ts';
import type { Timing } from './processor-time.ts';
import { measureThroughput, type Throughput } from './throughput.ts';

/** Half of the last digit that the published sums are given with. */
const SUM_TOLERANCE = 0.001;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function shown(value: number | null): string {
  if (value === null) return '–';
  return value >= 2 ? value.toFixed(1) : value.toFixed(4);
}

function verdict({ measured, must, stretch, better }: Goal): string {
  const meets = (limit: number): boolean => (better === 'less' ? measured <= limit : measured >= limit);
  if (stretch !== null && meets(stretch)) return 'stretch';
  if (must === null) return '';
  return meets(must) ? 'must' : 'MISSED';
}

function printGoals(title: string, goals: readonly Goal[]): void {
  print(`\n${title}`);
  const row = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(48) : cell.padStart(10))).join('');
  print(row(['', 'plate', 'alone', 'must', 'stretch', 'best peer', 'meets']));
  for (const goal of goals) {
    print(
      row([
        goal.name,
        shown(goal.measured),
        shown(goal.alone),
        shown(goal.must),
        shown(goal.stretch),
        shown(goal.peer),
        verdict(goal),
      ]),
    );
  }
}

function printThroughput({
  coldFull,
  coldPeer,
  curves,
  full,
  detection,
  peer,
  peerSlope,
  floor,
  heapGrowth,
}: Throughput): void {
  const line = (name: string, { warm }: Timing): void => {
    print(
      `${name.padEnd(34)}${warm.toFixed(1).padStart(8)} ms/plate` +
        `${Math.round((1000 * curves) / warm)
          .toString()
          .padStart(9)} curves/s${(peer.warm / warm).toFixed(1).padStart(7)} × ml-gsd`,
    );
  };
  print(`\nThroughput, ${curves} curves of 300 readings, processor time of one thread`);
  line('full analysis', full);
  line('noise and slope alone', detection);
  line('ml-gsd', peer);
  line('ml-savitzky-golay-generalized', peerSlope);
  line('reading every number once', floor);
  print(`first plate of a new process: ${coldFull.toFixed(0)} ms; ml-gsd ${coldPeer.toFixed(0)} ms`);
  print(`heap growth over 100 plates: ${(heapGrowth / 1024).toFixed(0)} KiB`);
}

/**
 * Prints every figure beside its goal and the best peer, and writes them as JSON. It fails on nothing: judging the
 * figures is the reader's.
 */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: '0' }, json: { type: 'string' }, quick: { type: 'boolean' } },
  });
  const seed = Number(values.seed);
  const published = checksum(mcb1(0));
  const isPorted =
    published.numbers === MCB1_CHECKSUM.numbers &&
    Math.abs(published.sum - MCB1_CHECKSUM.sum) < SUM_TOLERANCE;
  print(
    `algorithm ${ALGORITHM_VERSION}, MCB-1 seed ${seed}, checksum ${isPorted ? 'as published' : 'WRONG'}`,
  );
  const throughput = values.quick === true ? null : measureThroughput();
  const accuracy = accuracyGoals(seed);
  const thinning = await measureThinning();
  printGoals('Accuracy (Tm RMSE in °C)', accuracy);
  if (thinning.length === 0) print('\nThinning test skipped: no reference files beside the repository');
  else printGoals('Thinning of real curves (Tm RMS in °C)', thinningGoals(thinning));
  if (throughput !== null) {
    printGoals('Speed, as ratios of processor time', throughputGoals(throughput));
    printThroughput(throughput);
  }
  if (values.json !== undefined) {
    const report = { algorithmVersion: ALGORITHM_VERSION, seed, accuracy, thinning, throughput };
    writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  }
}

await run();
