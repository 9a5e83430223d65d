import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { ANALYSER_PROFILES, readRunOfAny } from '@curvewell/instruments';
import { expect, test } from 'vitest';

import { findCq } from '../src/index.ts';
import { HAS_REFERENCE_DATA, REFERENCE_DATA, WHY_SKIPPED } from './reference-data.ts';

/** Real runs whose files state Cq: the least number that is found, and the limits of 90 % of the differences, cycles. */
const RUNS = [
  ['rdml-cfx96-fam-cy5', /rdml$/, 20, [-0.5, 0.9]],
  ['cfx-manager-csv-semicolon/run-2019-07-11-sample-48-partial-plate', /csv$/, 17, [-1.6, 0.9]],
  ['cfx-manager-csv-semicolon/run-2019-04-18-five-fluorophores', /csv$/, 79, [-1.2, 1.2]],
  ['quantstudio7pro-xlsx-single', /xlsx$/, 96, [0.5, 0.8]],
  ['stepone-xls-melt', /xls$/, 45, [2.1, 3.1]],
  ['rdes-tsv', /tsv$/, 54, [0, 2]],
  ['lightcycler480-txt', /Edward/, 275, [1.9, 3.6]],
] as const;

/** Allows as many files as the published folders have. */
const profiles = ANALYSER_PROFILES.map((one) => ({ ...one, maxNumberOfFilesByRun: 50 }));

test.skipIf(!HAS_REFERENCE_DATA).each(RUNS)(
  `DIAG-84 finds the Cq of the real run %s as far from its software’s as documented (else ${WHY_SKIPPED})`,
  async (folder, names, least, [low, high]) => {
    const files = readdirSync(join(REFERENCE_DATA, folder))
      .filter((name) => names.test(name))
      .map((name) => {
        const bytes = readFileSync(join(REFERENCE_DATA, folder, name));
        const isPacked = name.endsWith('.gz');
        return {
          name: isPacked ? name.slice(0, -3) : name,
          bytes: new Uint8Array(isPacked ? gunzipSync(bytes) : bytes),
        };
      });
    const { run } = await readRunOfAny(files, { profiles });
    const stated = run.amplification.filter(({ cq, cycle }) => typeof cq === 'number' && cycle.length > 0);
    const found = stated.map(({ cq, ...readings }) => ({ cq: Number(cq), found: findCq(readings) }));
    // A curve with a Cq is never found to have none.
    expect(found.filter(({ found: { outcome } }) => outcome === 'none')).toEqual([]);
    // A curve whose file states that there is no Cq is never found to have one: four are steps.
    const without = run.amplification.filter(({ cq, cycle }) => cq === 'none' && cycle.length > 0);
    expect(without.filter((readings) => findCq(readings).outcome === 'amplified')).toEqual([]);
    const differences = found
      .flatMap(({ cq, found: one }) => (one.outcome === 'amplified' ? [one.cq - cq] : []))
      .sort((a, b) => a - b);
    expect(differences.length).toBeGreaterThanOrEqual(least);
    const at = (part: number) => differences[Math.floor(part * (differences.length - 1))] ?? Number.NaN;
    expect(at(0.05)).toBeGreaterThanOrEqual(low);
    expect(at(0.95)).toBeLessThanOrEqual(high);
  },
);
