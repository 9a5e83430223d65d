import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type * as SchemaEngineModule from '@prisma/schema-engine-wasm';
import pg from 'pg';

export const PRISMA_FOLDER = fileURLToPath(new URL('../../../prisma/', import.meta.url));
const MIGRATIONS_FOLDER = path.join(PRISMA_FOLDER, 'migrations');

/** Any fixed number: everyone who migrates this database takes this advisory lock first. */
const MIGRATION_LOCK = 7_240_115;

const NO_FILTERS: SchemaEngineModule.SchemaFilter = { externalTables: [], externalEnums: [] };

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
    return await withSchemaEngine(databaseUrl, async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: await migrationList(),
        filters: NO_FILTERS,
      });
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
  return withSchemaEngine(databaseUrl, async (engine) => {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'migrations', ...(await migrationList()) },
      to: { tag: 'schemaDatamodel', files: await schemaFiles() },
      script: true,
      exitCode: true,
      shadowDatabaseUrl: null,
      filters: NO_FILTERS,
    });
    return exitCode === 0 ? '' : (stdout ?? '');
  });
}

async function migrationList(): Promise<SchemaEngineModule.MigrationList> {
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

/** Prisma's own schema engine as WebAssembly: the engine binary cannot be downloaded everywhere. */
async function withSchemaEngine<T>(
  databaseUrl: string,
  use: (engine: SchemaEngineModule.SchemaEngine) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await schemaEngineModule();
  const adapter = bindMigrationAwareSqlAdapterFactory(
    new SchemaEngineAdapter({ ...connectionParts(databaseUrl), max: 2 }),
  );
  const files = await schemaFiles();
  const engine = await SchemaEngine.new(
    { datamodels: files.map((file): [string, string] => [file.path, file.content]) },
    () => undefined,
    adapter,
  );
  try {
    return await use(engine);
  } finally {
    engine.free();
  }
}

/** The address in parts: the adapter puts the shadow database's name beside them, which a whole address would hide. */
function connectionParts(databaseUrl: string): pg.PoolConfig {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  return {
    host: hostname,
    port: port === '' ? 5432 : Number(port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
    ssl: ['require', 'verify-full'].includes(searchParams.get('sslmode') ?? ''),
  };
}

type SchemaEngineConnection = Awaited<ReturnType<PrismaPg['connect']>>;

/** Two things that the adapter cannot do: read PostgreSQL's own `"char"`, and run a script with functions. */
class SchemaEngineAdapter extends PrismaPg {
  override async connect() {
    return withCharacters(withWholeScripts(await super.connect()));
  }

  override async connectToShadowDb() {
    return withCharacters(withWholeScripts(await super.connectToShadowDb()));
  }
}

/** The adapter cuts scripts at every semicolon, also within a function; the server takes a script whole. */
function withWholeScripts(adapter: SchemaEngineConnection) {
  const pool = adapter.underlyingDriver();
  const query = pool.query.bind(pool);
  // The adapter drops its shadow database while it is still connected to it.
  pool.on('error', () => undefined);
  adapter.executeScript = async (script) => {
    await query(script.replace(/^DROP DATABASE "[^"]+"$/, '$& WITH (FORCE)'));
  };
  return adapter;
}

const CHAR_OID = 18;

/** Lets `"char"` through as text and then calls it what it is: one character. Queries come one after another. */
function withCharacters(adapter: SchemaEngineConnection) {
  const pool = adapter.underlyingDriver();
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => Promise<pg.QueryResult>;
  let charColumns = new Set<string>();
  const queryWithText = async (...parameters: unknown[]) => {
    const result = await query(...parameters);
    const charFields = result.fields.filter(({ dataTypeID }) => dataTypeID === CHAR_OID);
    for (const field of charFields) field.dataTypeID = pg.types.builtins.BPCHAR;
    charColumns = new Set(charFields.map(({ name }) => name));
    return result;
  };
  Object.assign(pool, { query: queryWithText });

  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (parameters) => {
    const result = await queryRaw(parameters);
    const columnTypes = result.columnTypes.map((type, column) =>
      charColumns.has(result.columnNames[column] ?? '') ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  };
  return adapter;
}

interface WasmBindings {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
}

let loaded: Promise<typeof SchemaEngineModule> | undefined;

function schemaEngineModule(): Promise<typeof SchemaEngineModule> {
  loaded ??= loadSchemaEngine();
  return loaded;
}

async function loadSchemaEngine(): Promise<typeof SchemaEngineModule> {
  const entry = import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  // The package's types describe the bundled entry, which only a bundler can load.
  const bindings = (await import(entry)) as typeof SchemaEngineModule & WasmBindings;
  const bytes = await readFile(new URL('schema_engine_bg.wasm', entry));
  const { instance } = await WebAssembly.instantiate(bytes, {
    './schema_engine_bg.js': bindings as unknown as WebAssembly.ModuleImports,
  });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports['__wbindgen_start'] as () => void)();
  return bindings;
}
