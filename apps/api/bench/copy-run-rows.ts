import pg from 'pg';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  /** Whether it names a row, or a well, that is copied as well. */
  readonly isOfCopy: boolean;
}

interface Copies {
  readonly runId: string;
  readonly from: number;
  readonly count: number;
  /** Tables whose rows are not copied. */
  readonly without?: readonly string[];
}

/**
 * Copies a run with all its rows. Stored bytes are replaced by noise of the same length: they are packed, and a second
 * copy of the same would shrink any backup.
 */
export async function copyRunRows(
  client: pg.Client,
  { runId, from, count, without = [] }: Copies,
): Promise<void> {
  await client.query(FUNCTIONS);
  await client.query('SET session_replication_role = replica');
  const { rows } = await client.query<Column>(COLUMNS);
  const tables = Map.groupBy(rows, ({ table }) => table);
  for (const [table, columns] of tables) {
    if (without.includes(table)) continue;
    const names = columns.map(({ column }) => pg.escapeIdentifier(column));
    const values = columns.map((column, at) => valueOf(column, names[at] ?? ''));
    await client.query(
      `INSERT INTO ${table} (${names.join()})
       SELECT ${values.join()} FROM generate_series($2::int, $3) copy, ${table} WHERE ${OF_RUN[table] ?? 'run_id = $1'}
       ORDER BY copy`,
      [runId, from, from + count - 1],
    );
  }
  for (const statement of RENAMED) await client.query(statement);
  await client.query('RESET session_replication_role');
}

/** Blobs get the names of their other bytes. */
const RENAMED = [
  `UPDATE run_file f SET sha256 = encode(sha256(b.content), 'hex'), packed_sha256 = NULL FROM blob b
   WHERE b.run_id = f.run_id AND b.sha256 = coalesce(f.packed_sha256, f.sha256) AND b.sha256 <> encode(sha256(b.content), 'hex')`,
  `UPDATE run_curves c SET packed_sha256 = encode(sha256(b.content), 'hex') FROM blob b
   WHERE b.run_id = c.run_id AND b.sha256 = c.packed_sha256 AND b.sha256 <> encode(sha256(b.content), 'hex')`,
  `UPDATE blob SET sha256 = encode(sha256(content), 'hex') WHERE sha256 <> encode(sha256(content), 'hex')`,
];

const OF_RUN: Readonly<Record<string, string>> = {
  run: 'id = $1',
  run_kit_lot: 'run_kit_id IN (SELECT id FROM run_kit WHERE run_id = $1)',
};

function valueOf({ table, column, type, isOfCopy }: Column, name: string): string {
  if (isOfCopy) return `bench_copy_id(${name}, copy)`;
  if (type === 'bytea') return `bench_noise(length(${name}), copy)`;
  // Each run has its own samples.
  if (table === 'run_sample' && column === 'name') return `${name} || '-' || copy`;
  if (type === 'timestamp with time zone') return `${name} - copy * interval '1 hour'`;
  if (column === 'business_id') return `${name} + copy`;
  return name;
}

/** A copy's ids are UUIDs of version 7, an hour before those of the previous copy. */
const FUNCTIONS = `
  CREATE OR REPLACE FUNCTION bench_noise(bytes int, copy int) RETURNS bytea LANGUAGE sql VOLATILE AS $$
    SELECT substring(decode(string_agg(md5(random()::text), ''), 'hex') FROM 1 FOR bytes)
    FROM generate_series(1, bytes / 16 + 1)
  $$;
  CREATE OR REPLACE FUNCTION bench_copy_id(id uuid, copy int) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT overlay(overlay(overlay(md5(id::text || copy)
      PLACING lpad(to_hex(greatest(0, ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint - copy * 3600000::bigint)), 12, '0') FROM 1)
      PLACING '7' FROM 13) PLACING '8' FROM 17)::uuid
  $$`;

/** Columns of the tables that hold rows of a run. */
const COLUMNS = `
  WITH of_run AS (
    SELECT c.oid, c.relname FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND (c.relname IN ('run', 'run_kit_lot')
      OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'run_id'))
      AND c.relname !~ '^(audit|delivery|read_log)'
  )
  SELECT t.relname::text AS "table", a.attname::text AS "column", a.atttypid::regtype::text AS "type",
    a.attname IN ('run_id', 'well_id') OR a.attname = 'id' AND a.atttypid = 'uuid'::regtype OR EXISTS (SELECT FROM pg_constraint f JOIN of_run o ON o.oid = f.confrelid
      WHERE f.conrelid = t.oid AND f.contype = 'f' AND a.attnum = ANY (f.conkey) AND a.attname <> 'laboratory_id') AS "isOfCopy"
  FROM of_run t JOIN pg_attribute a ON a.attrelid = t.oid
  WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attidentity = ''
  ORDER BY t.relname, a.attnum`;
