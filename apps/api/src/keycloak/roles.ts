import { AppError } from '../errors.ts';
import { boxRole } from '../features/identity/index.ts';
import type { KeycloakRealm } from './connection.ts';

interface KeycloakRole {
  readonly id?: string;
  readonly name?: string;
}

/**
 * Grants an account the roles of its role fields and revokes the other ones. Roles without a field are not
 * managed here and stay.
 *
 * @throws AppError `locked` when the realm lacks such a role
 */
export async function writeRoles(
  realm: KeycloakRealm,
  { id, roles }: { readonly id: string; readonly roles: readonly string[] },
): Promise<void> {
  const has = await realm.users.listRealmRoleMappings({ id });
  // Permission to manage users covers this list, but not the list of all realm roles.
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

/** The API requires both. */
const payloadOf = ({ id = '', name = '' }: KeycloakRole) => ({ id, name });
