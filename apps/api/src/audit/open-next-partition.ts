import type { Db } from '../database/db.ts';

/** Opens the partition for the audit entries of the next year, a month before it begins. It is empty, so this takes milliseconds. */
export async function openNextPartition({ db }: { readonly db: Db }): Promise<void> {
  await db.$executeRaw`SELECT extend_audit_partitions()`;
}
