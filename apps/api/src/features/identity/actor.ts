import {
  ADMIN_BOXES,
  arePermissionsOnHold,
  laboratoryRulesSchema,
  permissionsOf,
  roleName,
  roleTitle,
  type AdminBox,
  type Permission,
  type Role,
} from '@curvewell/domain';

import type { AppUser } from '../../generated/prisma/client.ts';

/** The person a request comes from, as of now. */
export interface Actor {
  readonly userId: string;
  readonly login: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly laboratory: ActorLaboratory | null;
  readonly roles: readonly string[];
  /** The same in a word: “Physician”. */
  readonly role: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Somebody else had a way into the account: its roles count when a second person has confirmed it. */
  readonly permissionsOnHold: boolean;
  /** When they last typed their password, as the provider reports it; null: it does not. */
  readonly signedInAt: Date | null;
  /** The `acr` that a decision needs, where the sign-in does not reach it; left out: it does, or none is requested. */
  readonly lacksAcr?: string;
  /** The session at the provider; left out: no token named one. */
  readonly sessionId?: string;
}

interface ActorLaboratory {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  /** Of its calendar. */
  readonly timeZone: string;
  /** It exists for showing the product. */
  readonly demonstration: boolean;
  /** After how long without input a session locks; null: it does not; left out where nobody signs in. */
  readonly idleLockMinutes?: number | null;
}

/** A laboratory as its row has it. */
type LaboratoryRow = Omit<ActorLaboratory, 'idleLockMinutes'> & { readonly rules: unknown };
const idleSchema = laboratoryRulesSchema.pick({ idleLockMinutes: true }).loose();

type RoleColumn = 'physician' | AdminBox | 'superAdmin';
type RoleFields = Pick<AppUser, RoleColumn | 'extraRoles'>;

/** The role that each column of a user stands for. */
const COLUMN_ROLES = {
  physician: 'PHYSICIAN',
  ...ADMIN_BOXES,
  superAdmin: 'SUPER_ADMIN',
} as const satisfies Record<RoleColumn, Role>;
const COLUMNS = Object.keys(COLUMN_ROLES) as RoleColumn[]; // the literal's own keys

/** The realm roles of a user, from the boxes of the user form. */
export const realmRoles = (user: RoleFields): string[] => [
  ...COLUMNS.filter((column) => user[column]).map((column) => COLUMN_ROLES[column]),
  ...user.extraRoles,
];

/** The boxes of the user form, from the realm roles that an outside provider names. */
export function roleFields(roles: readonly string[]): RoleFields {
  const names = new Set(roles.map(roleName));
  const boxes = Object.fromEntries(
    COLUMNS.map((column) => [column, names.delete(COLUMN_ROLES[column])]),
  ) as Record<RoleColumn, boolean>; // these are all
  return { ...boxes, extraRoles: [...names] };
}

/** The role of one of the four boxes that this role stands for, if it does; nobody becomes super administrator here. */
export function boxRole(role: string): string | undefined {
  const name = roleName(role);
  return COLUMNS.some((column) => column !== 'superAdmin' && COLUMN_ROLES[column] === name)
    ? name
    : undefined;
}

/**
 * A role counts when the token names it and the user still has it: what an
 * administrator takes away is gone at once, not when the token ends.
 */
export function createActor(
  user: AppUser & { readonly laboratory: LaboratoryRow | null },
  tokenRoles: readonly string[],
  signedInAt: Date | null = null,
): Actor {
  const named = new Set(tokenRoles.map(roleName));
  const permissionsOnHold = isOnHold(user);
  const roles = permissionsOnHold ? [] : realmRoles(user).filter((role) => named.has(role));
  const { laboratory } = user;
  return {
    userId: user.id,
    login: user.login,
    name: `${user.firstname} ${user.lastname}`,
    enabled: user.enabled,
    laboratory:
      laboratory === null
        ? null
        : {
            id: laboratory.id,
            name: laboratory.name,
            active: laboratory.active,
            timeZone: laboratory.timeZone,
            demonstration: laboratory.demonstration,
            idleLockMinutes: idleSchema.safeParse(laboratory.rules).data?.idleLockMinutes ?? null,
          },
    roles,
    role: roleTitle(roles),
    permissions: permissionsOf(roles),
    permissionsOnHold,
    signedInAt,
  };
}

function isOnHold(user: RoleFields & Pick<AppUser, 'wayByIds'>): boolean {
  const { salesAdmin, qaAdmin, rdAdmin, physician, wayByIds } = user;
  const otherRoles = realmRoles({ ...user, salesAdmin: false, qaAdmin: false, rdAdmin: false });
  return arePermissionsOnHold({ salesAdmin, qaAdmin, rdAdmin, physician, otherRoles, wayByIds });
}
