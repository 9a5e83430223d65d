import { openDatabase } from '../database/db.ts';
import { checkSignatures } from '../features/decisions/index.ts';

/**
 * Verifies all signatures with the keys in the backup. The key of the installation, which no backup contains, proves
 * that these are its own.
 *
 * @returns what was checked @throws Error that names the run whose signature is invalid
 */
export async function validSignatures(databaseUrl: string): Promise<string> {
  const db = openDatabase(databaseUrl, { poolSize: 2 });
  try {
    const { count, invalidRunId, notRead } = await checkSignatures(db, {});
    if (invalidRunId !== null)
      throw new Error(`The signature of the decision on run ${invalidRunId} is invalid.`);
    const elsewhere =
      notRead === 0 ? '' : `; signed records that are only in the object store, not checked: ${notRead}`;
    return `${count} signed decisions, all signatures valid${elsewhere}`;
  } finally {
    await db.$disconnect();
  }
}
