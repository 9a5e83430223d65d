import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ZipFile } from 'yazl';

import { SOFTWARE_BUILD } from '../process/version.ts';
import { Digested } from './copied-rows.ts';
import { entryOf, MANIFEST, type BackedUpTable, type Manifest } from './manifest.ts';
import { openJobsTable, ownTables, type TableShape } from './tables.ts';

/** Streams a zip of all data from one snapshot. Users can continue to work meanwhile. */
export async function backupStream(databaseUrl: string): Promise<Readable> {
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
  const tables = await ownTables(client);
  const jobs = await openJobsTable(client);
  const digests = new Map<string, Digested>();
  for (const table of [...tables, ...(jobs === null ? [] : [jobs])]) {
    const digested = new Digested();
    digests.set(table.name, digested);
    addLazily(zip, entryOf(table.name), () => {
      const rows = client.query(copyTo(`COPY (${table.select}) TO STDOUT`));
      void pipeline(rows, digested).catch((error: unknown) => {
        output.destroy(error instanceof Error ? error : new Error(String(error)));
      });
      return Promise.resolve(digested);
    });
  }
  addLazily(zip, MANIFEST, async () => {
    const manifest = await describe(client, {
      tables: tables.map((table) => written(table, digests)),
      jobs: jobs === null ? null : written(jobs, digests),
    });
    return Readable.from([Buffer.from(JSON.stringify(manifest, null, 2))]);
  });
  zip.end();
  return output;
}

/** Opened when the zip reaches this entry, because a connection can copy only one table at a time. */
function addLazily(zip: ZipFile, name: string, open: () => Promise<Readable>): void {
  zip.addReadStreamLazy(name, {}, (use) => {
    open().then(
      (stream) => {
        use(null, stream);
      },
      (error: unknown) => {
        use(error, Readable.from([]));
      },
    );
  });
}

function written({ name, columns }: TableShape, digests: ReadonlyMap<string, Digested>): BackedUpTable {
  const digested = digests.get(name);
  if (digested === undefined) throw new Error(`The table ${name} was not written.`);
  return { name, columns: [...columns], ...digested.digest() };
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
    format: 'curvewell-backup/1',
    madeAt: (clock[0]?.now ?? new Date()).toISOString(),
    software: SOFTWARE_BUILD,
    migrations: migrations.map(({ name }) => name),
    ...rows,
    sequences,
  };
}
