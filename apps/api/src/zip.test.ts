import { buffer } from 'node:stream/consumers';

import { expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';

import { zipStream } from './zip.ts';

async function namesOf(names: readonly string[]): Promise<string[]> {
  const read = () => Promise.resolve(new Uint8Array());
  const zip = await fromBufferPromise(await buffer(zipStream(names.map((name) => ({ name, read })))));
  const found = [];
  for await (const { fileName } of zip.eachEntry()) found.push(fileName);
  return found;
}

it('names that come twice are numbered, past those that are taken already', async () => {
  // The second `a.csv` and the third entry were both called `a_2.csv`.
  expect(await namesOf(['a.csv', 'a.csv', 'a_2.csv'])).toEqual(['a.csv', 'a_2.csv', 'a_2_2.csv']);
  expect(await namesOf(['a_2.csv', 'a.csv', 'a.csv', 'a.csv'])).toEqual([
    'a_2.csv',
    'a.csv',
    'a_3.csv',
    'a_4.csv',
  ]);
});

it('names that are equal once made safe, or on a system that ignores capitals, are told apart', async () => {
  expect(await namesOf(['a/b.csv', 'a_b.csv', 'A_B.csv', 'run'])).toEqual([
    'a_b.csv',
    'a_b_2.csv',
    'A_B_3.csv',
    'run',
  ]);
});
