import type { Db, Tx } from '../src/database/db.ts';

/** Disables triggers and foreign keys, as the owner of the database can. */
export async function withoutRules<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
      return work(tx);
    },
    { timeout: 60_000 },
  );
}

/** Deletes runs with all their rows, without an audit entry. */
export async function deleteWithoutEntry(db: Db, runIds: readonly string[]): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`ALTER TABLE run DISABLE TRIGGER run_deleted_told`;
    await tx.run.deleteMany({ where: { id: { in: [...runIds] } } });
    // What is counted at the end of a transaction is counted now: until then the table cannot be altered.
    await tx.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`;
    await tx.$executeRaw`ALTER TABLE run ENABLE TRIGGER run_deleted_told`;
  });
}
