import pg from 'pg';

import { CATALOGUE, SPECIAL, STAYS, type TableKind } from './table-kinds.ts';

/** A table with rows of one laboratory. */
export interface LaboratoryTable {
  readonly name: string;
  readonly kind: TableKind;
  /** Columns that are copied; the target's sequences give the numbers of others. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** Selects the laboratory's rows, as SQL. */
  readonly where: string;
  /** SQL in an order that is the same in every cluster. */
  readonly order: string;
  /** References to follow to a table with `laboratory_id`. */
  readonly depth: number;
  readonly references: readonly Reference[];
}

interface Reference {
  readonly columns: readonly string[];
  readonly table: string;
  readonly to: readonly string[];
}

interface Shape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly counted: readonly string[];
  readonly key: readonly string[];
  readonly order: string;
  readonly references: readonly Reference[];
}

/** Tables whose rows name the laboratory in another way. */
const OWN_WAYS: Readonly<Record<string, (id: string) => Way>> = {
  laboratory: (id) => ({ where: `id = ${id}`, depth: 0 }),
  audit_head: (id) => ({ where: `chain = ${id}`, depth: 0 }),
  chain_checkpoint: (id) => ({ where: `chain = ${id}`, depth: 0 }),
  kept_answer: (id) => ({
    where: `user_id IN (SELECT id FROM app_user WHERE laboratory_id = ${id})`,
    depth: 1,
  }),
};

/** Where the primary key is a number that each cluster gives, and another column has the order. */
const OWN_ORDERS: Readonly<Record<string, string>> = { audit_event: 'number' };

/**
 * The tables with rows of a laboratory, found in the database's own catalogue: by `laboratory_id`, or by foreign keys that
 * lead to a table with it. Deepest first, so that rows can be deleted in this order.
 *
 * @throws Error that names a table which is neither moved nor listed as one that stays
 */
export async function laboratoryTables(
  client: pg.ClientBase,
  laboratoryId: string,
): Promise<LaboratoryTable[]> {
  const { rows } = await client.query<Shape>(SHAPES);
  const shapes = new Map(rows.map((shape) => [shape.name, shape]));
  const tables: LaboratoryTable[] = [];
  const unknown: string[] = [];
  for (const shape of shapes.values()) {
    if (shape.name in STAYS || CATALOGUE.includes(shape.name)) continue;
    const way = wayTo(shape, { shapes, id: pg.escapeLiteral(laboratoryId) });
    if (way === null) unknown.push(shape.name);
    else tables.push(tableOf(shape, way));
  }
  if (unknown.length > 0)
    throw new Error(`It is not defined whether these tables move with a laboratory: ${unknown.join(', ')}.`);
  return tables.sort((a, b) => b.depth - a.depth);
}

/** The catalogue's tables, all rows. */
export async function catalogueTables(client: pg.ClientBase): Promise<LaboratoryTable[]> {
  const { rows } = await client.query<Shape>(SHAPES);
  return rows
    .filter(({ name }) => CATALOGUE.includes(name))
    .map((shape) => tableOf(shape, { where: 'true', depth: 0 }));
}

export const named = (names: readonly string[]) => names.map((name) => pg.escapeIdentifier(name)).join(', ');

interface Way {
  readonly where: string;
  readonly depth: number;
}

function tableOf({ columns, counted, ...shape }: Shape, way: Way): LaboratoryTable {
  return {
    ...shape,
    ...way,
    kind: SPECIAL[shape.name] ?? 'moved',
    order: OWN_ORDERS[shape.name] ?? shape.order,
    columns: columns.filter((column) => !counted.includes(column)),
  };
}

function wayTo(
  { name, columns, references }: Shape,
  known: { readonly shapes: ReadonlyMap<string, Shape>; readonly id: string },
): Way | null {
  const own = OWN_WAYS[name];
  if (own !== undefined) return own(known.id);
  if (columns.includes('laboratory_id')) return { where: `laboratory_id = ${known.id}`, depth: 0 };
  for (const { columns: from, table, to } of references) {
    const parent = known.shapes.get(table);
    if (parent === undefined || table === name || CATALOGUE.includes(table)) continue;
    const way = wayTo(parent, known);
    if (way === null) continue;
    const rows = `SELECT ${named(to)} FROM ${pg.escapeIdentifier(table)} WHERE ${way.where}`;
    return { where: `(${named(from)}) IN (${rows})`, depth: way.depth + 1 };
  }
  return null;
}

/** Texts in byte order, because clusters may use different collations. */
const SHAPES = `
  SELECT c.relname::text AS "name",
    (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS "columns",
    ARRAY(SELECT a.attname::text FROM pg_attribute a JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE a.attrelid = c.oid AND pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%') AS "counted",
    ARRAY(SELECT a.attname::text FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
     WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY array_position(i.indkey::int2[], a.attnum)) AS "key",
    (SELECT string_agg(quote_ident(a.attname) || CASE WHEN a.attcollation <> 0 THEN ' COLLATE "C"' ELSE '' END,
       ', ' ORDER BY array_position(i.indkey::int2[], a.attnum))
     FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
     WHERE i.indrelid = c.oid AND i.indisprimary) AS "order",
    (SELECT coalesce(json_agg(json_build_object(
       'columns', (SELECT json_agg(a.attname ORDER BY n) FROM unnest(k.conkey) WITH ORDINALITY AS p(num, n)
         JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = p.num),
       'table', k.confrelid::regclass::text,
       'to', (SELECT json_agg(a.attname ORDER BY n) FROM unnest(k.confkey) WITH ORDINALITY AS p(num, n)
         JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = p.num)) ORDER BY k.conname), '[]')
     FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conparentid = 0) AS "references"
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  ORDER BY c.relname COLLATE "C"`;
