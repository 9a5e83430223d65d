import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { comparedLines, markdownLines } from './compared.ts';
import { givenArguments } from './given-arguments.ts';
import { availablePeers } from './peers/available.ts';
import { boundLines } from './physical/bound.ts';
import { physicalReport } from './physical/figures.ts';
import { JUDGING_SEEDS, TUNING_SEEDS } from './physical/seeds.ts';

/** Prints the physical benchmark: docs/analysis-validation.md. */
const { values } = parseArgs({
  args: givenArguments(),
  options: {
    /** One seed, without peers in other languages. */
    quick: { type: 'boolean', default: false },
    /** Uses the seeds that no choice depends on. */
    judge: { type: 'boolean', default: false },
    /** Prints Markdown rows. */
    markdown: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const seeds = (values.judge ? JUDGING_SEEDS : TUNING_SEEDS).slice(0, values.quick ? 1 : undefined);
const { peers, note } = availablePeers(values.quick);
const report = physicalReport(seeds, TUNING_SEEDS.slice(0, values.quick ? 1 : undefined), peers);
const lines = values.markdown ? markdownLines([report]) : comparedLines([report]);
const bounds = boundLines(seeds);
process.stdout.write(`${[...lines, ...(note === null ? [] : [note]), ...bounds].join('\n')}\n`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
