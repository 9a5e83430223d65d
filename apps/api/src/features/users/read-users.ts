import type { LaboratoryUser } from '@curvewell/domain';

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

/**
 * A page of the users of a laboratory: any with `READ_ALL_LABORATORY`, else the caller's. @throws AppError
 * `not-found`
 */
export async function listUsers(
  { db, identityAdmin }: { readonly db: Db; readonly identityAdmin: IdentityAdmin },
  actor: Caller,
  { laboratoryId, page, size, search, sort }: UserSearch,
): Promise<{ content: LaboratoryUser[]; size: number; totalElements: number; accountsAreOurs: boolean }> {
  requireOwnLaboratory(actor, laboratoryId, 'READ_ALL_LABORATORY');
  const found = Prisma.sql`laboratory_id = ${laboratoryId}::uuid AND ${userHolds(search)}`;
  const order = ORDERS[sort] ?? Prisma.sql`login`;
  const [rows, [counted]] = await Promise.all([
    readRows<{ id: string }>(
      db,
      Prisma.sql`SELECT id FROM app_user WHERE ${found} ORDER BY ${order} LIMIT ${size} OFFSET ${page * size}`,
    ),
    readRows<{ count: number }>(db, Prisma.sql`SELECT count(*)::int AS count FROM app_user WHERE ${found}`),
  ]);
  // Only callers who may see every laboratory get here with an unknown id.
  if (counted?.count === 0 && (await db.laboratory.count({ where: { id: laboratoryId } })) === 0)
    throw notFound('laboratory');
  const content = await usersOf(
    db,
    identityAdmin,
    rows.map(({ id }) => id),
  );
  const { accountsAreOurs } = identityAdmin;
  return { content, size, totalElements: counted?.count ?? 0, accountsAreOurs };
}
