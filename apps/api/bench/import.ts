/**
 * `pnpm bench:import`: the time from the upload of a CFX workbook of 384 wells, two channels and two phases
 * to the stored run (HTTP, reader process, transaction, PostgreSQL), compared with opening it in SheetJS,
 * which only gives cells; and the memory to read a large RDML file.
 */
import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { SourceFile } from '@curvewell/instruments';
import {
  generateCfxXlsx,
  generateRdml,
  syntheticRun,
  syntheticWells,
  type SyntheticRun,
} from '@curvewell/instruments/generate';

import { startImportServer } from './import-server.ts';
import { median } from './pairs.ts';
import { print } from './table.ts';

const ROUNDS = 9;
/** Pause between imports, so that the next reader process is ready, as in normal use. */
const PAUSE_MS = 1500;
const MEBIBYTE = 1024 * 1024;
const ANALYSER = 'Bio-Rad CFX384';

function wholePlate(step: number): SyntheticRun {
  const channels = ['FAM', 'TEXAS_RED'] as const;
  const plateType = 'RECTANGULAR_384';
  return syntheticRun({
    plateType,
    channels,
    seed: 1,
    noise: 2,
    wells: syntheticWells({ plateType, channels, seed: 1 }),
    phases: ['MELT', 'ANNEAL'],
    temperature: { from: 40, to: 80, step },
  });
}

interface Measurement {
  readonly milliseconds: number;
  readonly peakMebibytes: number;
}

/** Runs one task in a new process that measures itself. */
function measure(task: 'sheetjs' | 'read', parameters: readonly string[]): Promise<Measurement> {
  return new Promise((resolve, reject) => {
    const program = new URL('../../../packages/instruments/bench/measured-task.ts', import.meta.url);
    const child = fork(program, [task, ...parameters]);
    child.once('message', (message) => {
      resolve(message as Measurement); // sent by measured-task.ts only
    });
    child.once('exit', (code) => {
      reject(new Error(`${task} ended with ${code}`));
    });
  });
}

async function store(folder: string, [file]: readonly SourceFile[]): Promise<{ path: string; name: string }> {
  if (file === undefined) throw new Error('nothing was generated');
  const path = join(folder, file.name);
  await writeFile(path, file.bytes);
  return { path, name: file.name };
}

async function compareTimes(folder: string): Promise<boolean> {
  const plate = wholePlate(0.5);
  const { path, name } = await store(folder, await generateCfxXlsx(plate));
  const bytes = await readFile(path);
  const expected = plate.curves.reduce((sum, { value }) => sum + value.length, 0);
  const server = await startImportServer();
  const own: number[] = [];
  const sheetJs: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await pause(PAUSE_MS);
      const started = performance.now();
      const { id } = await server.upload({ name, bytes }, ANALYSER);
      own.push(performance.now() - started);
      const stored = await server.countReadings(id);
      if (stored !== expected) throw new Error(`${stored} of ${expected} readings were stored`);
      sheetJs.push((await measure('sheetjs', [path])).milliseconds);
    }
  } finally {
    await server.close();
  }
  const ratio = median(own) / median(sheetJs);
  const list = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(' ');
  print(
    `CFX workbook, ${(bytes.byteLength / MEBIBYTE).toFixed(1)} MiB, ${plate.curves.length} curves, ${ROUNDS} rounds in turn, ms:`,
  );
  print(`  upload to stored run   median ${median(own).toFixed(0)}   (${list(own)})`);
  print(`  SheetJS opening it     median ${median(sheetJs).toFixed(0)}   (${list(sheetJs)})`);
  print(`  ratio ${ratio.toFixed(2)}`);
  return ratio <= 1;
}

async function measureMemory(folder: string): Promise<boolean> {
  const file = await store(folder, await generateRdml(wholePlate(0.19)));
  const { milliseconds, peakMebibytes } = await measure('read', [file.path, 'rdml']);
  print(`RDML of 19 MB of XML: ${milliseconds.toFixed(0)} ms, memory peak ${peakMebibytes.toFixed(0)} MiB`);
  return peakMebibytes < 300;
}

const folder = await mkdtemp(join(tmpdir(), 'bench-import-'));
try {
  const results = [await compareTimes(folder), await measureMemory(folder)];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}
