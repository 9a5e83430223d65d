import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import type { BuiltImage } from './image-build.ts';

/**
 * Runs in a separate mount namespace: the image read-only, memory for `/data` and `/tmp`, and the account of
 * the image. It shares the network of this machine.
 */
const IN_THE_IMAGE = `set -e
mount --bind "$1" "$1"
mount -t tmpfs -o size=512m,mode=1777 tmpfs "$1/tmp"
mount -t tmpfs -o size=512m,uid=1000,gid=1000 tmpfs "$1/data"
mount --rbind /dev "$1/dev"
mount -t proc proc "$1/proc"
mount -o remount,ro,bind "$1"
user=$2
shift 2
exec chroot --userspec="$user" "$IMAGE_FOLDER" /usr/bin/env -i "$@"`;

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

export interface Running {
  readonly output: () => string;
  readonly stop: () => Promise<number | null>;
  readonly ended: Promise<Ended>;
}

/** Starts a command of the image as an engine would with `--read-only`. */
export function startInImage(
  { folder, config }: BuiltImage,
  command: readonly string[],
  settings: Readonly<Record<string, string>>,
): Running {
  const environment = [...config.Env, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)];
  const inFolder = ['sh', '-c', `cd ${config.WorkingDir} && exec "$@"`, 'sh', ...command];
  const child = spawn(
    'unshare',
    ['--mount', 'sh', '-c', IN_THE_IMAGE, 'sh', folder, config.User, ...environment, ...inFolder],
    { env: { PATH: process.env['PATH'], IMAGE_FOLDER: folder }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const output = wordsOf(child);
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, output: output() })); // the first argument of `exit`
  return {
    output,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended).code;
    },
  };
}

function wordsOf(child: ChildProcess): () => string {
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      words += chunk.toString();
    });
  return () => words;
}
