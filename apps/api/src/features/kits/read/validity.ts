import type { Prisma } from '../../../generated/prisma/client.ts';

/** Midnight in UTC of the day that it is: what a date column is compared with. */
function today(now: Date): Date {
  return new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
}

/** The versions whose days of validity, both included, hold today. A missing day does not limit. */
export function validVersion(now: Date) {
  const day = today(now);
  return {
    AND: [
      { OR: [{ validityStartDate: null }, { validityStartDate: { lte: day } }] },
      { OR: [{ validityEndDate: null }, { validityEndDate: { gte: day } }] },
    ],
  } satisfies Prisma.KitVersionWhereInput;
}
