import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

import { z } from 'zod';

/**
 * Private temporary files of this process, including uploads. Leftovers of a killed process are removed by
 * the next one or by its neighbours.
 */
export interface WorkFolder {
  readonly path: string;
  /** Provides a folder for a piece of work and removes it afterwards. */
  use<T>(work: (folder: string) => Promise<T>): Promise<T>;
  /** Creates a folder that the caller removes. */
  make(): Promise<string>;
  /** Removes the folders of dead owners. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** How often an owner renews its heartbeat and sweeps. */
const BEAT_MS = 10_000;
/** An owner without heartbeat for this long is dead, on any machine. */
const DEAD_AFTER_MS = 2 * 60_000;
const OWNER = 'owner.json';

const ownerSchema = z.object({ pid: z.int().positive(), processes: z.string() });
type Owner = z.infer<typeof ownerSchema>;

/**
 * Creates the folder of this process below the data folder, which several machines or containers may share.
 * An owner in the same process namespace is dead when its process is gone, any other one when its heartbeat
 * has stopped. Uses the file system's timestamps, because clocks of machines differ.
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
  // Ignored: work that needs the disk reports a full or missing disk.
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

/** Null while its owner writes it, or when the owner died before. */
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

/** The namespace of process ids: one boot of a machine, or one container. */
async function processNumbers(): Promise<string> {
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return [hostname(), boot.trim(), namespace].join(' ');
}
