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

import { placeOf, type LaboratoryPlace, type PlaceColumns } from '../../clusters/laboratory-place.ts';
import type { AppUser } from '../../generated/prisma/client.ts';

/** The user who sends a request. */
export interface Actor {
  readonly userId: string;
  readonly login: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly laboratory: ActorLaboratory | null;
  readonly roles: readonly string[];
  /** The name of the role, such as “Physician”. */
  readonly role: string;
  readonly permissions: ReadonlySet<Permission>;
  /**
   * Another person had access to the account, so its roles take effect only after a second person confirms
   * it.
   */
  readonly permissionsOnHold: boolean;
  /** When the password was last entered, as reported by the provider; null: not reported. */
  readonly signedInAt: Date | null;
  /**
   * The `acr` that a decision requires and the sign-in does not reach; omitted: reached, or none required.
   */
  readonly lacksAcr?: string;
  /** The session at the provider; omitted: the token names none. */
  readonly sessionId?: string;
}

interface ActorLaboratory {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  /** For dates of the laboratory. */
  readonly timeZone: string;
  /** A laboratory for demonstrations of the product. */
  readonly demonstration: boolean;
  /** Omitted: it lives in this cluster, or the actor did not sign in. */
  readonly place?: LaboratoryPlace;
  /** Minutes without input until a session locks; null: never; omitted for actors without sign-in. */
  readonly idleLockMinutes?: number | null;
}

type LaboratoryRow = Omit<ActorLaboratory, 'idleLockMinutes' | 'place'> & {
  readonly rules: unknown;
} & PlaceColumns;
const idleSchema = laboratoryRulesSchema.pick({ idleLockMinutes: true }).loose();

type RoleColumn = 'physician' | AdminBox | 'superAdmin';
type RoleFields = Pick<AppUser, RoleColumn | 'extraRoles'>;

const COLUMN_ROLES = {
  physician: 'PHYSICIAN',
  ...ADMIN_BOXES,
  superAdmin: 'SUPER_ADMIN',
} as const satisfies Record<RoleColumn, Role>;
const COLUMNS = Object.keys(COLUMN_ROLES) as RoleColumn[]; // the literal's own keys

export const realmRoles = (user: RoleFields): string[] => [
  ...COLUMNS.filter((column) => user[column]).map((column) => COLUMN_ROLES[column]),
  ...user.extraRoles,
];

/** The role fields of the user form, from the realm roles of an external provider. */
export function roleFields(roles: readonly string[]): RoleFields {
  const names = new Set(roles.map(roleName));
  const boxes = Object.fromEntries(
    COLUMNS.map((column) => [column, names.delete(COLUMN_ROLES[column])]),
  ) as Record<RoleColumn, boolean>; // these are all
  return { ...boxes, extraRoles: [...names] };
}

/** The roles that only the provider assigns: the user form has no field for them. */
export function providersRoles(roles: readonly string[]): Pick<RoleFields, 'superAdmin' | 'extraRoles'> {
  const { superAdmin, extraRoles } = roleFields(roles);
  return { superAdmin, extraRoles };
}

/** The form field's role that corresponds to this role, if any. Never returns super administrator. */
export function boxRole(role: string): string | undefined {
  const name = roleName(role);
  return COLUMNS.some((column) => column !== 'superAdmin' && COLUMN_ROLES[column] === name)
    ? name
    : undefined;
}

/**
 * A role is effective when the token names it and the user still has it, so that revoking a role takes effect
 * before the token expires.
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
  const place = laboratory === null ? null : placeOf(laboratory);
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
            ...(place !== null && { place }),
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
