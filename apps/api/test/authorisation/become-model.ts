import {
  ADMIN_BOX_NAMES,
  ADMIN_BOXES,
  adminBoxLock,
  arePermissionsOnHold,
  confirmLock,
  holdLock,
  permissionsOf,
  physicianLock,
  userLock,
  accessLock,
  type Permission,
  type UserState,
} from '@curvewell/domain';

/** An account of a laboratory, and whether the attacker can sign in with it. */
export interface Held extends UserState {
  readonly id: string;
  readonly isHeld: boolean;
}
type World = readonly Held[];

const MAY_WRITE_USERS: readonly Permission[] = ['WRITE_ALL_USER', 'WRITE_OWN_LABORATORY_USER'];

/** The permissions of a user who signs in with an account, as on the server. */
export function effectivePermissions(account: Held): ReadonlySet<Permission> {
  if (arePermissionsOnHold(account)) return new Set();
  const boxes = ADMIN_BOX_NAMES.filter((box) => account[box]).map((box) => ADMIN_BOXES[box]);
  return permissionsOf([...boxes, ...(account.physician ? ['PHYSICIAN'] : []), ...account.otherRoles]);
}

/**
 * All states that one step of any user leads to. Users whom the attacker does not control act in good faith
 * and confirm nothing. One administrator role represents all, because each can be granted by its own role
 * only.
 */
function* steps(world: World, attackerId: string): Generator<World> {
  for (const actor of world) {
    const permissions = effectivePermissions(actor);
    const editor = { userId: actor.id, laboratoryId: actor.laboratoryId, permissions };
    const writes = MAY_WRITE_USERS.some((one) => permissions.has(one));
    for (const user of world) {
      // Changes by others to the attacker's own account only remove permissions; starting states with more
      // permissions cover them.
      if (user.id === attackerId) continue;
      const become = (change: Partial<Held>): World =>
        world.map((one) => (one.id === user.id ? { ...one, ...change } : one));
      const wayByIds = [...new Set([...user.wayByIds, actor.id])].sort();
      if (writes && userLock(user, editor) === null) {
        if (user.id !== actor.id && accessLock(user, editor) === null)
          yield become({ wayByIds, isHeld: user.isHeld || actor.isHeld });
        if (holdLock(user, editor) === null) yield become({ wayByIds });
        if (physicianLock(user, editor) !== 'own') yield become({ physician: !user.physician });
        if (adminBoxLock('salesAdmin', user, editor) === null)
          yield become({ salesAdmin: !user.salesAdmin, physician: true });
      }
      if (actor.isHeld && permissions.has('WRITE_DIAGNOSTIC') && confirmLock(user, editor) === null)
        yield become({ wayByIds: [] });
    }
  }
}

/** Whether the attacker can ever sign with another user's account. @returns the state in which they can */
export function impersonation(start: World, attackerId: string): World | null {
  const seen = new Set<string>();
  const open = [start];
  for (let world = open.pop(); world !== undefined; world = open.pop()) {
    const key = world
      .map(({ salesAdmin, physician, isHeld, wayByIds }) => [salesAdmin, physician, isHeld, wayByIds].join())
      .join(';');
    if (seen.has(key)) continue;
    seen.add(key);
    const signs = world.some(
      (one) => one.isHeld && one.id !== attackerId && effectivePermissions(one).has('WRITE_DIAGNOSTIC'),
    );
    if (signs) return world;
    open.push(...steps(world, attackerId));
  }
  return null;
}
