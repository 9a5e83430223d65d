import type { ChainHead, RestoredCopy as RestoredCopyAnswer, RolledBack } from '@curvewell/domain';
import pg from 'pg';

import { recordAudit, type AuditActor } from '../audit/record-audit.ts';
import { readRows, transaction, type Db, type Tx } from '../database/db.ts';
import { AppError } from '../errors.ts';
import { Prisma } from '../generated/prisma/client.ts';

/** A database restored from a backup and not yet confirmed as the real installation. */
export interface RestoredCopy {
  readonly restoredAt: Date;
  readonly madeAt: Date;
}

/** @returns null: this is the real installation */
export async function readRestoredCopy(db: Db | Tx): Promise<RestoredCopy | null> {
  const [row] = await readRows<{ restoredAt: string; madeAt: string }>(
    db,
    Prisma.sql`SELECT restored_at::text AS "restoredAt", backup_made_at::text AS "madeAt"
      FROM installation WHERE restored_at IS NOT NULL`,
  );
  return row === undefined ? null : { restoredAt: new Date(row.restoredAt), madeAt: new Date(row.madeAt) };
}

export async function restoredCopyAnswer(db: Db): Promise<RestoredCopyAnswer | null> {
  const copy = await readRestoredCopy(db);
  return copy && { restoredAt: copy.restoredAt.toISOString(), madeAt: copy.madeAt.toISOString() };
}

/**
 * State of a database that was rolled back and not yet confirmed: entries of exported heads are missing. Null: not
 * rolled back.
 */
export async function readRolledBack(db: Db | Tx): Promise<RolledBack | null> {
  const row = await db.installation.findUnique({ where: { id: 1 }, select: { rolledBackAt: true } });
  return row === null || row.rolledBackAt === null ? null : { foundAt: row.rolledBackAt.toISOString() };
}

/** @throws AppError `illegal-transition` while the database is rolled back */
export async function refuseRolledBack(db: Db | Tx): Promise<void> {
  if ((await readRolledBack(db)) !== null) throw ROLLED_BACK();
}

export const ROLLED_BACK = () =>
  new AppError(
    'illegal-transition',
    'The database was rolled back: runs cannot be decided or sent until an administrator confirms this.',
  );

export async function markRolledBack(
  db: Db,
  { at, heads }: { readonly at: Date; readonly heads: readonly ChainHead[] },
): Promise<void> {
  const rolledBackHeads = heads.map(({ chain, number, hash, at: headAt }) => ({
    chain,
    number,
    hash,
    at: headAt,
  }));
  await db.installation.updateMany({ where: { rolledBackAt: null }, data: { rolledBackAt: at } });
  await db.installation.update({ where: { id: 1 }, data: { rolledBackHeads } });
}

export async function markRestored(client: pg.ClientBase, madeAt: string): Promise<void> {
  await client.query('UPDATE installation SET restored_at = now(), backup_made_at = $1', [madeAt]);
}

/**
 * Makes a restored copy the real installation, which sends and backs up again.
 *
 * @throws AppError `illegal-transition` when it is no copy
 */
export async function confirmRestored(db: Db, actor: AuditActor): Promise<RestoredCopy> {
  return transaction({ db, on: 'installation' }, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM installation FOR UPDATE`;
    const copy = await readRestoredCopy(tx);
    if (copy === null)
      throw new AppError('illegal-transition', 'This is already the installation, not a restored copy.');
    await tx.installation.update({ where: { id: 1 }, data: { restoredAt: null, backupMadeAt: null } });
    await recordAudit(tx, actor, {
      action: 'installation.confirm-restored',
      entity: 'installation',
      entityId: null,
      details: { restoredAt: copy.restoredAt.toISOString(), backupMadeAt: copy.madeAt.toISOString() },
    });
    return copy;
  });
}

export async function recordBackup(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'curvewell backup' });
  await client.connect();
  try {
    await client.query('UPDATE installation SET last_backup_at = now()');
  } finally {
    await client.end();
  }
}
