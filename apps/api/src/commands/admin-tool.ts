import process from 'node:process';

import type { Dependencies } from '../dependencies.ts';
import { ADMIN_HELP, AdminUsageError, BrokenTrailError, runAdminCommand } from './admin-command.ts';
import type { DatabaseAtHand } from './backup-tool.ts';
import { systemClock } from '../clock.ts';
import { commandLineActor } from './command-line-actor.ts';
import type { Config } from '../settings/config.ts';
import { databaseProblem } from '../database/problem.ts';
import { openDatabase } from '../database/db.ts';
import { AppError } from '../errors.ts';
import type { IdentityAdmin } from '../features/users/index.ts';
import { printLine } from '../process/lifecycle.ts';
import { openSigner } from '../signing/open-signer.ts';
import { processConfig } from '../settings/process-config.ts';
import { createSecrets } from '../database/secrets.ts';

interface Installation {
  /** @throws Error when the settings name no database */
  readonly open: (config: Config) => Promise<DatabaseAtHand>;
  readonly accountsOf: (config: Config, dependencies: Dependencies) => IdentityAdmin;
  /** The signing key of an installation whose settings need not name it. */
  readonly signingKeyOf?: (config: Config) => Promise<Buffer | null>;
}

/** The command `admin`: manages laboratories and users on the server. */
export async function administer(installation: Installation): Promise<void> {
  const [, , ...commandLine] = process.argv;
  if (commandLine.length === 0 || commandLine.includes('--help')) printLine(ADMIN_HELP);
  else process.exitCode = await run(installation, commandLine);
}

async function run(
  { open, accountsOf, signingKeyOf }: Installation,
  commandLine: readonly string[],
): Promise<number> {
  const config = processConfig();
  const { secretKeys } = config;
  const opened = await open(config).catch((error: unknown) => fail((error as Error).message));
  if (typeof opened === 'number') return opened;
  const db = openDatabase(opened.url, { poolSize: 2 });
  try {
    const actor = commandLineActor();
    const identityAdmin = accountsOf(config, { db, clock: systemClock });
    const secrets = createSecrets(secretKeys);
    const openKeys = async () =>
      openSigner({ ...config, signingKey: (await signingKeyOf?.(config)) ?? config.signingKey });
    printLine(
      await runAdminCommand({ db, actor, secrets, openSigner: openKeys, identityAdmin }, commandLine),
    );
    return 0;
  } catch (error) {
    if (error instanceof AdminUsageError) return fail(`${error.message}\n\n${ADMIN_HELP}`);
    if (error instanceof AppError || error instanceof BrokenTrailError) return fail(error.message);
    if (isWithoutTables(error)) return fail('This database has no tables yet: start the product once.');
    const problem = databaseProblem(error);
    if (problem === undefined) throw error;
    return fail(problem.message);
  } finally {
    await db.$disconnect();
    await opened.stop?.();
  }
}

/** PostgreSQL's `undefined_table`, from the driver or from the client. */
function isWithoutTables(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === '42P01' || String(error).includes('42P01') || code === 'P2021';
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}
