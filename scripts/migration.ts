/** `migrate:new <name>`, `migrate:check`. */
import { mkdir, mkdtemp, rm, chmod, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { startEmbeddedPostgres } from '../apps/api/src/standalone/postgres.ts';
import { migrationDraft } from '../apps/api/src/standalone/migration-draft.ts';
import { PRISMA_FOLDER } from '../apps/api/src/upgrade/migrations.ts';

const [command, name] = process.argv.slice(2);

switch (command) {
  case 'new':
    await writeMigration(name);
    break;
  case 'check':
    await check();
    break;
  default:
    fail('Say what to do: new <name> or check.');
}

async function writeMigration(title = ''): Promise<void> {
  if (!/^[a-z][a-z0-9_]*$/.test(title))
    fail('Name the migration in small letters: migrate:new add_serial_number');
  const sql = await withScratchServer(migrationDraft);
  if (sql === '') {
    say('The migrations already lead to the schema.');
    return;
  }
  const timestamp = new Date().toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
  const folder = path.join(PRISMA_FOLDER, 'migrations', `${timestamp}_${title}`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'migration.sql'), sql);
  say(`${path.relative(process.cwd(), folder)}/migration.sql\nRead it, and add what the schema cannot say.`);
}

async function check(): Promise<void> {
  const sql = await withScratchServer(migrationDraft);
  if (sql !== '')
    fail(`The schema has changed without a migration (migrate:new <name> writes it):\n\n${sql}`);
}

/** A PostgreSQL that exists for one question. */
async function withScratchServer<T>(use: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-migration-'));
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({
    dataDirectory: path.join(folder, 'postgres'),
    settings: ['fsync=off'],
  });
  try {
    return await use(server.url);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function say(message: string): void {
  process.stdout.write(`${message}\n`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
