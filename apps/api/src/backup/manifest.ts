import { z } from 'zod';

const rowsSchema = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  /** Of the rows in PostgreSQL’s COPY format, ordered by primary key. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackedUpTable = z.infer<typeof rowsSchema>;

/** The description of a backup. It is the last entry of the file, because it holds the hashes of the others. */
export const manifestSchema = z.strictObject({
  format: z.literal('curvewell-backup/1'),
  /** The time of the snapshot, by the clock of the database. */
  madeAt: z.iso.datetime(),
  software: z.string(),
  /** Applied migrations, oldest first. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(rowsSchema),
  /** Waiting background jobs; null: the database has no queue. */
  jobs: rowsSchema.nullable(),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string().nullable() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const MANIFEST = 'manifest.json';
/** The path of a table's rows in the zip. */
export const entryOf = (table: string) => `tables/${table}.copy`;
