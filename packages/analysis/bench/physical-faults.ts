import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { givenArguments } from './given-arguments.ts';
import { faultCalls, type FaultFigures, faultFigures } from './physical/fault-plates.ts';
import { PHYSICAL_FAULTS } from './physical/faults.ts';
import { JUDGING_SEEDS, TUNING_SEEDS } from './physical/seeds.ts';

/** Prints the results for physical plates with faults: docs/analysis-validation.md. */
const { values } = parseArgs({
  args: givenArguments(),
  options: {
    /** One seed. */
    quick: { type: 'boolean', default: false },
    /** Uses the seeds that no choice depends on. */
    judge: { type: 'boolean', default: false },
    /** Only faults whose names contain this. */
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
});
const kept = values.judge ? JUDGING_SEEDS : TUNING_SEEDS;
const seeds: readonly number[] = values.quick ? kept.slice(0, 1) : kept;

const COLUMNS: readonly (keyof FaultFigures)[] = [
  'wells',
  'wrong',
  'silent',
  'negative',
  'silentNegative',
  'notCalled',
  'flagged',
  'newFlags',
  'beside',
];
const line = (name: string, cells: readonly (string | number)[]): string =>
  `${name.padEnd(36)}${cells.map((cell) => String(cell).padStart(15)).join('')}\n`;

const clean = seeds.flatMap((seed) => faultCalls(null, seed).flat());
const none = faultFigures(
  clean.map((call) => ({ ...call, isSpoilt: true })),
  clean,
);
const rows = [
  { name: 'no fault', figures: none },
  ...PHYSICAL_FAULTS.filter(({ name }) => name.includes(values.only)).map((fault) => ({
    name: fault.isHidden === true ? `${fault.name} (hidden)` : fault.name,
    figures: faultFigures(
      seeds.flatMap((seed) => faultCalls(fault, seed).flat()),
      clean,
    ),
  })),
];
process.stdout.write(`Physical plates with faults, seeds ${seeds.join(', ')}\n`);
process.stdout.write(line('', COLUMNS));
for (const { name, figures } of rows)
  process.stdout.write(
    line(
      name,
      COLUMNS.map((column) => figures[column]),
    ),
  );
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
