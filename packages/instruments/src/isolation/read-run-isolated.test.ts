import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { exampleRun, profile } from '../../test/example-run.ts';
import { damaged, formatNamed, fuzzSubject } from '../../test/fuzz-case.ts';
import { textFile } from '../../test/hostile-zip.ts';
import { generateCfxXlsx } from '../../test/generate/index.ts';
import { prepareReader, READER_LIMITS, readRun, readRunIsolated } from '../index.ts';
import type { FileOnDisk, SourceFile } from '../index.ts';
import { warmUp } from './warm-up.ts';

const OPTIONS = { profile: profile('bio-rad-cfx96') };
/** The limit is processor time; on a busy machine more time passes. */
const PATIENCE_MS = 120_000;

/** Found by the fuzzer: one of 6,250 damaged copies of a CFX xls workbook. */
const LOOPING = 1577;

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

/** Child processes that are still running. */
async function childProcesses(): Promise<string[]> {
  const list = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return list.split(' ').filter((pid) => pid !== '');
}

/**
 * False for a process that has ended, also while its parent does not know it yet (state Z). Its first thread may end
 * before the others, which hold its end of the channel open.
 */
function isRunning(pid: string): boolean {
  try {
    const isEnded = readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
    return !isEnded || readdirSync(`/proc/${pid}/task`).length > 1;
  } catch {
    return false;
  }
}

test(
  'a reader may read two uploads, and is not used for an upload that requires a new one',
  { timeout: PATIENCE_MS },
  async () => {
    const [file] = await generateCfxXlsx(exampleRun({ wellCount: 4 }));
    const stored = await store(file!);
    const limits = { ...READER_LIMITS, requests: 2 };
    const before = await childProcesses();
    await readRunIsolated([stored], { ...OPTIONS, limits });
    const [reader = ''] = (await childProcesses()).filter((pid) => !before.includes(pid));
    await readRunIsolated([stored], OPTIONS);
    expect(await childProcesses()).toContain(reader);
    expect((await readRunIsolated([stored], { ...OPTIONS, limits })).wells).toHaveLength(4);
    await vi.waitFor(async () => {
      expect(await childProcesses()).not.toContain(reader);
    });
  },
);

test('a reader started ahead reads one upload and exits', { timeout: PATIENCE_MS }, async () => {
  const [file] = await generateCfxXlsx(exampleRun({ wellCount: 4 }));
  // The previous upload may already have started one.
  prepareReader();
  prepareReader();
  // The kernel's list of children may be incomplete while another child ends.
  const [reader] = await vi.waitFor(async () => {
    const started = await childProcesses();
    expect(started).toHaveLength(1);
    return started;
  });
  await readRunIsolated([await store(file!)], OPTIONS);
  await vi.waitFor(async () => {
    expect(await childProcesses()).not.toContain(reader);
  });
});

test('a reader killed while idle is replaced', { timeout: PATIENCE_MS }, async () => {
  const [file] = await generateCfxXlsx(exampleRun({ wellCount: 4 }));
  const stored = await store(file!);
  prepareReader();
  const readers = await childProcesses();
  for (const pid of readers) process.kill(Number(pid), 'SIGKILL');
  // Blocks the event loop, so that the end of the reader is not noticed before the request.
  while (readers.some(isRunning)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  expect((await readRunIsolated([stored], OPTIONS)).curves).not.toEqual([]);
});

test('the warm-up reads a valid run', async () => {
  const { curves, report } = await warmUp();
  expect(curves).toHaveLength(96);
  expect(report.ignored).toEqual([]);
});

test('a run from the reader process equals one read directly', { timeout: PATIENCE_MS }, async () => {
  const [file] = await generateCfxXlsx(exampleRun({ wellCount: 12 }));
  const run = await readRunIsolated([await store(file!)], OPTIONS);
  expect(run).toEqual(await readRun([file!], OPTIONS));
  expect(run.curves[0]!.value).toBeInstanceOf(Float64Array);
});

test('files of a cancelled request are not read', { timeout: PATIENCE_MS }, async () => {
  const [file] = await generateCfxXlsx(exampleRun({ wellCount: 4 }));
  const stored = await store(file!);
  const given = new AbortController();
  const first = readRunIsolated([stored], OPTIONS);
  const second = readRunIsolated([stored], { ...OPTIONS, signal: given.signal });
  given.abort();
  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  expect((await first).wells).toHaveLength(4);
});

test('a refusal is returned with its code, place and sentence', { timeout: PATIENCE_MS }, async () => {
  const file = textFile('letter.txt', 'Dear colleague,\n');
  const here = await readRun([file], OPTIONS).catch((error: unknown) => error);
  await expect(readRunIsolated([await store(file)], OPTIONS)).rejects.toEqual(here);
});

// The spreadsheet library used to loop forever in its expression, and only the time limit ended the import.
test('IMPORT-110 a workbook with a damaged formula takes no more steps than it has records', async () => {
  const subject = await fuzzSubject(formatNamed('CFX xls'));
  const { curves } = await readRun(damaged(subject, LOOPING), OPTIONS);
  expect(curves).toEqual(subject.whole.curves);
});

const NO_TIME = [
  ['processor time', { ...READER_LIMITS, processorMs: 0 }, 'processor-time'],
  ['time', { ...READER_LIMITS, wallMs: 0 }, 'elapsed-time'],
] as const;
test.each(NO_TIME)(
  'IMPORT-112 a reader without %s is reported as busy, not the file as damaged, and a retry reads it',
  { timeout: PATIENCE_MS },
  async (_what, limits, limit) => {
    const [file] = await generateCfxXlsx(exampleRun({ wellCount: 4 }));
    const stored = await store(file!);
    const starved = readRunIsolated([stored], { ...OPTIONS, limits });
    const next = readRunIsolated([stored], OPTIONS);
    await expect(starved).rejects.toMatchObject({ name: 'ReaderBusy', limit });
    expect((await next).wells).toHaveLength(4);
  },
);

test(
  'IMPORT-112 a request that waits too long for its turn is busy, and a retry reads its files',
  { timeout: PATIENCE_MS },
  async () => {
    const path = join(folder, 'slow');
    execFileSync('mkfifo', [path]);
    const [file] = await generateCfxXlsx(exampleRun({ wellCount: 4 }));
    const stored = await store(file!);
    const slow = readRunIsolated([{ path, name: 'run.xlsx' }], OPTIONS).catch((error: unknown) => error);
    // Opened as soon as the reader has started to read it.
    const pipe = await open(path, 'w');
    const limits = { ...READER_LIMITS, turnMs: 10 };
    await expect(readRunIsolated([stored], { ...OPTIONS, limits })).rejects.toMatchObject({
      name: 'ReaderBusy',
      limit: 'waiting-time',
    });
    await pipe.close();
    expect(await slow).toMatchObject({ name: 'ReadError' });
    expect((await readRunIsolated([stored], { ...OPTIONS, limits })).wells).toHaveLength(4);
  },
);

test(
  'IMPORT-112 a reader that the system kills is not reported as a fault of the file',
  { timeout: PATIENCE_MS },
  async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const killed = readRunIsolated([{ path, name: 'run.xlsx' }], OPTIONS);
    // Opened as soon as the reader has started to read it.
    const pipe = await open(path, 'w');
    for (const pid of await childProcesses()) process.kill(Number(pid), 'SIGKILL');
    await expect(killed).rejects.toMatchObject({ name: 'ReaderBusy', limit: 'system' });
    await pipe.close();
  },
);

test(
  'IMPORT-111 a file that needs more memory than the reader has is refused with that reason',
  { timeout: PATIENCE_MS },
  async () => {
    const [file] = await generateCfxXlsx(exampleRun({ wellCount: 96 }));
    const stored = await store(file!);
    const limits = { ...READER_LIMITS, heapMebibytes: 10 };
    await expect(readRunIsolated([stored], { ...OPTIONS, limits })).rejects.toMatchObject({
      name: 'ReadError',
      code: 'too-large',
      limit: 'memory',
      expected: 'at most 10 MiB',
    });
  },
);

test(
  'TRUST-570 the processor time of a reader is reported, also for a refused file, and once for each request',
  { timeout: PATIENCE_MS },
  async () => {
    const [file] = await generateCfxXlsx(exampleRun({ wellCount: 4 }));
    const stored = await store(file!);
    const limits = { ...READER_LIMITS, requests: 2 };
    const used: number[] = [];
    const onUsed = (processorMs: number) => used.push(processorMs);
    await readRunIsolated([stored], { ...OPTIONS, limits, onUsed });
    const bad = await store(textFile('bad.xlsx', 'no workbook'));
    await expect(readRunIsolated([bad], { ...OPTIONS, limits, onUsed })).rejects.toThrow();
    expect(used).toHaveLength(2);
    const [first = 0, second = 0] = used;
    expect(Math.min(first, second)).toBeGreaterThan(0);
  },
);
