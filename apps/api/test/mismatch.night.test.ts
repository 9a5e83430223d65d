import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { MISTAKES, NO_MISTAKE } from './mismatch/mistakes.ts';
import { runMistake } from './mismatch/run-mistake.ts';

let test: TestApp;
let seed = 9000;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Each needs an import, so one mistake for each reporting place, and those that only one place reports. */
const TESTED = [
  'kit that is not set up for this cycler',
  'range too short at its high end',
  'inverted curves',
  'melt in no zone',
  'threshold of another scale: a 200th of the signal',
  'threshold of another scale: an eighth of the signal, without a positive control',
  'lot without an expiry date',
  'trial lot',
  'control of another lot alone',
  'negative control failed in one channel alone',
  'sample and positive control swapped',
  'sample name used twice',
  'file with a time without a zone',
  'kit not validated on this analyser',
];

describe('a plate with a deliberate mistake', () => {
  it('DECIDE-80 has no messages without a mistake', async () => {
    expect(await runMistake(test, NO_MISTAKE, (seed += 1))).toMatchObject({
      messages: [],
      approval: 'approved',
    });
  });

  const tested = MISTAKES.filter(({ name }) => TESTED.includes(name));
  it.each(tested)('DECIDE-81 $name: is named by the check of its approval at the latest', async (mistake) => {
    const { named, isSilent } = await runMistake(test, mistake, (seed += 1));
    expect(named?.at).toBe(mistake.expected.at);
    expect(isSilent).toBe(false);
  });

  it('DECIDE-81 every tested mistake is in the list', () => {
    expect(tested).toHaveLength(TESTED.length);
  });
});
