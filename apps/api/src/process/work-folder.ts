import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

import { z } from 'zod';

/**
 * Where this process keeps what it works on – people's files among it – and nobody else does.
 * What a process that was killed has left there is removed by the next one, or by its neighbours.
 */
export interface WorkFolder {
  readonly path: string;
  /** Gives a folder of its own to a piece of work and removes it afterwards. */
  use<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /** A folder that the caller removes. */
  make(): Promise<string>;
  /** Removes the folders of owners that have died. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** How often an owner sends a beat, and removes the folders of dead neighbours. */
const BEAT_MS = 10_000;
/** An owner that was silent for so long is dead, wherever it ran. */
const DEAD_AFTER_MS = 2 * 60_000;
const OWNER = 'owner.json';

const ownerSchema = z.object({ pid: z.int().positive(), processes: z.string() });
type Owner = z.infer<typeof ownerSchema>;

/**
 * Opens the folder of this process below the data folder. Several machines or containers may
 * share that one. An owner is dead when its process is gone, where its numbers mean the same as
 * ours, and otherwise when its heartbeat has stopped. Times are the file system's own, since
 * the clocks of two machines differ.
 */
export async function openWorkFolder(
  dataDirectory: string,
  { deadAfterMs = DEAD_AFTER_MS }: { readonly deadAfterMs?: number } = {},
): Promise<WorkFolder> {
  const all = path.join(dataDirectory, 'tmp');
  await mkdir(all, { recursive: true, mode: 0o700 });
  const own = path.join(all, `${process.pid}-${randomUUID()}`);
  const owner: Owner = { pid: process.pid, processes: await processNumbers() };
  const beat = async () => {
    await mkdir(own, { recursive: true, mode: 0o700 });
    await writeFile(path.join(own, OWNER), JSON.stringify(owner), { mode: 0o600 });
  };
  const sweep = async () => {
    await beat();
    const now = (await stat(path.join(own, OWNER))).mtimeMs;
    for (const name of await readdir(all)) {
      const folder = path.join(all, name);
      if (folder !== own && (await isDead(folder, owner, now - deadAfterMs)))
        await rm(folder, { recursive: true, force: true });
    }
  };
  await sweep();
  // Work that needs the disk reports that it is full or missing.
  const timer = setInterval(() => void sweep().catch(() => undefined), BEAT_MS).unref();
  const make = () => mkdtemp(path.join(own, 'work-'));
  return {
    path: own,
    make,
    use: async (work) => {
      const folder = await make();
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    sweep,
    close: async () => {
      clearInterval(timer);
      await rm(own, { recursive: true, force: true });
    },
  };
}

async function isDead(folder: string, us: Owner, silentSince: number): Promise<boolean> {
  const owner = await readOwner(folder);
  if (owner?.processes === us.processes && !isRunning(owner.pid)) return true;
  const beat = await stat(path.join(folder, OWNER)).catch(() => stat(folder).catch(() => null));
  return beat !== null && beat.mtimeMs < silentSince;
}

/** Null while its owner writes it, or when it died before it could. */
async function readOwner(folder: string): Promise<Owner | null> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(path.join(folder, OWNER), 'utf8')));
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Where process numbers mean the same: one machine since it was started, one container of it. */
async function processNumbers(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return [hostname(), boot.trim(), namespace].join(' ');
}
