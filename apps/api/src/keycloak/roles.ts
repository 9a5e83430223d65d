import { AppError } from '../errors.ts';
import { boxRole } from '../features/identity/index.ts';
import type { KeycloakRealm } from './connection.ts';

interface KeycloakRole {
  readonly id?: string;
  readonly name?: string;
}

/**
 * Gives an account the roles of its boxes and takes the others of them away. Roles that no box stands for are
 * somebody else's: they stay as they are.
 *
 * @throws AppError `locked` when the realm has no such role
 */
export async function writeRoles(
  realm: KeycloakRealm,
  { id, roles }: { readonly id: string; readonly roles: readonly string[] },
): Promise<void> {
  const has = await realm.users.listRealmRoleMappings({ id });
  // These may be looked up with permission to manage users; all roles of the realm may not.
  const available = await realm.users.listAvailableRealmRoleMappings({ id });
  const wanted = roles.map(boxRole).filter((role) => role !== undefined);
  const missing = wanted.filter((role) => !has.some(({ name = '' }) => boxRole(name) === role));
  const add = missing.map((role) => available.find(({ name }) => name === role));
  const unknown = missing.filter((_, at) => add[at] === undefined);
  if (unknown.length > 0)
    throw new AppError(
      'locked',
      `The realm of your identity provider has no role ${unknown.join(', ')}. Your IT department must update the realm.`,
    );
  const remove = has.filter(({ name = '' }) => {
    const role = boxRole(name);
    return role !== undefined && !wanted.includes(role);
  });
  if (add.length > 0)
    await realm.users.addRealmRoleMappings({
      id,
      roles: add.flatMap((role) => (role ? [payloadOf(role)] : [])),
    });
  if (remove.length > 0) await realm.users.delRealmRoleMappings({ id, roles: remove.map(payloadOf) });
}

/** It wants both. */
const payloadOf = ({ id = '', name = '' }: KeycloakRole) => ({ id, name });
