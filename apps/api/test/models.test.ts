import pg from 'pg';
import { expect, it } from 'vitest';

import { createTestDatabase } from './database.ts';
import { shapeOfModels, type Shape } from './models.ts';
import { isPartitioned } from './partitions/is-partitioned.ts';

const SHAPES: Readonly<Record<keyof Shape, string>> = {
  columns: `
    SELECT format('%s.%s %s%s%s', c.relname, attname, format_type(atttypid, atttypmod),
      CASE WHEN attnotnull AND attndims = 0 THEN ' not null' END,
      ' = ' || CASE WHEN attndims > 0
        THEN regexp_replace(translate(pg_get_expr(adbin, adrelid), '[]''', '{}'), '^ARRAY|::\\w+|{}$', '', 'g')
        ELSE regexp_replace(pg_get_expr(adbin, adrelid), '^nextval.*$', 'nextval') END) AS line
    FROM pg_class c JOIN pg_attribute a ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> '_prisma_migrations'`,
  enums: `
    SELECT format('%s: %s', enumtypid::regtype, string_agg(enumlabel, ', ' ORDER BY enumsortorder)) AS line
    FROM pg_enum JOIN pg_type t ON t.oid = enumtypid WHERE typnamespace = 'public'::regnamespace GROUP BY enumtypid`,
  indexes: `
    SELECT format('%s%s on %s (%s)', indexrelid::regclass, CASE WHEN indisunique THEN ' unique' END, indrelid::regclass,
      string_agg(trim('"' FROM pg_get_indexdef(indexrelid, place::int, false)) || CASE WHEN indoption[place - 1] & 1 = 1 THEN ' DESC' ELSE '' END,
        ', ' ORDER BY place)) AS line
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid, generate_series(1, indnkeyatts) AS place
    WHERE relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations_pkey'
      AND indpred IS NULL AND indexprs IS NULL
    GROUP BY indexrelid, indisunique, indrelid`,
  keys: `
    SELECT format('%s (%s) to %s (%s) on delete %s on update %s', conrelid::regclass, pg_temp.columns(conrelid, conkey),
      confrelid::regclass, pg_temp.columns(confrelid, confkey), pg_temp.action(confdeltype), pg_temp.action(confupdtype)) AS line
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
};
const HELPERS = `
  CREATE FUNCTION pg_temp.columns(of regclass, numbers int2[]) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(attname, ',' ORDER BY place) FROM unnest(numbers) WITH ORDINALITY AS n(number, place)
      JOIN pg_attribute ON attrelid = of AND attnum = number $$;
  CREATE FUNCTION pg_temp.action(letter "char") RETURNS text LANGUAGE sql AS $$
    SELECT CASE letter WHEN 'a' THEN 'NO ACTION' WHEN 'r' THEN 'RESTRICT' WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' END $$;`;

// In partitioned tables every unique key begins with the laboratory.
it.skipIf(isPartitioned)(
  'OPS-434 the migrations create the tables, columns, types, defaults, indexes and foreign keys of the models',
  async () => {
    const { url, drop } = await createTestDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(HELPERS);
    const found: Record<string, string[]> = {};
    for (const [what, query] of Object.entries(SHAPES)) {
      const { rows } = await client.query<{ line: string }>(query);
      found[what] = rows.map(({ line }) => line).sort();
    }
    expect(found).toEqual(await shapeOfModels());
    await client.end();
    await drop();
  },
);
