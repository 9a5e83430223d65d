import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';

import { generateIdentity, identityToRecipient } from 'age-encryption';

import { readLargeForBackupFile, sizeWarning } from '../backup/backup-size.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { openBackup } from '../backup/read-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { commandLineActor } from './command-line-actor.ts';
import type { Config } from '../settings/config.ts';
import { openDatabase, type Db } from '../database/db.ts';
import type { ReportProgress } from '../upgrade/progress.ts';
import { confirmRestored, recordBackup, readRestoredCopy } from '../backup/installation.ts';

export const BACKUP_HELP = `
npm run backup [-- --to FOLDER] [--recipient age1…]   backs up the installation to one file
npm run backup -- make-key FILE                       creates a key for encrypted backups: keep FILE elsewhere
npm run restore -- FILE [--identity KEYFILE] [--takes-over]   replaces the database by a backup

Without --takes-over the restored database is a copy: it sends nothing and makes no backups until the command
“admin confirm-restored” makes it the installation. With --takes-over it is the installation at once.

Settings for the folder, the recipient and the retention: BACKUP_FOLDER, BACKUP_RECIPIENT, BACKUP_KEEP_DAYS,
BACKUP_KEEP_WEEKS, BACKUP_KEEP_MONTHS. Stop the product before you restore a backup.
`.trim();

/** The command line cannot be parsed. */
export class BackupUsageError extends Error {}

type BackupConfig = Pick<Config, 'databaseApplicationUser'> &
  Partial<Pick<Config, 'originals'>> & {
    readonly backup: Omit<Config['backup'], 'isNightly'>;
  };

interface BackupOptions {
  readonly databaseUrl: string;
  readonly config: BackupConfig;
  /** The size from which a database is too large for a backup file. */
  readonly largeBytes?: number;
}

/** @returns the output */
export async function runBackup(
  commandLine: readonly string[],
  { databaseUrl, config: { backup }, largeBytes }: BackupOptions,
): Promise<string> {
  const { values, positionals } = parsed(commandLine);
  if (positionals.length > 0) throw new BackupUsageError(`Unexpected argument: “${positionals.join(' ')}”.`);
  if (values.to === undefined) await refuseCopy(databaseUrl);
  const made = await makeBackup({
    databaseUrl,
    folder: path.resolve(values.to ?? backup.folder),
    recipient: values.recipient ?? backup.recipient,
    keep: backup.keep,
  });
  await recordBackup(databaseUrl);
  const large = await withDatabase(databaseUrl, (db) => readLargeForBackupFile(db, largeBytes));
  return [
    made.file,
    `${(made.bytes / 1e6).toFixed(1)} MB, SHA-256 ${made.sha256}`,
    ...made.removed.map((name) => `Removed: ${name}`),
    ...(large === null ? [] : [sizeWarning(large)]),
  ].join('\n');
}

interface RestoreOptions {
  readonly databaseUrl: string;
  readonly config: BackupConfig;
  readonly report?: ReportProgress;
}

/** @returns the output */
export async function runRestore(
  commandLine: readonly string[],
  { databaseUrl, config, report }: RestoreOptions,
): Promise<string> {
  const { values, positionals } = parsed(commandLine);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw new BackupUsageError('Missing argument: the file of one backup.');
  await refuseOtherHash(file);
  const identity = values.identity === undefined ? null : await readIdentity(values.identity);
  const backup = await openBackup(file, identity);
  try {
    const { formerName, checks } = await restoreBackup(backup, {
      databaseUrl,
      applicationUser: config.databaseApplicationUser,
      usesObjectStore: (config.originals ?? null) !== null,
      report,
    });
    const takesOver = values['takes-over'] === true;
    if (takesOver) await withDatabase(databaseUrl, (db) => confirmRestored(db, commandLineActor()));
    return [
      `Restored the product as it was at ${backup.manifest.madeAt}.`,
      ...checks.map((check) => `  checked: ${check}`),
      ...(formerName === null ? [] : [`The previous database is kept as “${formerName}”.`]),
      takesOver ? 'It is the installation.' : A_COPY,
    ].join('\n');
  } finally {
    await backup.close();
  }
}

const A_COPY =
  'It is a copy: it sends nothing and makes no backups. If it replaces the installation: admin confirm-restored.';

/** The settings may name the folder of the real installation. */
async function refuseCopy(databaseUrl: string): Promise<void> {
  if ((await withDatabase(databaseUrl, readRestoredCopy)) !== null)
    throw new BackupUsageError(
      'This database is a restored copy. Name a folder with --to, or run “admin confirm-restored” first.',
    );
}

async function withDatabase<T>(databaseUrl: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(databaseUrl, { poolSize: 2 });
  try {
    return await work(db);
  } finally {
    await db.$disconnect();
  }
}

/** Generates the key pair for encrypted backups. @returns the output */
export async function makeBackupKey(file: string): Promise<string> {
  const identity = await generateIdentity();
  await writeFile(file, `${identity}\n`, { mode: 0o600, flag: 'wx' });
  const recipient = await identityToRecipient(identity);
  return `${file} decrypts the backups that are made with\nBACKUP_RECIPIENT=${recipient}\nStore it apart from the backups. Without it, none of them can be read.`;
}

function parsed(commandLine: readonly string[]) {
  try {
    return parseArgs({
      args: [...commandLine],
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        recipient: { type: 'string' },
        identity: { type: 'string' },
        'takes-over': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new BackupUsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The line that holds the key. The file may have comments, as age writes them. */
async function readIdentity(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  const identity = lines.find((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (identity === undefined) throw new Error(`${file} contains no key for encrypted backups.`);
  return identity;
}

/** Refuses a damaged backup before any other step. */
async function refuseOtherHash(file: string): Promise<void> {
  const noted = await readFile(`${file}.sha256`, 'utf8').catch(() => null);
  if (noted === null) return;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const found = hash.digest('hex');
  if (!noted.startsWith(found))
    throw new Error(`${file} was altered: its SHA-256 is ${found}, expected ${noted.slice(0, 64)}.`);
}
