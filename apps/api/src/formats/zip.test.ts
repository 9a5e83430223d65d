import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';

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

it('repeated names are numbered, skipping taken ones', async () => {
  // The second `a.csv` and the third entry used to be both named `a_2.csv`.
  expect(await namesOf(['a.csv', 'a.csv', 'a_2.csv'])).toEqual(['a.csv', 'a_2.csv', 'a_2_2.csv']);
  expect(await namesOf(['a_2.csv', 'a.csv', 'a.csv', 'a.csv'])).toEqual([
    'a_2.csv',
    'a.csv',
    'a_3.csv',
    'a_4.csv',
  ]);
});

it('a name without an extension is numbered at its end', async () => {
  expect(await namesOf(['run', 'run', 'a.b c', 'a.b c'])).toEqual(['run', 'run_2', 'a.b c', 'a.b c_2']);
});

it('each file has its own bytes, and equal files make an equal zip', async () => {
  const contents = { 'a.csv': 'first', 'b.csv': 'second' };
  const made = () =>
    buffer(
      zipStream(
        Object.entries(contents).map(([name, content]) => ({
          name,
          read: () => Promise.resolve(new TextEncoder().encode(content)),
        })),
      ),
    );
  const zip = await fromBufferPromise(await made());
  const found: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    found[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
    expect(entry.getLastModDate().getFullYear()).toBe(1980);
  }
  expect(found).toEqual(contents);
  expect(await made()).toEqual(await made());
});

it('a file that cannot be read fails the zip with its error', async () => {
  const entries = [
    { name: 'a', read: () => Promise.resolve(new Uint8Array(5)) },
    { name: 'b', read: () => Promise.reject(new Error('gone')) },
  ];
  await expect(buffer(zipStream(entries))).rejects.toThrow('gone');
});

// It used to end the whole process, because the zip's parts had no error listener.
it('an aborted part aborts the zip', async () => {
  const broken = async function* () {
    yield Buffer.alloc(5);
    await Promise.resolve();
    throw new Error('broke off');
  };
  const entries = [{ name: 'a', read: () => Promise.resolve(Readable.from(broken())) }];
  await expect(buffer(zipStream(entries))).rejects.toThrow('broke off');
});

it('names that are equal after sanitising, or when ignoring case, are distinguished', async () => {
  expect(await namesOf(['a/b.csv', 'a_b.csv', 'A_B.csv', 'run'])).toEqual([
    'a_b.csv',
    'a_b_2.csv',
    'A_B_3.csv',
    'run',
  ]);
});
