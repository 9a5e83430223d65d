import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type * as SchemaEngineModule from '@prisma/schema-engine-wasm';
import pg from 'pg';

type SchemaEngine = SchemaEngineModule.SchemaEngine;

/**
 * Lends Prisma's own schema engine, as WebAssembly: the engine's program cannot be
 * downloaded everywhere.
 */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  files: readonly SchemaEngineModule.SchemaContainer[],
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await schemaEngineModule();
  const adapter = new SchemaEngineAdapter({ ...connectionParts(databaseUrl), max: 2 });
  const engine = await SchemaEngine.new(
    { datamodels: files.map(({ path, content }): [string, string] => [path, content]) },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  try {
    return await use(engine);
  } finally {
    engine.free();
    await adapter.close();
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
  readonly #pools: pg.Pool[] = [];

  override async connect() {
    const connection = await super.connect();
    this.#pools.push(connection.underlyingDriver());
    return withCharacters(withWholeScripts(connection));
  }

  override async connectToShadowDb() {
    return withCharacters(withWholeScripts(await super.connectToShadowDb()));
  }

  /** The engine leaves its connections open, and nobody can copy a database while there is one. */
  async close() {
    await Promise.all(this.#pools.filter(({ ended }) => !ended).map((pool) => pool.end()));
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
  __wbg_set_wasm(exports: object): void;
}

/** The one part of the global that is used; Node's types do not have it. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Readonly<Record<string, object>>,
  ): Promise<{ readonly instance: { readonly exports: { readonly __wbindgen_start: () => void } } }>;
};

let loaded: Promise<typeof SchemaEngineModule> | undefined;

function schemaEngineModule(): Promise<typeof SchemaEngineModule> {
  loaded ??= loadSchemaEngine();
  return loaded;
}

async function loadSchemaEngine(): Promise<typeof SchemaEngineModule> {
  const entry = pathToFileURL(
    createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg'),
  ).href;
  // The package's types describe the bundled entry, which only a bundler can load.
  const bindings = (await import(entry)) as typeof SchemaEngineModule & WasmBindings;
  const bytes = await readFile(new URL('schema_engine_bg.wasm', entry));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings;
}
