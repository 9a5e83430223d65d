import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { ALGORITHM_VERSION } from '../src/index.ts';
import {
  accuracyGoals,
  type AccuracyGoal,
  benchmarkScored,
  type Goal,
  isWorseThanAlone,
  meetsMust,
  skewedGoals,
  thinningGoals,
  throughputGoals,
} from './goals.ts';
import { type Comparison, comparedLines, markdownLines } from './compared.ts';
import { givenArguments } from './given-arguments.ts';
import { checksum, mcb1, MCB1_CHECKSUM } from './mcb1.ts';
import { mcb1Report } from './mcb1-figures.ts';
import { availablePeers } from './peers/available.ts';
import { PLATE_KINDS } from './plate-kinds.ts';
import { physicalReport } from './physical/figures.ts';
import { JUDGING_SEEDS, TUNING_SEEDS } from './physical/seeds.ts';
import { measureReplicates, type Replicates } from './replicate-spread.ts';
import { measureSkewed, type SkewedTime } from './skewed-throughput.ts';
import { measureThinning } from './thinning.ts';
import type { Timing } from './processor-time.ts';
import { measureThroughput, type Throughput } from './throughput.ts';

const { values } = parseArgs({
  args: givenArguments(),
  options: {
    seed: { type: 'string', multiple: true, default: ['0'] },
    json: { type: 'string' },
    /** One seed besides the peers, without those in other languages and without timings. */
    quick: { type: 'boolean', default: false },
    /** Also the seeds that no choice depends on. */
    judge: { type: 'boolean', default: false },
    /** Prints tables as Markdown rows. */
    markdown: { type: 'boolean', default: false },
  },
});

/** Half of the last published digit of the sums. */
const SUM_TOLERANCE = 0.001;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function shown(value: number | null): string {
  if (value === null) return '–';
  return value >= 2 ? value.toFixed(1) : value.toFixed(4);
}

const range = (must: Goal['must']): string =>
  must === null || typeof must === 'number' ? shown(must) : must.map((limit) => limit.toFixed(2)).join('–');

function verdict(goal: Omit<Goal, 'name' | 'measured' | 'peer'>, values: readonly number[]): string {
  const { must, stretch, better } = goal;
  const isStretched = (value: number): boolean =>
    stretch !== null && (better === 'less' ? value <= stretch : value >= stretch);
  if (values.every(isStretched)) return 'stretch';
  if (must === null) return '';
  return values.every((value) => meetsMust(goal, value)) ? 'must' : 'MISSED';
}

const row = (cells: readonly string[]): string =>
  values.markdown
    ? `| ${cells.join(' | ')} |`
    : cells.map((cell, i) => (i === 0 ? cell.padEnd(48) : cell.padStart(11))).join('');

/** The header of a table; Markdown needs a separator line below it. */
function printHead(cells: readonly string[]): void {
  print(row(cells));
  if (values.markdown) print(row(cells.map(() => '---')));
}

function printGoals(title: string, goals: readonly Goal[]): void {
  print(`\n${title}`);
  printHead(['', 'measured', 'must', 'stretch', 'best peer', 'meets']);
  for (const goal of goals) {
    const { name, measured, must, stretch, peer } = goal;
    const limits = [range(must), shown(stretch), shown(peer), verdict(goal, [measured])];
    print(row([name, shown(measured), ...limits]));
  }
}

function printAccuracy(title: string, goals: readonly AccuracyGoal[]): void {
  print(`\n${title}`);
  printHead(['', ...PLATE_KINDS, 'must', 'stretch', 'best peer', 'meets']);
  for (const goal of goals) {
    const { name, measured, must, stretch, peer } = goal;
    const values = PLATE_KINDS.map((kind) => measured[kind]);
    const worse = PLATE_KINDS.filter((kind) => isWorseThanAlone(goal, kind));
    const limits = [range(must), shown(stretch), shown(peer), verdict(goal, values)];
    const note = worse.length === 0 ? '' : `  worse than alone: ${worse.join(', ')}`;
    print(row([name, ...values.map(shown), ...limits]) + note);
  }
}

/** A limit may be met by all seeds together and missed by one. */
function printMissed(
  seeds: readonly { readonly seed: number; readonly accuracy: readonly AccuracyGoal[] }[],
) {
  for (const { seed, accuracy } of seeds)
    for (const goal of accuracy)
      for (const kind of PLATE_KINDS) {
        const value = goal.measured[kind];
        if (!meetsMust(goal, value)) print(`missed by seed ${seed}, ${kind}: ${goal.name} ${shown(value)}`);
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

function printReplicates({ spreads, missing }: Replicates): void {
  print('\nIdentical wells of public plates: spread of Tm beside the SE(Tm) that is stated, °C');
  print('| curves | step | analysed | wells | spread | SE(Tm) | spread / SE | within 1.96 SE |');
  print('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const { file, step, analysed, wells, spread, stated, ratio, covered } of spreads) {
    const figures = [step.toFixed(2), analysed, wells, spread.toFixed(3), stated.toFixed(3)];
    print(`| ${[file, ...figures, ratio.toFixed(2), covered.toFixed(2)].join(' | ')} |`);
  }
  if (missing.length > 0) print(`Skipped, because they are not beside the repository: ${missing.join(', ')}`);
}

function printSkewed(times: readonly SkewedTime[]): void {
  print('\nPlates of real melts, 96 wells, ms of processor time a plate');
  printHead(['', 'ms', 'ml-gsd', '× ml-gsd']);
  for (const { name, plates, own, peer, ratio } of times)
    print(row([`${plates} ${name}`, own.toFixed(1), peer.toFixed(1), ratio.toFixed(2)]));
}

/** Both benchmarks with the available peers. */
function compared(): { readonly comparisons: readonly Comparison[]; readonly note: string | null } {
  const { peers, note } = availablePeers(values.quick);
  const first = values.quick ? 1 : undefined;
  const tuning = TUNING_SEEDS.slice(0, first);
  const seeds = (values.judge ? JUDGING_SEEDS : TUNING_SEEDS).slice(0, first);
  const physical = physicalReport(seeds, tuning, peers);
  return { comparisons: values.quick ? [physical] : [mcb1Report(seeds, tuning, peers), physical], note };
}

function printCompared({ comparisons, note }: ReturnType<typeof compared>): void {
  print('\nBoth benchmarks beside peers');
  (values.markdown ? markdownLines : comparedLines)(comparisons).forEach(print);
  if (note !== null) print(note);
}

/**
 * Prints every figure with its goal and the best peer's, and writes them as JSON. Never fails: the reader
 * judges the figures.
 */
async function run(): Promise<void> {
  const published = checksum(mcb1(0));
  const isPorted =
    published.numbers === MCB1_CHECKSUM.numbers &&
    Math.abs(published.sum - MCB1_CHECKSUM.sum) < SUM_TOLERANCE;
  print(
    `algorithm ${ALGORITHM_VERSION}, seed ${values.seed.join(', ')}, checksum ${isPorted ? 'as published' : 'WRONG'}`,
  );
  const speed = values.quick ? null : { throughput: measureThroughput(), skewed: measureSkewed() };
  const scored = values.seed.map((seed) => ({ seed: Number(seed), byKind: benchmarkScored(Number(seed)) }));
  const accuracy = accuracyGoals(scored.map(({ byKind }) => byKind));
  const bySeed = scored.map(({ seed, byKind }) => ({ seed, accuracy: accuracyGoals([byKind]) }));
  const beside = compared();
  const thinning = await measureThinning();
  const replicates = measureReplicates();
  printAccuracy('Accuracy by what a curve shares its plate with (Tm RMSE in °C)', accuracy);
  if (bySeed.length > 1) printMissed(bySeed);
  printCompared(beside);
  if (thinning.length === 0) print('\nThinning test skipped: no reference files beside the repository');
  else printGoals('Thinning of real curves (Tm RMS in °C)', thinningGoals(thinning));
  printReplicates(replicates);
  if (speed !== null) {
    const { throughput, skewed } = speed;
    printGoals('Speed, as ratios of processor time', [
      ...throughputGoals(throughput),
      ...skewedGoals(skewed),
    ]);
    printThroughput(throughput);
    printSkewed(skewed);
  }
  if (values.json !== undefined) {
    const { comparisons } = beside;
    const report = {
      algorithmVersion: ALGORITHM_VERSION,
      accuracy,
      bySeed,
      comparisons,
      thinning,
      replicates,
      ...speed,
    };
    writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  }
}

await run();
