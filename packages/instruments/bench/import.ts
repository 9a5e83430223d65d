/**
 * `pnpm bench:import`: a CFX workbook of 384 wells, two channels and two phases,
 * read by the import in its own process, beside SheetJS only opening it, which gives
 * cells and not yet a run; and the memory that a large RDML document needs.
 */
import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { generateCfxXlsx, generateRdml, syntheticRun, syntheticWells } from '../src/generate/index.ts';
import type { SyntheticRun } from '../src/generate/index.ts';
import { ANALYSER_PROFILES, readRunIsolated } from '../src/index.ts';
import type { AnalyserProfile, SourceFile } from '../src/index.ts';

const ROUNDS = 7;
const MEBIBYTE = 1024 * 1024;

function wholePlate(step: number): SyntheticRun {
  const channels = ['FAM', 'TEXAS_RED'] as const;
  const plateType = 'RECTANGULAR_384';
  const wells = syntheticWells({ plateType, channels, seed: 1 });
  const temperature = { from: 40, to: 80, step };
  return syntheticRun({
    plateType,
    wells,
    channels,
    phases: ['MELT', 'ANNEAL'],
    temperature,
    noise: 2,
    seed: 1,
  });
}

function profileNamed(id: string): AnalyserProfile {
  const profile = ANALYSER_PROFILES.find((one) => one.id === id);
  if (profile === undefined) throw new Error(`no profile ${id}`);
  return profile;
}

interface Measurement {
  readonly milliseconds: number;
  readonly peakMebibytes: number;
}

/** One task in a fresh process that measures itself. */
function measure(task: 'sheetjs' | 'read', parameters: readonly string[]): Promise<Measurement> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('measured-task.ts', import.meta.url), [task, ...parameters]);
    child.once('message', (message) => {
      resolve(message as Measurement); // sent by measured-task.ts only
    });
    child.once('exit', (code) => {
      reject(new Error(`${task} ended with ${code}`));
    });
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function store(folder: string, [file]: readonly SourceFile[]): Promise<{ path: string; name: string }> {
  if (file === undefined) throw new Error('nothing was generated');
  const path = join(folder, file.name);
  await writeFile(path, file.bytes);
  return { path, name: file.name };
}

async function compareTimes(folder: string): Promise<boolean> {
  const file = await store(folder, await generateCfxXlsx(wholePlate(0.5)));
  const profile = profileNamed('bio-rad-cfx384');
  const size = ((await readFile(file.path)).byteLength / MEBIBYTE).toFixed(1);
  const own: number[] = [];
  const sheetJs: number[] = [];
  const sheetJsProcess: number[] = [];
  let curveCount = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    curveCount = (await readRunIsolated([file], { profile })).curves.length;
    own.push(performance.now() - started);
    const opened = performance.now();
    sheetJs.push((await measure('sheetjs', [file.path])).milliseconds);
    sheetJsProcess.push(performance.now() - opened);
  }
  say(`CFX workbook, ${size} MiB, ${curveCount} curves, median of ${ROUNDS} rounds taken in turn:`);
  say(`  read into a run, in a process of its own      ${median(own).toFixed(0)} ms`);
  say(`  SheetJS opening it, in a process of its own    ${median(sheetJsProcess).toFixed(0)} ms`);
  say(`  SheetJS opening it, its process already there  ${median(sheetJs).toFixed(0)} ms`);
  return median(own) <= median(sheetJsProcess);
}

async function measureMemory(folder: string): Promise<boolean> {
  const file = await store(folder, await generateRdml(wholePlate(0.19)));
  const { milliseconds, peakMebibytes } = await measure('read', [file.path, 'rdml']);
  say(`RDML of 19 MB of XML: ${milliseconds.toFixed(0)} ms, memory peak ${peakMebibytes.toFixed(0)} MiB`);
  return peakMebibytes < 300;
}

const folder = await mkdtemp(join(tmpdir(), 'bench-import-'));
try {
  const results = [await compareTimes(folder), await measureMemory(folder)];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}
