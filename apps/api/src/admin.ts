import process from 'node:process';

import { ADMIN_HELP, AdminUsageError, BrokenTrailError, runAdminCommand } from './admin-command.ts';
import { commandLineActor } from './command-line-actor.ts';
import { databaseProblem } from './database/problem.ts';
import { openDatabase } from './db.ts';
import { AppError } from './errors.ts';
import { say } from './lifecycle.ts';
import { processConfig } from './process-config.ts';
import { createSecrets } from './secrets.ts';

/** The first laboratory and its first administrator, on the machine that the product runs on. */
const [, , ...commandLine] = process.argv;
if (commandLine.length === 0 || commandLine.includes('--help')) say(ADMIN_HELP);
else process.exitCode = await run();

async function run(): Promise<number> {
  const { databaseUrl, secretKeys, signingKey } = processConfig();
  if (databaseUrl === null) {
    return fail(
      'Set DATABASE_URL to the database of the product. With npm start, sign in as “super” instead.',
    );
  }
  const db = openDatabase(databaseUrl, { poolSize: 2 });
  try {
    const actor = commandLineActor();
    say(await runAdminCommand({ db, actor, secrets: createSecrets(secretKeys), signingKey }, commandLine));
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
  }
}

/** PostgreSQL's `undefined_table`, as the driver or the client tells of it. */
function isWithoutTables(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === '42P01' || String(error).includes('42P01') || code === 'P2021';
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}
