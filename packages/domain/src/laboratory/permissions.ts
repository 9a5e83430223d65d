import { z } from 'zod';

/** Permissions. The server checks these, never roles. */
export const permissionSchema = z.enum([
  'SUPER_ADMIN',
  'SALES_ADMIN',
  'QA_ADMIN',
  'R&D_ADMIN',
  'WRITE_DIAGNOSTIC',
  'CREATE_ARCHIVE',
  'CREATE_DELETE_ARCHIVE',
  'DELETE_PERMANENT_ARCHIVE',
  'READ_OWN_LABORATORY',
  'READ_ALL_LABORATORY',
  'WRITE_LABORATORY',
  'WRITE_OWN_LABORATORY_USER',
  'WRITE_ALL_USER',
  'READ_LOT_CONFIG_ADMIN',
  'WRITE_LOT_CONFIG_ADMIN',
  'READ_KIT_CONFIG_ADMIN',
  'WRITE_KIT_CONFIG_ADMIN',
  'EXPORT_KIT',
  'EXPORT_LOTS',
  'IMPORT_KIT',
  'IMPORT_LOTS',
]);
export type Permission = z.infer<typeof permissionSchema>;

/** The roles with a title, highest first; a user with several has the first one's title. */
export const roleSchema = z.enum([
  'SUPER_ADMIN',
  'QA_ADMIN',
  'R&D_ADMIN',
  'SALES_ADMIN',
  'PHYSICIAN',
  'LABORATORY_MANAGER',
]);
export type Role = z.infer<typeof roleSchema>;

interface RoleDescription {
  /** The title printed beside the name in records. */
  readonly title: string;
  readonly permissions: readonly Permission[];
  /** Another name that a provider may send. */
  readonly alias?: string;
}

const PHYSICIAN: readonly Permission[] = ['WRITE_DIAGNOSTIC', 'CREATE_ARCHIVE', 'READ_OWN_LABORATORY'];

/** The roles. Every administrator is also a physician. */
const ROLES: Readonly<Record<Role, RoleDescription>> = {
  SUPER_ADMIN: { title: 'Super administrator', permissions: permissionSchema.options },
  QA_ADMIN: {
    title: 'Quality administrator',
    permissions: [
      ...PHYSICIAN,
      'QA_ADMIN',
      'READ_ALL_LABORATORY',
      'READ_LOT_CONFIG_ADMIN',
      'WRITE_LOT_CONFIG_ADMIN',
      'READ_KIT_CONFIG_ADMIN',
      'EXPORT_KIT',
      'EXPORT_LOTS',
      'IMPORT_LOTS',
      'CREATE_DELETE_ARCHIVE',
    ],
  },
  'R&D_ADMIN': {
    title: 'R&D administrator',
    alias: 'RD_ADMIN',
    permissions: [
      ...PHYSICIAN,
      'R&D_ADMIN',
      'READ_LOT_CONFIG_ADMIN',
      'WRITE_LOT_CONFIG_ADMIN',
      'READ_KIT_CONFIG_ADMIN',
      'WRITE_KIT_CONFIG_ADMIN',
      'EXPORT_KIT',
      'EXPORT_LOTS',
      'IMPORT_KIT',
      'IMPORT_LOTS',
    ],
  },
  SALES_ADMIN: {
    title: 'Sales administrator',
    alias: 'SALES_ROLE',
    permissions: [
      ...PHYSICIAN,
      'SALES_ADMIN',
      'READ_ALL_LABORATORY',
      'WRITE_LABORATORY',
      'WRITE_ALL_USER',
      'READ_LOT_CONFIG_ADMIN',
    ],
  },
  PHYSICIAN: { title: 'Physician', permissions: PHYSICIAN },
  LABORATORY_MANAGER: {
    title: 'Laboratory manager',
    permissions: [
      'READ_OWN_LABORATORY',
      'WRITE_LABORATORY',
      'WRITE_OWN_LABORATORY_USER',
      'CREATE_ARCHIVE',
      'CREATE_DELETE_ARCHIVE',
    ],
  },
};

/** The product's name of a role; unknown roles keep their own. */
export const roleName = (role: string): string =>
  roleSchema.options.find((name) => ROLES[name].alias === role) ?? role;

/** The title of a user by roles, as printed in records; technician without any role. */
export function roleTitle(roles: readonly string[]): string {
  const names = new Set(roles.map(roleName));
  const highest = roleSchema.options.find((role) => names.has(role));
  return highest === undefined ? 'Technician' : ROLES[highest].title;
}

/**
 * The permissions of a set of realm roles. A role named like a permission grants only that one, so that a
 * provider can grant single permissions. Unknown roles grant none.
 */
export function permissionsOf(roles: readonly string[]): ReadonlySet<Permission> {
  return new Set(
    roles.map(roleName).flatMap((name) => {
      const role = roleSchema.safeParse(name);
      if (role.success) return ROLES[role.data].permissions;
      const single = permissionSchema.safeParse(name);
      return single.success ? [single.data] : [];
    }),
  );
}
