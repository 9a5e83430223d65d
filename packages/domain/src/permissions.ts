import { z } from 'zod';

/** What a person may do. Server checks name these, never roles. */
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

/** The roles that have a title of their own, highest first: who holds several is called by the first of them. */
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
  /** As records print it beside the name. */
  readonly title: string;
  readonly permissions: readonly Permission[];
  /** Another name under which a provider may send it. */
  readonly alias?: string;
}

const PHYSICIAN: readonly Permission[] = ['WRITE_DIAGNOSTIC', 'CREATE_ARCHIVE', 'READ_OWN_LABORATORY'];

/** What each role is. Every administrator is a physician too. */
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

/** The name of a role as this product writes it; a role that the product does not know keeps its own. */
export const roleName = (role: string): string =>
  roleSchema.options.find((name) => ROLES[name].alias === role) ?? role;

/** What somebody is called by their roles, as records print it beside the name; without any of them a technician. */
export function roleTitle(roles: readonly string[]): string {
  const names = new Set(roles.map(roleName));
  const highest = roleSchema.options.find((role) => names.has(role));
  return highest === undefined ? 'Technician' : ROLES[highest].title;
}

/**
 * The permissions that a set of realm roles carries. A role that is itself the name of a permission carries that one
 * alone, so that a provider can hand out single ones. Unknown roles carry none.
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
