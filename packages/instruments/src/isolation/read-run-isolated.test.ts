import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { exampleRun, profile } from '../../test/example-run.ts';
import { damaged, formatNamed, fuzzSubject } from '../../test/fuzz-case.ts';
import { textFile } from '../../test/hostile-zip.ts';
import { generateCfxXlsx, writeZip } from '../generate/index.ts';
import { prepareReader, readRun, readRunIsolated } from '../index.ts';
import type { FileOnDisk, SourceFile } from '../index.ts';
import { warmUp } from './warm-up.ts';

const OPTIONS = { profile: profile('bio-rad-cfx96') };
const RDML = { profile: profile('rdml') };
/** Processor time is what is limited; a busy machine takes longer. */
const PATIENCE_MS = 120_000;

/** Found by the fuzzer: one of 6,250 damaged copies of a CFX xls workbook. */
const HANGING = 1577;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'instruments-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

let count = 0;
async function store({ name, bytes }: SourceFile): Promise<FileOnDisk> {
  const path = join(folder, String(count++));
  await writeFile(path, bytes);
  return { path, name };
}

/** Processes that this one has started and that still run. */
async function childProcesses(): Promise<string[]> {
  const list = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return list.split(' ').filter((pid) => pid !== '');
}

test('a reader that was started ahead reads one upload and is gone', { timeout: PATIENCE_MS }, async () => {
  const [file] = await generateCfxXlsx(exampleRun({ wellCount: 4 }));
  const before = await childProcesses();
  prepareReader();
  prepareReader();
  const [reader, ...more] = (await childProcesses()).filter((pid) => !before.includes(pid));
  expect(reader).toBeDefined();
  expect(more).toEqual([]);
  await readRunIsolated([await store(file!)], OPTIONS);
  await vi.waitFor(async () => {
    expect(await childProcesses()).not.toContain(reader);
  });
});

test('a reader that was killed while it waited is replaced', { timeout: PATIENCE_MS }, async () => {
  const [file] = await generateCfxXlsx(exampleRun({ wellCount: 4 }));
  const stored = await store(file!);
  const before = await childProcesses();
  prepareReader();
  const [reader] = (await childProcesses()).filter((pid) => !before.includes(pid));
  process.kill(Number(reader), 'SIGKILL');
  // Nobody has heard of its end when it is asked.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  expect((await readRunIsolated([stored], OPTIONS)).curves).not.toEqual([]);
});

test('what a reader warms up with is a run that it reads', async () => {
  const { curves, report } = await warmUp();
  expect(curves).toHaveLength(96);
  expect(report.ignored).toEqual([]);
});

test('a run comes back from the reader process as it is read here', { timeout: PATIENCE_MS }, async () => {
  const [file] = await generateCfxXlsx(exampleRun({ wellCount: 12 }));
  const run = await readRunIsolated([await store(file!)], OPTIONS);
  expect(run).toEqual(await readRun([file!], OPTIONS));
  expect(run.curves[0]!.value).toBeInstanceOf(Float64Array);
});

test('files that nobody waits for any more are not read', { timeout: PATIENCE_MS }, async () => {
  const [file] = await generateCfxXlsx(exampleRun({ wellCount: 4 }));
  const stored = await store(file!);
  const given = new AbortController();
  const first = readRunIsolated([stored], OPTIONS);
  const second = readRunIsolated([stored], { ...OPTIONS, signal: given.signal });
  given.abort();
  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  expect((await first).wells).toHaveLength(4);
});

test('a refusal comes back with its code, place and sentence', { timeout: PATIENCE_MS }, async () => {
  const file = textFile('letter.txt', 'Dear colleague,\n');
  const here = await readRun([file], OPTIONS).catch((error: unknown) => error);
  await expect(readRunIsolated([await store(file)], OPTIONS)).rejects.toEqual(here);
});

test(
  'a workbook on which the spreadsheet library never returns is stopped, and the next import is unharmed',
  { timeout: PATIENCE_MS },
  async () => {
    const subject = await fuzzSubject(formatNamed('CFX xls'));
    const [hanging] = damaged(subject, HANGING);
    const [good] = subject.files;
    const stopped = readRunIsolated([await store(hanging!)], OPTIONS);
    const next = readRunIsolated([await store(good!)], OPTIONS);
    await expect(stopped).rejects.toMatchObject({ name: 'ReadError', code: 'reader-stopped' });
    expect((await next).curves).toEqual(subject.whole.curves);
  },
);

test('a reader that the system kills does not blame the file', { timeout: PATIENCE_MS }, async () => {
  const [hanging] = damaged(await fuzzSubject(formatNamed('CFX xls')), HANGING);
  const stored = await store(hanging!);
  const before = await childProcesses();
  const stopped = readRunIsolated([stored], OPTIONS);
  const [reader] = await vi.waitUntil(async () => {
    const started = (await childProcesses()).filter((pid) => !before.includes(pid));
    return started.length > 0 && started;
  });
  setTimeout(() => process.kill(Number(reader), 'SIGKILL'), 500);
  await expect(stopped).rejects.toThrow('import it again');
});

test(
  'a document that needs more memory than the reader has is stopped',
  { timeout: PATIENCE_MS },
  async () => {
    const samples = Array.from(
      { length: 1_700_000 },
      (_, index) => `<sample id="${index}"><type>unkn</type></sample>`,
    );
    const xml = `<rdml version="1.1">${samples.join('')}</rdml>`;
    const bytes = await writeZip([textFile('rdml_data.xml', xml)]);
    const file = await store({ name: 'run.rdml', bytes });
    await expect(readRunIsolated([file], RDML)).rejects.toMatchObject({ code: 'reader-stopped' });
  },
);
