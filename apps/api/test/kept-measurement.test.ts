import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { keptMeasurement } from './kept-measurement.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'curvewell-measurements-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('TRUST-520 parts of a campaign add up at one commit, are not repeated, and start again at another', () => {
  const campaign = { name: 'tried', what: 'inputs', command: 'try', folder, keeps: true };
  const file = path.join(folder, 'tried.json');
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as { commit: string; parts: object[] };
  const first = keptMeasurement(campaign);
  expect(first.has('1')).toBe(false);
  first.add({ part: '1', count: 100, failures: {}, seconds: 2.4 });
  const again = keptMeasurement(campaign);
  expect([again.has('1'), again.has('2')]).toEqual([true, false]);
  again.add({ part: '2', count: 50, failures: { refused: 2 }, seconds: 1 });
  again.add({ part: '2', count: 50, failures: { refused: 3 }, seconds: 1 });
  expect(read()).toMatchObject({
    what: 'inputs',
    command: 'try',
    count: 150,
    failures: { refused: 3 },
    seconds: 3,
    parts: [{ part: '1' }, { part: '2' }],
  });
  expect(read().commit).toMatch(/^[0-9a-f]{40}\+?$/);

  writeFileSync(file, JSON.stringify({ ...read(), commit: 'another' }));
  const later = keptMeasurement(campaign);
  expect(later.has('1')).toBe(false);
  later.add({ part: '3', count: 1, failures: {}, seconds: 0 });
  expect(read()).toMatchObject({ count: 1, failures: {}, parts: [{ part: '3' }] });
});

it('TRUST-520 nothing is stored or skipped unless requested', () => {
  const campaign = { name: 'untried', what: '', command: '', folder, keeps: false };
  keptMeasurement(campaign).add({ part: '1', count: 1, failures: {}, seconds: 1 });
  expect(keptMeasurement(campaign).has('1')).toBe(false);
  expect(() => readFileSync(path.join(folder, 'untried.json'))).toThrow(/ENOENT/);
});
