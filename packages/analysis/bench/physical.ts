import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { givenArguments } from './given-arguments.ts';
import { boundLines } from './physical/bound.ts';
import { physicalReport } from './physical/figures.ts';
import { physicalLines } from './physical/print.ts';
import { JUDGING_SEEDS, TUNING_SEEDS } from './physical/seeds.ts';

/** Prints the physical benchmark: docs/analysis.md. */
const { values } = parseArgs({
  args: givenArguments(),
  options: {
    /** One seed. */
    quick: { type: 'boolean', default: false },
    /** The seeds that decide nothing. */
    judge: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const seeds = values.judge ? JUDGING_SEEDS : TUNING_SEEDS;
const report = physicalReport(
  values.quick ? seeds.slice(0, 1) : seeds,
  TUNING_SEEDS.slice(0, values.quick ? 1 : undefined),
);
process.stdout.write(`${[...physicalLines(report), ...boundLines(report.seeds)].join('\n')}\n`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
