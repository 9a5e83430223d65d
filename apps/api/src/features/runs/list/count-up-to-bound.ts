import { MAX_COUNTED_RUNS } from '@curvewell/contracts';

import { Prisma } from '../../../generated/prisma/client.ts';

/**
 * Counts the runs `r` that meet a condition, up to a limit, since an exact count is the slow part of a
 * search.
 */
export const countUpToBound = (where: Prisma.Sql, order = Prisma.empty): Prisma.Sql =>
  Prisma.sql`(SELECT count(*)::int FROM (SELECT FROM run r WHERE ${where} ${order} LIMIT ${MAX_COUNTED_RUNS + 1}) c)`;
