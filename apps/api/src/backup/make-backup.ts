import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { AppError } from '../errors.ts';
import { BACKUP_LIMIT_HOURS } from './backup-size.ts';
import { encrypted } from './encryption.ts';
import { removeSuperseded, type KeepRule } from './kept-backups.ts';
import { openBackup } from './read-backup.ts';
import { stamp } from './restore-backup.ts';
import { backupStream } from './write-backup.ts';

export interface BackupOptions {
  readonly databaseUrl: string;
  readonly folder: string;
  /** The recipient of the encryption, `age1…`; null: not encrypted. */
  readonly recipient: string | null;
  readonly keep: KeepRule;
  /** Aborting removes the partial file. */
  readonly signal?: AbortSignal;
  readonly limitMs?: number;
}

export interface MadeBackup {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly removed: readonly string[];
}

/** Writes a backup and its SHA-256 into a folder, then removes the backups that the rule does not keep. */
export async function makeBackup({
  databaseUrl,
  folder,
  recipient,
  keep,
  signal,
  limitMs = BACKUP_LIMIT_HOURS * 3_600_000,
}: BackupOptions): Promise<MadeBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const now = new Date();
  const file = path.join(folder, `curvewell-${stamp(now)}.zip${recipient === null ? '' : '.age'}`);
  const draft = `${file}.part`;
  try {
    const plain = await backupStream(databaseUrl, limitMs + SPARE_MS);
    const limit = AbortSignal.timeout(limitMs);
    const stop = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    const { through, digest } = measured();
    await writeDraft(draft, async (target) => {
      try {
        const stream = recipient === null ? plain : await encrypted(plain, recipient);
        await pipeline(stream, through, target, { signal: stop });
      } catch (error) {
        throw limit.aborted && signal?.aborted !== true ? TOO_SLOW(error) : error;
      } finally {
        plain.destroy(); // closes its connection to the database
      }
    });
    // Opening proves that the backup is readable. An encrypted one opens only where the key is.
    if (recipient === null) await (await openBackup(draft, null)).close();
    const { sha256, bytes } = digest();
    await rename(draft, file);
    await writeFile(`${file}.sha256`, `${sha256}  ${path.basename(file)}\n`);
    return { file, sha256, bytes, removed: await removeSuperseded(folder, keep, now) };
  } finally {
    await rm(draft, { force: true });
  }
}

/** This process ends the transaction before PostgreSQL does. */
const SPARE_MS = 60_000;

const TOO_SLOW = (cause: unknown) =>
  new AppError(
    'unavailable',
    `The backup was stopped after ${BACKUP_LIMIT_HOURS} h. The database is too large for a backup file: use physical backups (docs/maintenance.md).`,
    { cause },
  );

/** Waits until the file is closed; a file that is still being opened or written would reappear after its removal. */
async function writeDraft(file: string, write: (target: Writable) => Promise<void>): Promise<void> {
  // The group may be the one of the account that restores.
  const handle = await open(file, 'w', 0o640);
  const target = handle.createWriteStream({ flush: true });
  const { promise: closed, resolve } = Promise.withResolvers<undefined>();
  target.once('close', () => resolve(undefined));
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
