import process from 'node:process';

import { BACKUP_HELP, BackupUsageError, makeBackupKey, runBackup, runRestore } from './backup-command.ts';
import type { Config } from '../settings/config.ts';
import { logFailedStart, messageOf, starting } from '../process/failed-start.ts';
import { printLine } from '../process/lifecycle.ts';
import { processConfig } from '../settings/process-config.ts';
import { logLine } from '../telemetry/log.ts';

/** Provides the database, from a running server or one that is started for the command. */
export interface DatabaseAtHand {
  readonly url: string;
  readonly stop?: () => Promise<void>;
}
type OpenDatabase = (config: Config) => Promise<DatabaseAtHand>;

/** @throws Error when the settings name no database */
export function namedDatabase({ databaseUrl }: Config): Promise<DatabaseAtHand> {
  if (databaseUrl === null) throw new Error('Set DATABASE_URL to the database of the product.');
  return Promise.resolve({ url: databaseUrl });
}

/** The command `backup`: writes all data into one file. */
export function backUp(open: OpenDatabase): Promise<void> {
  return runTool(async (commandLine) => {
    const [first, file, ...more] = commandLine;
    if (first !== 'make-key') return onDatabase(open, (parts) => runBackup(commandLine, parts));
    if (file === undefined || more.length > 0)
      throw new BackupUsageError('Missing argument: the file of the new key.');
    return makeBackupKey(file);
  });
}

/** The command `restore`: replaces the database by a backup. */
export function restore(open: OpenDatabase): Promise<void> {
  return runTool((commandLine) =>
    onDatabase(open, (parts) => runRestore(commandLine, { ...parts, report: logLine })),
  );
}

async function onDatabase(
  open: OpenDatabase,
  run: (parts: { readonly databaseUrl: string; readonly config: Config }) => Promise<string>,
): Promise<string> {
  const config = await starting('settings', processConfig);
  const { url, stop } = await starting('database', () => open(config));
  try {
    return await starting('backup', () => run({ databaseUrl: url, config }));
  } finally {
    await stop?.();
  }
}

async function runTool(run: (commandLine: readonly string[]) => Promise<string>): Promise<void> {
  const [, , ...commandLine] = process.argv;
  if (commandLine.includes('--help')) {
    printLine(BACKUP_HELP);
    return;
  }
  try {
    printLine(await run(commandLine));
  } catch (error) {
    process.exitCode = 1;
    if (isMisused(error)) process.stderr.write(`${messageOf(error)}\n\n${BACKUP_HELP}\n`);
    else logFailedStart(messageOf(error), error);
  }
}

/** Whether the error is in the command line and not in the product. */
function isMisused(error: unknown): boolean {
  return (
    error instanceof BackupUsageError || (error instanceof Error && error.cause instanceof BackupUsageError)
  );
}
