import pg from 'pg';

import { ownTables } from '../../src/backup/tables.ts';

/** A hash of each column by `table.column`, with the number of rows. */
export async function columnHashes(client: pg.Client): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const { name, columns, select } of await ownTables(client)) {
    const hash = (column: string) =>
      `md5(string_agg(coalesce(${pg.escapeIdentifier(column)}::text, '∅'), '|'))`;
    const { rows } = await client.query<{ rows: number; hashes: (string | null)[] }>(
      `SELECT count(*)::int AS rows, ARRAY[${columns.map(hash).join()}] AS hashes FROM (${select}) AS t`,
    );
    for (const [index, column] of columns.entries())
      hashes.set(`${name}.${column}`, `${rows[0]?.rows ?? 0} ${rows[0]?.hashes[index] ?? ''}`);
  }
  return hashes;
}

/** A table that a migration has renamed, with all its rows. */
const renamed = (column: string) => column.replace(/^well\./, 'earlier_well.');

/** The columns that are missing or changed. */
export const changedColumns = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] =>
  [...before]
    .filter(([column, hash]) => (after.get(column) ?? after.get(renamed(column))) !== hash)
    .map(([column]) => column);
