import {
  hasAdminBox,
  permissionsOf,
  type LaboratoryUser,
  type UserEditor,
  type UserState,
} from '@curvewell/domain';

import type { AuditActor } from '../../audit/record-audit.ts';
import type { Db, Tx } from '../../database/db.ts';
import { notFound } from '../../errors.ts';
import type { AppUser } from '../../generated/prisma/client.ts';
import type { Caller } from '../../actor.ts';
import { realmRoles } from '../identity/index.ts';
import type { Account, AccountOwner, IdentityAdmin } from './identity-admin.ts';

/** The provider's required action for a user without a password. */
const UPDATE_PASSWORD = 'UPDATE_PASSWORD';

/** Roles with permissions that have no role field; a provider may also grant unrelated roles. */
function otherRolesOf({ superAdmin, extraRoles }: AppUser): string[] {
  const roles = [...(superAdmin ? ['SUPER_ADMIN'] : []), ...extraRoles];
  return roles.filter((role) => permissionsOf([role]).size > 0);
}

/** Users in the order of the given ids. */
export async function usersOf(
  tx: Db | Tx,
  { passwordsOf }: Pick<IdentityAdmin, 'passwordsOf'>,
  ids: readonly string[],
): Promise<LaboratoryUser[]> {
  const rows = await tx.appUser.findMany({ where: { id: { in: [...ids] } } });
  const passwords = await passwordsOf(tx, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const names = await namesOf(
    tx,
    rows.flatMap(({ wayByIds }) => wayByIds),
  );
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const wayBy = row.wayByIds.map((by) => ({ id: by, name: names.get(by) ?? '' }));
    return [{ ...userView(row, passwords.get(id)?.isChosen === false ? [UPDATE_PASSWORD] : []), wayBy }];
  });
}

async function namesOf(tx: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const people = await tx.appUser.findMany({ where: { id: { in: [...ids] } } });
  return new Map(people.map(({ id, firstname, lastname }) => [id, `${firstname} ${lastname}`]));
}

function userView(row: AppUser, requiredActions: string[]): Omit<LaboratoryUser, 'wayBy'> {
  const { id, login, lastname, firstname, email, emailVerified, enabled, revision } = row;
  const { salesAdmin, qaAdmin, rdAdmin, physician, lastSignInAt } = row;
  return {
    id,
    login,
    lastname,
    firstname,
    email,
    emailVerified,
    enabled,
    revision,
    salesAdmin,
    qaAdmin,
    rdAdmin,
    physician: physician || hasAdminBox(row),
    otherRoles: otherRolesOf(row),
    requiredActions,
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  };
}

/** A user of a laboratory. @throws AppError `not-found`, also for a user of another laboratory */
export async function getUser(
  tx: Db | Tx,
  { userId, laboratoryId }: { readonly userId: string; readonly laboratoryId: string },
): Promise<AppUser> {
  const row = await tx.appUser.findFirst({ where: { id: userId, laboratoryId, deletedAt: null } });
  if (row === null) throw notFound('user');
  return row;
}

export function userState(row: AppUser): UserState {
  const { id, laboratoryId, salesAdmin, qaAdmin, rdAdmin, physician, wayByIds } = row;
  const boxes = { salesAdmin, qaAdmin, rdAdmin, physician };
  return { id, laboratoryId, ...boxes, otherRoles: otherRolesOf(row), wayByIds };
}

export const editorOf = ({ userId, laboratory, permissions }: Caller): UserEditor => ({
  userId,
  laboratoryId: laboratory?.id ?? null,
  permissions,
});

export function accountOf(row: AppUser): Account {
  const { login, firstname, lastname, email, enabled } = row;
  return { login, firstname, lastname, email, enabled, roles: realmRoles(row) };
}

export const ownerOf = ({ id, subject, login }: AppUser): AccountOwner => ({ userId: id, subject, login });

/**
 * The users with access to an account after another one opened it. The owner and the command line add nobody.
 */
export function peopleWithAccess(
  { id, wayByIds }: { readonly id: string; readonly wayByIds: readonly string[] },
  { userId }: Pick<AuditActor, 'userId'>,
): string[] {
  return userId === null || userId === id ? [...wayByIds] : [...new Set([...wayByIds, userId])];
}
