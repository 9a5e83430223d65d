import { FOUND_PER_KIND } from '@curvewell/contracts';

import { Prisma } from '../../generated/prisma/client.ts';
import { likeLiteral } from '../runs/index.ts';

/** One more than is shown tells whether there are more. */
export const LIMIT = FOUND_PER_KIND + 1;

/** The rows that are shown, of at most `LIMIT`. */
export function firstFound<Row>(rows: readonly Row[]): { found: Row[]; more: boolean } {
  return { found: rows.slice(0, FOUND_PER_KIND), more: rows.length > FOUND_PER_KIND };
}

export const containing = (text: string): Prisma.Sql => Prisma.sql`${`%${likeLiteral(text)}%`}`;
