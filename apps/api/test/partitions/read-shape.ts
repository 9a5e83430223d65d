import type pg from 'pg';

/** The objects that are recreated when the tables of runs are partitioned. */
export interface Shape {
  readonly tables: readonly Table[];
  /** In an order in which they can be created. */
  readonly views: readonly View[];
  /** Functions whose arguments or results are rows of these. */
  readonly functions: readonly { readonly signature: string; readonly definition: string }[];
}

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Storage parameters. */
  readonly options: string | null;
  readonly sequences: readonly { readonly name: string; readonly column: string }[];
  readonly indexes: readonly Index[];
  readonly references: readonly { readonly name: string; readonly definition: string }[];
  readonly triggers: readonly Trigger[];
}

export interface Index {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isUnique: boolean;
  readonly isPrimary: boolean;
  readonly isConstraint: boolean;
  readonly definition: string;
}

export interface Trigger {
  readonly name: string;
  readonly isForRows: boolean;
  readonly definition: string;
}

interface View {
  readonly name: string;
  readonly definition: string;
  readonly triggers: readonly Trigger[];
}

/** Reads the tables of runs from the catalogue of a migrated database. */
export async function readShape(client: pg.Client): Promise<Shape> {
  const { rows: tables } = await client.query<Table>(TABLES);
  const { rows: views } = await client.query<View>(VIEWS);
  const { rows: functions } = await client.query<Shape['functions'][number]>(FUNCTIONS);
  return { tables, views, functions };
}

/**
 * `run`, what refers to it, and what refers to that; and tables that are written with runs and have no foreign key, or that such a
 * row refers to.
 */
const OF_RUNS = `
  WITH RECURSIVE found AS (
    SELECT unnest(ARRAY['run', 'run_use', 'run_count', 'control_series']::regclass[])::oid AS oid
    UNION SELECT k.conrelid FROM found JOIN pg_constraint k ON k.confrelid = found.oid AND k.contype = 'f'
  )`;

const triggersOf = (oid: string) => `ARRAY(
  SELECT json_build_object('name', t.tgname, 'isForRows', t.tgtype & 1 = 1, 'definition', pg_get_triggerdef(t.oid))
  FROM pg_trigger t WHERE t.tgrelid = ${oid} AND NOT t.tgisinternal ORDER BY t.tgname)`;

const TABLES = `${OF_RUNS}
  SELECT c.relname AS name, array_to_string(c.reloptions, ', ') AS options,
    ARRAY(SELECT a.attname::text FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
    ARRAY(SELECT json_build_object('name', s.relname, 'column', a.attname)
      FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
      WHERE d.refobjid = c.oid AND d.deptype = 'a') AS sequences,
    ARRAY(SELECT json_build_object('name', x.relname, 'isUnique', i.indisunique, 'isPrimary', i.indisprimary,
        'isConstraint', EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u')),
        'definition', pg_get_indexdef(i.indexrelid),
        'columns', ARRAY(SELECT a.attname FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS key(number, place)
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = key.number WHERE place <= i.indnkeyatts ORDER BY place))
      FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid WHERE i.indrelid = c.oid ORDER BY x.relname) AS indexes,
    ARRAY(SELECT json_build_object('name', k.conname, 'definition', replace(pg_get_constraintdef(k.oid), ' NOT VALID', ''))
      FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' ORDER BY k.conname) AS references,
    ${triggersOf('c.oid')} AS triggers
  FROM found JOIN pg_class c ON c.oid = found.oid ORDER BY c.relname`;

/** Views that another view reads come first. */
const VIEWS = `
  WITH RECURSIVE reads AS (
    SELECT DISTINCT v.oid, d.refobjid AS of FROM pg_class v JOIN pg_rewrite r ON r.ev_class = v.oid
      JOIN pg_depend d ON d.objid = r.oid AND d.refobjid <> v.oid JOIN pg_class o ON o.oid = d.refobjid AND o.relkind = 'v'
    WHERE v.relnamespace = 'public'::regnamespace
  ), ranked AS (
    SELECT oid, 0 AS depth FROM pg_class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace
    UNION SELECT reads.oid, ranked.depth + 1 FROM ranked JOIN reads ON reads.of = ranked.oid
  )
  SELECT c.relname AS name, rtrim(pg_get_viewdef(c.oid), ';') AS definition, ${triggersOf('c.oid')} AS triggers
  FROM ranked JOIN pg_class c ON c.oid = ranked.oid GROUP BY c.oid, c.relname ORDER BY max(depth), c.relname`;

const FUNCTIONS = `${OF_RUNS}
  SELECT DISTINCT p.oid::regprocedure::text AS signature, pg_get_functiondef(p.oid) AS definition
  FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_type'::regclass
    JOIN pg_type t ON t.oid = d.refobjid JOIN pg_class c ON c.oid = t.typrelid
  WHERE c.oid IN (SELECT oid FROM found) OR c.relkind = 'v' AND c.relnamespace = 'public'::regnamespace`;
