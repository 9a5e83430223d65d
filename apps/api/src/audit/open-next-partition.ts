import type { Db } from '../database/db.ts';
import { transaction } from '../database/transaction.ts';

const PROOF_TIMEOUT_MS = 1_800_000;

/**
 * Opens the partition for the audit entries of the next year, a month before it begins. It is empty, so this takes
 * milliseconds. If that was missed, the entries of the last partition are read first, while others write.
 */
export async function openNextPartition({ db }: { readonly db: Db }): Promise<void> {
  const [row] = await db.$queryRaw<{ ends: boolean }[]>`SELECT bound_audit_partition() AS ends`;
  if (row?.ends !== true) return;
  try {
    await transaction({ db, timeoutMs: PROOF_TIMEOUT_MS }, async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = '1800s'`;
      await tx.$executeRaw`SELECT prove_audit_partition()`;
    });
    await db.$executeRaw`SELECT exchange_audit_partition()`;
  } catch (error) {
    await db.$executeRaw`SELECT unbound_audit_partition()`;
    throw error;
  }
}
