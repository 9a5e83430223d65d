import { parseArgs } from 'node:util';

import {
  type FaultScore,
  faultScore,
  reportedAlone,
  reportedByPeer,
  reportedOnPlates,
} from './fault-goals.ts';
import { faultCurves, type FaultSet } from './fault-sets.ts';
import { faultFigure, FAULTS_WANTED } from './fault-wanted.ts';
import { givenArguments } from './given-arguments.ts';
import { meetsMust } from './goals.ts';

/**
 * Prints how well curves with faults are analysed, with ml-gsd and the goals: docs/analysis-validation.md.
 */
const { values } = parseArgs({
  args: givenArguments(),
  options: {
    seed: { type: 'string', default: '0' },
    /** Analyses each curve alone and prints figures only, for the test. */
    json: { type: 'boolean', default: false },
  },
});

const SETS: readonly FaultSet[] = ['X1', 'X2', 'X3', 'X4', 'X5', 'X6'];
const curves = faultCurves(Number(values.seed));

/** The digits of the peers' figures. */
const DIGITS = 3;

/** A figure, its goal, and whether it is reached. */
function figuresText(set: FaultSet, score: FaultScore): string {
  return FAULTS_WANTED.filter((wanted) => wanted.set === set)
    .map((wanted) => {
      const measured = faultFigure(score, wanted.figure);
      const must = typeof wanted.must === 'number' ? String(wanted.must) : wanted.must.join('–');
      return `  ${wanted.figure} ${measured.toFixed(4)} ${meetsMust(wanted, Number(measured.toFixed(DIGITS))) ? 'met' : 'missed'} (${must})`;
    })
    .join('');
}

if (values.json) {
  const alone = reportedAlone(curves);
  const scores = Object.fromEntries(SETS.map((set) => [set, faultScore(curves, alone, set)]));
  process.stdout.write(JSON.stringify(scores));
} else {
  const methods = {
    alone: reportedAlone(curves),
    plate: reportedOnPlates(curves),
    'ml-gsd': reportedByPeer(curves),
  };
  for (const set of SETS)
    for (const [method, reported] of Object.entries(methods)) {
      const score = faultScore(curves, reported, set);
      process.stdout.write(
        `${set} ${method.padEnd(8)} ${score.curves} curves${figuresText(set, score)}  silent curves ${score.silent}\n`,
      );
    }
}
