/**
 * `migrate:new <name>` drafts a migration with Prisma's command, which downloads Prisma's schema engine once.
 */
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { migrate, MIGRATIONS_FOLDER, PRISMA_FOLDER } from '../apps/api/src/upgrade/migrations.ts';
import { startEmbeddedPostgres } from '../apps/api/src/standalone/postgres.ts';
import { preparing } from '../apps/api/src/upgrade/preparing.ts';

const PRISMA = path.join(PRISMA_FOLDER, '../apps/api/node_modules/prisma/build/index.js');
/** Prisma's output when there is no change. */
const EMPTY = /^-- This is an empty migration\.\s*$/;

const [title = ''] = process.argv.slice(2);
if (!/^[a-z][a-z0-9_]*$/.test(title))
  fail('Name the migration in lower case: npm run migrate:new add_serial_number');

const scratch = await mkdtemp(path.join(tmpdir(), 'curvewell-migration-'));
try {
  const sql = await draft(scratch);
  if (EMPTY.test(sql)) print('The migrations already lead to the schema.');
  else await write(sql);
} finally {
  await rm(scratch, { recursive: true, force: true });
}

/** The SQL that migrates from the existing migrations to the models. */
async function draft(folder: string): Promise<string> {
  // The database server's account must be able to traverse the folder.
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({
    dataDirectory: path.join(folder, 'postgres'),
    settings: ['fsync=off'],
  });
  try {
    await preparing(server.url, (client) => migrate(client));
    const config = path.join(folder, 'prisma.config.mjs');
    const settings = { schema: PRISMA_FOLDER, datasource: { url: server.url } };
    await writeFile(config, `export default ${JSON.stringify(settings)};\n`);
    return diff(config);
  } finally {
    await server.stop();
  }
}

function diff(config: string): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      PRISMA,
      'migrate',
      'diff',
      '--config',
      config,
      '--from-config-datasource',
      '--to-schema',
      PRISMA_FOLDER,
      '--script',
    ],
    { encoding: 'utf8', env: { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' } },
  );
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return stdout;
}

async function write(sql: string): Promise<void> {
  const timestamp = new Date().toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
  const folder = path.join(MIGRATIONS_FOLDER, `${timestamp}_${title}`);
  await mkdir(folder);
  await writeFile(path.join(folder, 'migration.sql'), sql);
  print(
    `${path.relative(process.cwd(), folder)}/migration.sql\nRead it, and add what the Prisma schema cannot express.`,
  );
}

function print(message: string): void {
  process.stdout.write(`${message}\n`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
