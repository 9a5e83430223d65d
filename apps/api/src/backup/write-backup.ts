import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';

import pg from 'pg';
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams';
import { ZipFile } from 'yazl';

import { SOFTWARE_BUILD } from '../process/version.ts';
import { copyOption, Digested } from './copied-rows.ts';
import { entryOf, FORMAT, MANIFEST, type BackedUpTable, type Manifest } from './manifest.ts';
import { openJobsTable, ownTables, type TableShape } from './tables.ts';

/** Most bytes are packed already: the fastest level finds what the rest has. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The copy of a table, complete once the zip has its entry. */
interface Copy {
  readonly rows: CopyToStreamQuery;
  readonly digested: Digested;
}

/** PostgreSQL 17 and later end the transaction themselves, even if this process hangs. */
const TRANSACTION_LIMIT = `
  SELECT set_config(name, $1, true) FROM pg_settings WHERE name = 'transaction_timeout'`;

/** Streams a zip of all data from one snapshot. Users can continue to work meanwhile. */
export async function backupStream(databaseUrl: string, limitMs: number): Promise<Readable> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'curvewell backup' });
  await client.connect();
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  zip.on('error', (error: Error) => {
    output.destroy(error);
  });
  client.on('error', (error) => {
    output.destroy(error);
  });
  output.once('close', () => void client.end());

  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(TRANSACTION_LIMIT, [String(limitMs)]);
  const tables = await ownTables(client);
  const jobs = await openJobsTable(client);
  const copies = new Map<string, Copy>();
  for (const table of [...tables, ...(jobs === null ? [] : [jobs])])
    addLazily(zip, entryOf(table.name, FORMAT), { compress: false }, () => {
      const rows = client.query(copyTo(`COPY (${table.select}) TO STDOUT${copyOption(table)}`));
      const digested = new Digested();
      copies.set(table.name, { rows, digested });
      // Packed in a separate thread, while this one reads and hashes.
      const packed = createZstdCompress(COMPRESSION);
      void pipeline(rows, digested, packed).catch((error: unknown) => {
        output.destroy(error instanceof Error ? error : new Error(String(error)));
      });
      return Promise.resolve(packed);
    });
  addLazily(zip, MANIFEST, {}, async () => {
    const manifest = await describe(client, {
      tables: tables.map((table) => written(table, copies)),
      jobs: jobs === null ? null : written(jobs, copies),
    });
    return Readable.from([Buffer.from(JSON.stringify(manifest, null, 2))]);
  });
  zip.end();
  return output;
}

/** Opened when the zip reaches this entry, because a connection can copy only one table at a time. */
function addLazily(
  zip: ZipFile,
  name: string,
  options: { readonly compress?: boolean },
  open: () => Promise<Readable>,
): void {
  zip.addReadStreamLazy(name, options, (use) => {
    open().then(
      (stream) => use(null, stream),
      (error: unknown) => use(error, Readable.from([])),
    );
  });
}

function written({ name, columns, isBinary }: TableShape, copies: ReadonlyMap<string, Copy>): BackedUpTable {
  const copy = copies.get(name);
  if (copy === undefined) throw new Error(`The table ${name} was not written.`);
  return { name, columns: [...columns], rows: copy.rows.rowCount, isBinary, sha256: copy.digested.sha256() };
}

async function describe(client: pg.Client, rows: Pick<Manifest, 'tables' | 'jobs'>): Promise<Manifest> {
  const { rows: migrations } = await client.query<{ name: string }>(
    `SELECT migration_name AS "name" FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const { rows: sequences } = await client.query<{ name: string; lastValue: string | null }>(
    `SELECT sequencename::text AS "name", last_value::text AS "lastValue" FROM pg_sequences
     WHERE schemaname = 'public' ORDER BY sequencename`,
  );
  const { rows: clock } = await client.query<{ now: Date }>('SELECT now()');
  return {
    format: FORMAT,
    madeAt: (clock[0]?.now ?? new Date()).toISOString(),
    software: SOFTWARE_BUILD,
    migrations: migrations.map(({ name }) => name),
    ...rows,
    sequences,
  };
}
