/**
 * `pnpm --filter @curvewell/instruments fuzz 100000`: this number of damaged files over all formats, starting
 * at the case given as second argument; by default new cases each day.
 */
import { WRITABLE_FORMATS } from './formats.ts';
import { fuzz } from './fuzz-run.ts';

const total = Number(process.argv[2] ?? '10000');
const DAY_MS = 24 * 3600 * 1000;
const first = Number(process.argv[3] ?? Math.floor(Date.now() / DAY_MS) * 1_000_000);
const each = Math.ceil(total / WRITABLE_FORMATS.length);
let wrong = 0;
for (const { name } of WRITABLE_FORMATS) {
  const outcomes = await fuzz({ format: name, first, last: first + each });
  const sorted = [...outcomes].sort(([, a], [, b]) => b - a);
  wrong += sorted.filter(([outcome]) => outcome.startsWith('case')).length;
  process.stdout.write(`${name}: ${sorted.map(([outcome, count]) => `${outcome} ${count}`).join(', ')}\n`);
}
process.stdout.write(
  `${each * WRITABLE_FORMATS.length} damaged files from case ${first} on, ${wrong} outcomes that must not be\n`,
);
process.exitCode = wrong === 0 ? 0 : 1;
