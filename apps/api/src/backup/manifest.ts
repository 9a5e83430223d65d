import { z } from 'zod';

const rowsSchema = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  /** Of the rows as PostgreSQL’s COPY writes them, by primary key. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackedUpTable = z.infer<typeof rowsSchema>;

/** The description of a backup; it comes last in the file, when all is known. */
export const manifestSchema = z.strictObject({
  format: z.literal('curvewell-backup/1'),
  /** By the clock of the database: everything is as it was at this moment. */
  madeAt: z.iso.datetime(),
  software: z.string(),
  /** Applied to the database, oldest first. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(rowsSchema),
  /** What waits to be done in the background; null: a database without a queue. */
  jobs: rowsSchema.nullable(),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string().nullable() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const MANIFEST = 'manifest.json';
/** Where in the file the rows of a table are. */
export const entryOf = (table: string) => `tables/${table}.copy`;
