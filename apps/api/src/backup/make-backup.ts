import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { encrypted } from './encryption.ts';
import { removeSuperseded, type KeepRule } from './kept-backups.ts';
import { openBackup } from './read-backup.ts';
import { stamp } from './restore-backup.ts';
import { backupStream } from './write-backup.ts';

export interface BackupOptions {
  readonly databaseUrl: string;
  readonly folder: string;
  /** Whose key opens it, `age1…`; null: it is not encrypted. */
  readonly recipient: string | null;
  readonly keep: KeepRule;
  /** Aborted: nothing of it stays. */
  readonly signal?: AbortSignal;
}

export interface MadeBackup {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly removed: readonly string[];
}

/** Writes a backup into a folder, beside it its SHA-256, and then removes those that the rule does not keep. */
export async function makeBackup({
  databaseUrl,
  folder,
  recipient,
  keep,
  signal,
}: BackupOptions): Promise<MadeBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const now = new Date();
  const file = path.join(folder, `curvewell-${stamp(now)}.zip${recipient === null ? '' : '.age'}`);
  const draft = `${file}.part`;
  try {
    const plain = await backupStream(databaseUrl);
    const { through, digest } = measured();
    await writeDraft(draft, async (target) => {
      try {
        const stream = recipient === null ? plain : await encrypted(plain, recipient);
        await pipeline(stream, through, target, { ...(signal && { signal }) });
      } finally {
        plain.destroy(); // ends its connection to the database
      }
    });
    // What does not open cannot be restored; an encrypted one opens only elsewhere.
    if (recipient === null) await (await openBackup(draft, null)).close();
    const { sha256, bytes } = digest();
    await rename(draft, file);
    await writeFile(`${file}.sha256`, `${sha256}  ${path.basename(file)}\n`);
    return { file, sha256, bytes, removed: await removeSuperseded(folder, keep, now) };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Ends only when the file is closed: one that is opened or written meanwhile would appear after it was removed. */
async function writeDraft(file: string, write: (target: Writable) => Promise<void>): Promise<void> {
  // Its group may be that of the account which restores.
  const handle = await open(file, 'w', 0o640);
  const target = handle.createWriteStream({ flush: true });
  const { promise: closed, resolve } = Promise.withResolvers<undefined>();
  target.once('close', () => {
    resolve(undefined);
  });
  try {
    await write(target);
  } finally {
    target.destroy();
    await closed;
  }
}

function measured() {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, digest: () => ({ sha256: hash.digest('hex'), bytes }) };
}
