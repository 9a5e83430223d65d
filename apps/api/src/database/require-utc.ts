import type { Db } from './opened.ts';

/**
 * Refuses a pooler whose server connections have another time zone. Prisma's adapter drops the offset of an instant, so
 * each time would be wrong by it.
 *
 * @throws Error that states the time zone and what to do
 */
export async function requireUtc(db: Db): Promise<void> {
  const [row] = await db.$queryRaw<{ zone: string }[]>`
    SELECT current_setting('TimeZone') AS zone`;
  const zone = row?.zone ?? '';
  if (!['UTC', 'Etc/UTC', 'GMT'].includes(zone))
    throw new Error(
      `The database pooler gives connections with the time zone “${zone}”. Set it to UTC: ALTER DATABASE … SET timezone = 'UTC', or connect_query in PgBouncer.`,
    );
}
