import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

import type { MigrationList, SchemaFilter } from '@prisma/schema-engine-wasm';
import pg from 'pg';

import { withSchemaEngine } from './schema-engine.ts';

export const PRISMA_FOLDER = fileURLToPath(new URL('../../../prisma/', import.meta.url));
const MIGRATIONS_FOLDER = path.join(PRISMA_FOLDER, 'migrations');

/** Any fixed number: everyone who migrates this database takes this advisory lock first. */
const MIGRATION_LOCK = 7_240_115;

const NO_FILTERS: SchemaFilter = { externalTables: [], externalEnums: [] };

/** The names of the migrations in the folder, oldest first. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS_FOLDER, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/**
 * Brings a database to the newest migration. Processes that start at the same time
 * wait for one another.
 *
 * @returns the names of the migrations that were applied now
 */
export async function migrate(databaseUrl: string): Promise<readonly string[]> {
  const lock = new pg.Client({ connectionString: databaseUrl });
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await withSchemaEngine(databaseUrl, await schemaFiles(), async (engine) => {
      const migrationsList = await migrationList();
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTERS });
      return appliedMigrationNames;
    });
  } finally {
    await lock.end();
  }
}

/**
 * The SQL that leads from the migrations to the schema: empty when they agree.
 * The migrations are played into a shadow database on the same server.
 */
export async function migrationDraft(databaseUrl: string): Promise<string> {
  const files = await schemaFiles();
  return withSchemaEngine(databaseUrl, files, async (engine) => {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'migrations', ...(await migrationList()) },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: NO_FILTERS,
    });
    return exitCode === 0 ? '' : (stdout ?? '');
  });
}

async function migrationList(): Promise<MigrationList> {
  const names = await migrationNames();
  return {
    baseDir: MIGRATIONS_FOLDER,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: await readFile(path.join(MIGRATIONS_FOLDER, name, 'migration.sql'), 'utf8'),
          },
        },
      })),
    ),
  };
}

async function schemaFiles(): Promise<{ path: string; content: string }[]> {
  const models = path.join(PRISMA_FOLDER, 'models');
  const modelNames = (await readdir(models)).filter((name) => name.endsWith('.prisma')).sort();
  const files = [
    path.join(PRISMA_FOLDER, 'schema.prisma'),
    ...modelNames.map((name) => path.join(models, name)),
  ];
  return Promise.all(files.map(async (file) => ({ path: file, content: await readFile(file, 'utf8') })));
}
