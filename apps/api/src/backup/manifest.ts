import { z } from 'zod';

const rowsSchema = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
  /** Whether COPY wrote them in its binary format, otherwise as text. */
  isBinary: z.boolean().default(false),
  /** Of the rows as COPY writes them, before compression, ordered by primary key. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackedUpTable = z.infer<typeof rowsSchema>;

/** Formats that can be restored. */
const FORMATS = ['curvewell-backup/1', 'curvewell-backup/2'] as const;
export const FORMAT = 'curvewell-backup/2';

/** The description of a backup. It is the last entry of the file, because it holds the hashes of the others. */
export const manifestSchema = z.strictObject({
  format: z.enum(FORMATS),
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

/** The path of a table's rows in the zip: packed by zstd, in the first format deflated by the zip. */
export const entryOf = (table: string, format: Manifest['format']) =>
  `tables/${table}.copy${format === 'curvewell-backup/1' ? '' : '.zst'}`;
