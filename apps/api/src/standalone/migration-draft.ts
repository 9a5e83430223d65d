import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { MigrationList } from '@prisma/schema-engine-wasm';

import { MIGRATIONS_FOLDER, migrationNames, PRISMA_FOLDER } from '../upgrade/migrations.ts';
import { withSchemaEngine } from './schema-engine.ts';

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
      filters: { externalTables: [], externalEnums: [] },
    });
    return exitCode === 0 ? '' : (stdout ?? '');
  });
}

export async function migrationList(): Promise<MigrationList> {
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

export async function schemaFiles(): Promise<{ path: string; content: string }[]> {
  const models = path.join(PRISMA_FOLDER, 'models');
  const modelNames = (await readdir(models)).filter((name) => name.endsWith('.prisma')).sort();
  const files = [
    path.join(PRISMA_FOLDER, 'schema.prisma'),
    ...modelNames.map((name) => path.join(models, name)),
  ];
  return Promise.all(files.map(async (file) => ({ path: file, content: await readFile(file, 'utf8') })));
}
