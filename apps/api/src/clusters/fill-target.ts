import pg from 'pg';

import { copyRows, digestRows, type Digest } from './copy-rows.ts';
import { laboratoryTables, named, type LaboratoryTable } from './laboratory-tables.ts';
import { impossible, within, withoutTriggers, type Move } from './move.ts';
import type { TableKind } from './table-kinds.ts';

/** What was copied, by table. */
export type Manifest = Readonly<Record<string, Digest>>;

export const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Copies the laboratory from one snapshot, in one transaction of the target: after a crash nothing of it is there. Reads
 * the copied rows again and compares their hashes.
 *
 * @throws AppError `illegal-transition` that names the first table that differs
 */
export function fillTarget(move: Move): Promise<Manifest> {
  const { source, target, laboratory, report } = move;
  return within(
    source,
    () =>
      within(target, async () => {
        await withoutTriggers(target);
        const tables = await laboratoryTables(source, laboratory.id);
        await bringLaboratory(move);
        await bringSigningKeys(move);
        await deleteRows(target, tables, ['moved', 'counted']);
        const manifest: Record<string, Digest> = {};
        // Rows are found by those that they refer to, which therefore come first.
        for (const table of tables.toReversed().filter(({ kind }) => kind === 'moved' || kind === 'trail')) {
          await report(`copy ${table.name}`);
          manifest[table.name] = await (table.kind === 'trail' ? copyTrail : copyTable)(move, table);
        }
        await report('check references');
        for (const table of tables.filter(({ kind }) => kind === 'moved')) await refuseOrphans(target, table);
        await target.query('SELECT recount_runs($1), recount_controls($1)', [laboratory.id]);
        await report('commit the copy');
        return manifest;
      }),
    SNAPSHOT,
  );
}

/** Results that are stored again when somebody looks at a run. */
const CACHES: readonly string[] = ['interpretation_chart', 'record_check'];

/** What the tables of a laboratory contain, except those that may change while it is only read. */
export async function manifestOf(client: pg.Client, laboratoryId: string): Promise<Manifest> {
  const manifest: Record<string, Digest> = {};
  for (const table of await laboratoryTables(client, laboratoryId))
    if ((table.kind === 'moved' && !CACHES.includes(table.name)) || table.name === 'audit_event')
      manifest[table.name] = await digestRows(client, table);
  return manifest;
}

/** @throws AppError `illegal-transition` that names the tables that differ */
export function refuseDifferences(what: string, found: Manifest, expected: Manifest): void {
  const names = Object.keys(found).filter((name) => found[name]?.sha256 !== expected[name]?.sha256);
  if (names.length > 0) throw impossible(`${what}: ${names.join(', ')}.`);
}

async function copyTable(move: Move, table: LaboratoryTable): Promise<Digest> {
  const read = await copyRows(move, table);
  return sameAs(read, await digestRows(move.target, table), table.name);
}

/** The target may have the trail from before: entries are never changed, so only later ones are copied. */
async function copyTrail(move: Move, table: LaboratoryTable): Promise<Digest> {
  const { source, target, laboratory } = move;
  if (table.name === 'audit_event') {
    const { rows } = await target.query<{ last: string }>(
      'SELECT coalesce(max(number), 0)::text AS last FROM audit_event WHERE laboratory_id = $1',
      [laboratory.id],
    );
    await copyRows(move, { ...table, where: `${table.where} AND number > ${rows[0]?.last ?? '0'}` });
  } else {
    await target.query(`DELETE FROM ${pg.escapeIdentifier(table.name)} WHERE ${table.where}`);
    await copyRows(move, table);
  }
  return sameAs(await digestRows(source, table), await digestRows(target, table), table.name);
}

function sameAs(read: Digest, written: Digest, name: string): Digest {
  if (read.sha256 !== written.sha256)
    throw impossible(
      `${name} differs at the target: ${written.rows} rows, expected ${read.rows}, or different rows.`,
    );
  return read;
}

/** Deletes the laboratory's rows in tables of these kinds. Neither triggers nor cascades run. */
export async function deleteRows(
  client: pg.Client,
  tables: readonly LaboratoryTable[],
  kinds: readonly TableKind[],
): Promise<void> {
  for (const { name, where, kind } of tables)
    if (kinds.includes(kind)) await client.query(`DELETE FROM ${pg.escapeIdentifier(name)} WHERE ${where}`);
}

/** @throws AppError `illegal-transition` that names a reference to a row that the target does not have */
async function refuseOrphans(target: pg.Client, { name, where, references }: LaboratoryTable): Promise<void> {
  for (const { columns, table, to } of references) {
    const isSame = to
      .map((column, at) => `p.${pg.escapeIdentifier(column)} = t.${pg.escapeIdentifier(columns[at] ?? '')}`)
      .join(' AND ');
    const isSet = columns.map((column) => `t.${pg.escapeIdentifier(column)} IS NOT NULL`).join(' AND ');
    const { rows } = await target.query(
      `SELECT 1 FROM (SELECT ${named(columns)} FROM ${pg.escapeIdentifier(name)} WHERE ${where}) t
       WHERE ${isSet} AND NOT EXISTS (SELECT FROM ${pg.escapeIdentifier(table)} p WHERE ${isSame}) LIMIT 1`,
    );
    if (rows.length > 0)
      throw impossible(`A row of ${name} refers to a row of ${table} that the target does not have.`);
  }
}

/** The row of the laboratory, which serves nobody yet. */
async function bringLaboratory({ source, target, laboratory }: Move): Promise<void> {
  const { rows } = await source.query<{ row: string }>(
    'SELECT to_jsonb(l)::text AS row FROM laboratory l WHERE id = $1',
    [laboratory.id],
  );
  const { rows: columns } = await target.query<{ name: string }>(
    `SELECT attname::text AS name FROM pg_attribute WHERE attrelid = 'laboratory'::regclass AND attnum > 0
       AND NOT attisdropped AND attname NOT IN ('id', 'move_state', 'lives_at', 'moved_at')`,
  );
  const set = columns
    .map(({ name }) => pg.escapeIdentifier(name))
    .map((name) => `${name} = EXCLUDED.${name}`);
  await target.query(
    `INSERT INTO laboratory SELECT (jsonb_populate_record(NULL::laboratory,
       $1::jsonb || '{"move_state": "arriving", "lives_at": null, "moved_at": null}')).*
     ON CONFLICT (id) DO UPDATE SET move_state = 'arriving', ${set.join(', ')}`,
    [rows[0]?.row],
  );
}

/** Former keys that the target lacks. */
async function bringSigningKeys({ source, target }: Move): Promise<void> {
  const { rows } = await source.query<{ row: string }>('SELECT to_jsonb(k)::text AS row FROM signing_key k');
  for (const { row } of rows)
    await target.query(
      `INSERT INTO signing_key SELECT (jsonb_populate_record(NULL::signing_key, $1::jsonb)).* ON CONFLICT DO NOTHING`,
      [row],
    );
}
