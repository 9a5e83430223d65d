import { UNUSED_DAYS, type userCalls, type UserFilter } from '@curvewell/contracts';
import type { LaboratoryUser } from '@curvewell/domain';
import type { z } from 'zod';

import type { Clock } from '../../clock.ts';
import { readRows, type Db } from '../../database/db.ts';
import { notFound } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Caller } from '../../actor.ts';
import { requireOwnLaboratory } from '../laboratories/index.ts';
import type { IdentityAdmin } from './identity-admin.ts';
import { getUser, usersOf } from './user-view.ts';

/** A user of a laboratory visible to the caller. @throws AppError `not-found` */
export async function readUser(
  { db, identityAdmin }: { readonly db: Db; readonly identityAdmin: IdentityAdmin },
  actor: Caller,
  place: { readonly userId: string; readonly laboratoryId: string },
): Promise<LaboratoryUser> {
  requireOwnLaboratory(actor, place.laboratoryId, 'READ_ALL_LABORATORY');
  const { id } = await getUser(db, place);
  const [user] = await usersOf(db, identityAdmin, [id]);
  if (user === undefined) throw notFound('user');
  return user;
}

interface UserSearch {
  readonly laboratoryId: string;
  readonly page: number;
  readonly size: number;
  readonly search: string;
  readonly show: UserFilter;
  /** `login,asc` */
  readonly sort: string;
}

/** Must equal the indexed expression. Finds “Maria Okafor” and “Okafor Maria”. */
const SEARCHED = Prisma.sql`(login || ' ' || firstname || ' ' || lastname || ' ' || firstname || ' ' || email)`;

export const userHolds = (search: string): Prisma.Sql =>
  search === ''
    ? Prisma.sql`true`
    : Prisma.sql`${SEARCHED} ILIKE ${`%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`}`;

const ORDERS: Readonly<Record<string, Prisma.Sql>> = {
  'login,asc': Prisma.sql`login`,
  'login,desc': Prisma.sql`login DESC`,
  'lastname,asc': Prisma.sql`lower(lastname), login`,
  'lastname,desc': Prisma.sql`lower(lastname) DESC, login DESC`,
  'firstname,asc': Prisma.sql`lower(firstname), login`,
  'firstname,desc': Prisma.sql`lower(firstname) DESC, login DESC`,
};

const DAY_MS = 86_400_000;

/** The users whose account needs attention, as `userFilterSchema` says. */
const toLookAt = (now: Date): Prisma.Sql => {
  const unusedSince = new Date(now.getTime() - (UNUSED_DAYS + 1) * DAY_MS);
  return Prisma.sql`(enabled AND (cardinality(way_by_ids) > 0 OR last_sign_in_at IS NULL OR last_sign_in_at <= ${unusedSince}))`;
};

/**
 * A page of the users of a laboratory: any with `READ_ALL_LABORATORY`, else the caller's. @throws AppError
 * `not-found`
 */
export async function listUsers(
  {
    db,
    identityAdmin,
    clock,
  }: { readonly db: Db; readonly identityAdmin: IdentityAdmin; readonly clock: Clock },
  actor: Caller,
  { laboratoryId, page, size, search, show, sort }: UserSearch,
): Promise<z.output<typeof userCalls.list.answer>> {
  requireOwnLaboratory(actor, laboratoryId, 'READ_ALL_LABORATORY');
  const found = Prisma.sql`laboratory_id = ${laboratoryId}::uuid AND ${userHolds(search)}`;
  const look = toLookAt(clock.now());
  const shown = show === 'all' ? found : Prisma.sql`${found} AND ${look}`;
  const order = ORDERS[sort] ?? Prisma.sql`login`;
  const [rows, [counts = { all: 0, 'to-look-at': 0 }]] = await Promise.all([
    readRows<{ id: string }>(
      db,
      Prisma.sql`SELECT id FROM app_user WHERE ${shown} ORDER BY ${order} LIMIT ${size} OFFSET ${page * size}`,
    ),
    readRows<Record<UserFilter, number>>(
      db,
      Prisma.sql`SELECT count(*)::int AS "all", (count(*) FILTER (WHERE ${look}))::int AS "to-look-at" FROM app_user WHERE ${found}`,
    ),
  ]);
  // Only callers who may see every laboratory get here with an unknown id.
  if (counts.all === 0 && (await db.laboratory.count({ where: { id: laboratoryId } })) === 0)
    throw notFound('laboratory');
  const content = await usersOf(
    db,
    identityAdmin,
    rows.map(({ id }) => id),
  );
  const { accountsAreOurs } = identityAdmin;
  return { content, size, totalElements: counts[show], accountsAreOurs, counts };
}
