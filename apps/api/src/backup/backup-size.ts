import type { LargeForBackupFile } from '@curvewell/domain';

import { readRows, type Db } from '../database/db.ts';
import { Prisma } from '../generated/prisma/client.ts';

/** How long a backup file may hold its snapshot open; old rows are kept meanwhile, and every query becomes slower. */
export const BACKUP_LIMIT_HOURS = 1;
/** Of the database, on two cores with other work: `pnpm bench:backup`. */
const MB_PER_SECOND = 40;
/** A file of half the limit, since restoring takes longer. */
export const LARGE_BYTES = (MB_PER_SECOND * 1e6 * BACKUP_LIMIT_HOURS * 3600) / 2;

/** Whether the database is too large for a backup file. @param from the size from which it is, in bytes */
export async function readLargeForBackupFile(db: Db, from = LARGE_BYTES): Promise<LargeForBackupFile | null> {
  const [row] = await readRows<{ bytes: number }>(
    db,
    Prisma.sql`SELECT pg_database_size(current_database())::float8 AS bytes`,
  );
  return row === undefined || row.bytes < from ? null : largeForBackupFile(row.bytes);
}

/** What to say of a database of that size. */
export function largeForBackupFile(bytes: number): LargeForBackupFile {
  return {
    gigabytes: Math.round(bytes / 1e9),
    hours: Math.round((bytes / 1e6 / MB_PER_SECOND / 3600) * 10) / 10,
    limitHours: BACKUP_LIMIT_HOURS,
  };
}

/** The warning of the command. */
export const sizeWarning = ({ gigabytes, hours, limitHours }: LargeForBackupFile): string =>
  `Warning: the database is ${gigabytes} GB in size. A backup file of it takes about ${hours} h and is stopped after ${limitHours} h. Use physical backups instead: docs/maintenance.md, “Physical backups”.`;
