import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { openWorkFolder } from './work-folder.ts';

const OWNER = fileURLToPath(new URL('../../test/work-folder-owner.ts', import.meta.url));

let data: string;
beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'curvewell-work-'));
});
afterEach(() => rm(data, { recursive: true }));

async function startOwner() {
  const owner = spawn(process.execPath, [OWNER, data], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = (await once(owner.stdout, 'data')) as [Buffer];
  const folder = output.toString().trim();
  const kill = async () => {
    owner.kill('SIGKILL');
    await once(owner, 'exit');
  };
  return { folder, kill };
}
const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true })).map((name) => path.basename(name));

it('OPS-110 the next process removes the files of a killed one, and keeps those of a running one', async () => {
  const [killed, living] = [await startOwner(), await startOwner()];
  expect(await filesIn(killed.folder)).toContain('patient.xml');
  await killed.kill();
  expect(await filesIn(killed.folder)).toContain('patient.xml');

  const next = await openWorkFolder(data);
  expect(existsSync(killed.folder)).toBe(false);
  expect(await filesIn(living.folder)).toContain('patient.xml');

  await living.kill();
  await next.sweep();
  expect(await readdir(path.join(data, 'tmp'))).toEqual([path.basename(next.path)]);
  await next.close();
  expect(await readdir(path.join(data, 'tmp'))).toEqual([]);
});

it('OPS-110 an owner in another process namespace is dead once its heartbeat has stopped', async () => {
  const living = await startOwner();
  const elsewhere = JSON.stringify({ pid: 1, processes: 'another container' });
  await writeFile(path.join(living.folder, 'owner.json'), elsewhere);
  const folder = await openWorkFolder(data);
  expect(existsSync(living.folder)).toBe(true);

  await writeFile(path.join(living.folder, 'owner.json'), elsewhere);
  const before = new Date(Date.now() - 10 * 60_000);
  await utimes(path.join(living.folder, 'owner.json'), before, before);
  await folder.sweep();
  expect(existsSync(living.folder)).toBe(false);
  await living.kill();
  await folder.close();
});

it('only its owner can read a work folder, and finished work leaves no files', async () => {
  const folder = await openWorkFolder(data);
  expect((await stat(folder.path)).mode & 0o777).toBe(0o700);
  await expect(folder.use(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await readdir(folder.path)).toEqual(['owner.json']);
  await folder.close();
});
