import type pg from 'pg';

/** Queries for names, definitions, privileges and comments of the schema, as one line each. */
const CATALOGUE: Readonly<Record<string, string>> = {
  columns: `
    SELECT format('%s %s.%s %s%s%s%s', a.attnum - (SELECT count(*) FROM pg_attribute d
        WHERE d.attrelid = c.oid AND d.attisdropped AND d.attnum < a.attnum),
      c.relname, a.attname, format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN ' not null' END,
      ' ' || a.attstorage::text, ' default ' || pg_get_expr(d.adbin, d.adrelid)) AS line
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace IN ('public'::regnamespace, 'audit_part'::regnamespace) AND c.relkind IN ('r', 'p', 'v', 'S') AND a.attnum > 0 AND NOT a.attisdropped`,
  constraints: `
    SELECT format('%s %s %s', conrelid::regclass, CASE WHEN contype <> 'n' THEN conname END, pg_get_constraintdef(oid)) AS line
    FROM pg_constraint WHERE connamespace IN ('public'::regnamespace, 'audit_part'::regnamespace)`,
  indexes: `
    SELECT format('%s %s', indexrelid::regclass, pg_get_indexdef(indexrelid)) || CASE WHEN indisvalid THEN '' ELSE ' invalid' END AS line
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace IN ('public'::regnamespace, 'audit_part'::regnamespace)`,
  triggers: `
    SELECT format('%s %s', tgenabled, pg_get_triggerdef(t.oid)) AS line
    FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid WHERE NOT tgisinternal AND c.relnamespace IN ('public'::regnamespace, 'audit_part'::regnamespace)`,
  functions: `
    SELECT format('%s %s', proacl, pg_get_functiondef(oid)) AS line FROM pg_proc p
    WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')`,
  views: `SELECT format('%s %s', viewname, definition) AS line FROM pg_views WHERE schemaname = 'public'`,
  enums: `
    SELECT format('%s %s', enumtypid::regtype, string_agg(enumlabel, ', ' ORDER BY enumsortorder)) AS line
    FROM pg_enum GROUP BY enumtypid`,
  rights: `
    SELECT format('%s %s %s %s', relname, relrowsecurity, relacl, pg_get_expr(relpartbound, oid)) AS line FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'audit_part'::regnamespace)`,
  extensions: `SELECT extname AS line FROM pg_extension`,
  comments: `
    SELECT format('%s %s %s', objoid::regclass, objsubid, description) AS line
    FROM pg_description d JOIN pg_class c ON c.oid = objoid AND classoid = 'pg_class'::regclass WHERE c.relnamespace IN ('public'::regnamespace, 'audit_part'::regnamespace)`,
};

/** The schema of a database as text; equal for equal schemas, however they were created. */
export async function catalogueOf(client: pg.Client): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [what, query] of Object.entries(CATALOGUE)) {
    const { rows } = await client.query<{ line: string }>(query);
    found[what] = rows.map(({ line }) => line).sort();
  }
  return found;
}
