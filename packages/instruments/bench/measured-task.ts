/** One task of the benchmark, measured in a separate process. */
import { readFile } from 'node:fs/promises';

const [, , task = '', path = '', profileId = ''] = process.argv;

async function openWithSheetJs(): Promise<number> {
  const { read } = await import('@e965/xlsx');
  const bytes = await readFile(path);
  const started = performance.now();
  read(bytes, { type: 'buffer', dense: true });
  return performance.now() - started;
}

async function readFileAsRun(): Promise<number> {
  const { ANALYSER_PROFILES, readRun } = await import('../src/index.ts');
  const profile = ANALYSER_PROFILES.find(({ id }) => id === profileId);
  if (profile === undefined) throw new Error(`no profile ${profileId}`);
  const bytes = await readFile(path);
  const started = performance.now();
  await readRun([{ name: path, bytes }], { profile });
  return performance.now() - started;
}

const milliseconds = await (task === 'sheetjs' ? openWithSheetJs() : readFileAsRun());
process.send?.({ milliseconds, peakMebibytes: process.resourceUsage().maxRSS / 1024 });
process.disconnect();
