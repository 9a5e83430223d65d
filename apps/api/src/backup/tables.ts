import pg from 'pg';

/** A table with its own columns in order. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Selects all rows in an order that is the same in every database. */
  readonly select: string;
  /** Whether its rows can be copied in PostgreSQL's binary format, which for arrays of own types has a number that differs between databases. */
  readonly isBinary: boolean;
}

/** Prisma writes this table when it applies migrations. */
const HISTORY = '_prisma_migrations';
/** State of one database only: whether it is a copy, and its last backup. */
const INSTALLATION = 'installation';
const JOBS = 'pgboss.job';

/** All tables of the product, ordered by name. */
export async function ownTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<{
    name: string;
    columns: string[];
    order: string[];
    isBinary: boolean;
  }>(SHAPES, [[HISTORY, INSTALLATION]]);
  return rows.map(({ name, columns, order, isBinary }) => ({
    name,
    columns,
    isBinary,
    select: `SELECT ${quoted(columns)} FROM ${pg.escapeIdentifier(name)} ORDER BY ${order.join(', ')}`,
  }));
}

/** The table of jobs that wait or are active; null: there is no queue. */
export async function openJobsTable(client: pg.ClientBase): Promise<TableShape | null> {
  const { rows } = await client.query<{ columns: string[] | null }>(
    `SELECT array_agg(attname::text ORDER BY attnum) AS columns FROM pg_attribute
     WHERE attrelid = to_regclass('${JOBS}') AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
  );
  const columns = rows[0]?.columns ?? null;
  if (columns === null) return null;
  return {
    name: JOBS,
    columns,
    // The queue may have other types in a later version.
    isBinary: false,
    select: `SELECT ${quoted(columns)} FROM ${JOBS} WHERE state IN ('created', 'retry', 'active') ORDER BY name COLLATE "C", id`,
  };
}

export const quoted = (names: readonly string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ');

/** PostgreSQL's FirstNormalObjectId: smaller ones are the same in every database. */
const FIRST_OWN_OID = 16_384;

/**
 * Byte order for texts, because databases may use different collations. What a table is partitioned by comes last, so that
 * the order is that of a table without partitions.
 */
const SHAPES = `
  SELECT c.relname::text AS "name",
    (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS "columns",
    (SELECT array_agg(quote_ident(a.attname) || CASE WHEN a.attcollation <> 0 THEN ' COLLATE "C"' ELSE '' END
       ORDER BY coalesce(a.attnum = ANY (p.partattrs), false), array_position(i.indkey::int2[], a.attnum))
     FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
       LEFT JOIN pg_partitioned_table p ON p.partrelid = c.oid
     WHERE i.indrelid = c.oid AND i.indisprimary) AS "order",
    NOT EXISTS (SELECT FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND (t.typtype NOT IN ('b', 'e') OR t.typelem >= ${FIRST_OWN_OID})) AS "isBinary"
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL ($1::text[])
  ORDER BY c.relname COLLATE "C"`;
