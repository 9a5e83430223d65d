import pg from 'pg';

import { copyRows } from './copy-rows.ts';
import { laboratoryTables, named, type LaboratoryTable } from './laboratory-tables.ts';
import { audit, impossible, within, withoutTriggers, type Move } from './move.ts';
import { copyHeldJobs, releaseJobs } from './waiting-jobs.ts';

/**
 * Accounts at the target that are other people than those of the laboratory, with the same login, address or account.
 * One that signed in there by mistake, and belongs to no laboratory, may be replaced.
 */
const OTHER_ACCOUNTS = `
  SELECT t.id, t.login, t.laboratory_id IS NULL AND t.deleted_at IS NULL
    AND NOT (t.sales_admin OR t.qa_admin OR t.rd_admin OR t.super_admin) AS "isNobody"
  FROM app_user t JOIN unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS a (id, login, email, subject)
    ON t.id <> a.id AND (t.login = a.login OR t.email = a.email OR t.subject = a.subject)`;

interface OtherAccount {
  readonly id: string;
  readonly login: string;
  readonly isNobody: boolean;
}

/** @throws AppError `illegal-transition` that names the accounts that conflict */
export async function otherAccounts({ source, target, laboratory }: Move): Promise<string[]> {
  const { rows: own } = await source.query<{
    id: string;
    login: string;
    email: string;
    subject: string | null;
  }>('SELECT id, login, email, subject FROM app_user WHERE laboratory_id = $1', [laboratory.id]);
  const { rows } = await target.query<OtherAccount>(OTHER_ACCOUNTS, [
    own.map(({ id }) => id),
    own.map(({ login }) => login),
    own.map(({ email }) => email),
    own.map(({ subject }) => subject),
  ]);
  const inTheWay = rows.filter(({ isNobody }) => !isNobody).map(({ login }) => login);
  if (inTheWay.length > 0)
    throw impossible(`The target has other accounts with the same login or address: ${inTheWay.join(', ')}.`);
  return rows.map(({ id }) => id);
}

/**
 * Copies users, the view log and held jobs, also again: before the source sends its users to the target, so that the
 * target knows them; and after it, when nobody changes them any more.
 */
export async function bringPeople(move: Move): Promise<void> {
  const { target, laboratory, report } = move;
  await within(target, async () => {
    await withoutTriggers(target);
    const replaced = await otherAccounts(move);
    for (const table of ['release_seen', 'saved_view', 'new_account'])
      await target.query(`DELETE FROM ${table} WHERE user_id = ANY ($1)`, [replaced]);
    await target.query('DELETE FROM app_user WHERE id = ANY ($1)', [replaced]);
    const tables = await laboratoryTables(target, laboratory.id);
    // Users before what refers to them.
    for (const table of tables.filter(({ kind }) => kind === 'people').toReversed()) {
      await report(`copy ${table.name}`);
      await mergeRows(move, table);
    }
    await copyHeldJobs(move, laboratory.id);
  });
}

async function mergeRows(move: Move, table: LaboratoryTable): Promise<void> {
  const { target, laboratory } = move;
  const into = pg.escapeIdentifier(table.name);
  const columns = named(table.columns);
  await target.query(
    `CREATE TEMP TABLE arriving ON COMMIT DROP AS SELECT ${columns} FROM ${into} WITH NO DATA`,
  );
  await copyRows(move, table, 'arriving');
  if (table.name === 'app_user')
    // They left the laboratory while it lived elsewhere.
    await target.query(
      `UPDATE app_user SET laboratory_id = NULL, enabled = false
       WHERE laboratory_id = $1 AND id NOT IN (SELECT id FROM arriving)`,
      [laboratory.id],
    );
  const set = table.columns
    .filter((column) => !table.key.includes(column))
    .map((column) => pg.escapeIdentifier(column))
    .map((column) => `${column} = EXCLUDED.${column}`);
  const hasKey = table.key.every((column) => table.columns.includes(column));
  await target.query(
    `INSERT INTO ${into} (${columns}) SELECT ${columns} FROM arriving ON CONFLICT ` +
      (hasKey && set.length > 0 ? `(${named(table.key)}) DO UPDATE SET ${set.join(', ')}` : 'DO NOTHING'),
  );
  await target.query('DROP TABLE arriving');
}

/** The laboratory lives at the target from now on. */
export async function openTarget({ target, actor, laboratory, address }: Move): Promise<void> {
  await within(target, async () => {
    const { rowCount } = await target.query(
      `UPDATE laboratory SET move_state = NULL, lives_at = NULL, moved_at = now()
       WHERE id = $1 AND move_state = 'arriving'`,
      [laboratory.id],
    );
    if (rowCount !== 1) throw impossible('The target does not expect this laboratory.');
    await releaseJobs(target, laboratory.id);
    await audit(target, actor, {
      action: 'laboratory.move-in',
      chain: laboratory.id,
      laboratoryId: laboratory.id,
      details: { name: laboratory.name, at: address },
    });
  });
}
