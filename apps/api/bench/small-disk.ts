import { spawnSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';

const SIZE_MIB = 2_000;
const KIB = 1024;
const MAX_TRIES = 20;

/** A file system in memory that can be filled. */
export interface SmallDisk {
  readonly folder: string;
  readonly fill: () => void;
  readonly empty: () => void;
  readonly close: () => void;
}

/** @returns null: the caller may not mount */
export function openSmallDisk(folder: string): SmallDisk | null {
  mkdirSync(folder);
  const mount = (...options: readonly string[]) => spawnSync('mount', options).status === 0;
  if (!mount('-t', 'tmpfs', '-o', `size=${SIZE_MIB}m,mode=711`, 'tmpfs', folder)) return null;
  const resize = (size: string) => mount('-o', `remount,size=${size}`, folder);
  return {
    folder,
    fill: () => {
      // The size cannot be reduced below what concurrent writes occupy, so this is retried.
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const { blocks, bfree, bsize } = statfsSync(folder);
        if (resize(`${((blocks - bfree) * bsize) / KIB}k`)) return;
      }
      throw new Error('the disk could not be filled');
    },
    empty: () => {
      if (!resize(`${SIZE_MIB}m`)) throw new Error('the disk could not be emptied');
    },
    close: () => {
      spawnSync('umount', [folder]);
    },
  };
}
