import type { Prisma } from '../../../generated/prisma/client.ts';

/** Midnight UTC of the current day, for comparison with date columns. */
function today(now: Date): Date {
  return new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
}

/** The versions that are valid today. Both dates are inclusive; a missing date is no limit. */
export function validVersion(now: Date) {
  const day = today(now);
  return {
    AND: [
      { OR: [{ validityStartDate: null }, { validityStartDate: { lte: day } }] },
      { OR: [{ validityEndDate: null }, { validityEndDate: { gte: day } }] },
    ],
  } satisfies Prisma.KitVersionWhereInput;
}
