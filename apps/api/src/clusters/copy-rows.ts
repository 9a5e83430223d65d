import { createHash } from 'node:crypto';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

import { named, type LaboratoryTable } from './laboratory-tables.ts';

export interface Digest {
  readonly rows: number;
  /** Of the rows in PostgreSQL's binary COPY format, in the order of the primary key. */
  readonly sha256: string;
}
type Rows = Pick<LaboratoryTable, 'name' | 'columns' | 'where' | 'order'>;

const selected = ({ name, columns, where, order }: Rows) =>
  `COPY (SELECT ${named(columns)} FROM ${pg.escapeIdentifier(name)} WHERE ${where} ORDER BY ${order})
    TO STDOUT (FORMAT binary)`;

/** Copies rows into a table of another database. @returns what was read */
export async function copyRows(
  { source, target }: { readonly source: pg.Client; readonly target: pg.Client },
  rows: Rows,
  into: string = pg.escapeIdentifier(rows.name),
): Promise<Digest> {
  const hashed = hashing();
  const reading = source.query(copyTo(selected(rows)));
  const writing = target.query(copyFrom(`COPY ${into} (${named(rows.columns)}) FROM STDIN (FORMAT binary)`));
  await pipeline(reading, hashed.through, writing);
  return { rows: reading.rowCount, sha256: hashed.sha256() };
}

/** Reads rows and keeps only their hash. */
export async function digestRows(client: pg.Client, rows: Rows): Promise<Digest> {
  const hashed = hashing();
  const reading = client.query(copyTo(selected(rows)));
  await pipeline(
    reading,
    hashed.through,
    new Writable({
      write: (_chunk, _encoding, done) => done(),
    }),
  );
  return { rows: reading.rowCount, sha256: hashed.sha256() };
}

function hashing() {
  const hash = createHash('sha256');
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, sha256: () => hash.digest('hex') };
}
