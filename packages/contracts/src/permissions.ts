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

const PHYSICIAN: readonly Permission[] = ['WRITE_DIAGNOSTIC', 'CREATE_ARCHIVE', 'READ_OWN_LABORATORY'];

/**
 * What each role carries. A role that is not listed but is itself the name of a
 * permission carries just that permission, so that a provider can hand out single ones.
 * Every administrator is a physician too.
 */
export const ROLE_PERMISSIONS: Readonly<Record<string, readonly Permission[]>> = {
  PHYSICIAN,
  LABORATORY_MANAGER: [
    'READ_OWN_LABORATORY',
    'WRITE_LABORATORY',
    'WRITE_OWN_LABORATORY_USER',
    'CREATE_ARCHIVE',
    'CREATE_DELETE_ARCHIVE',
  ],
  SALES_ADMIN: [
    ...PHYSICIAN,
    'SALES_ADMIN',
    'READ_ALL_LABORATORY',
    'WRITE_LABORATORY',
    'WRITE_ALL_USER',
    'READ_LOT_CONFIG_ADMIN',
  ],
  QA_ADMIN: [
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
  'R&D_ADMIN': [
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
  SUPER_ADMIN: permissionSchema.options,
};

/** Other names under which a provider may send a role. */
const ROLE_ALIASES: Readonly<Record<string, string>> = { SALES_ROLE: 'SALES_ADMIN', RD_ADMIN: 'R&D_ADMIN' };

/** What somebody is called by their roles, highest first; without any of them a technician. */
const ROLE_TITLE: readonly (readonly [role: string, title: string])[] = [
  ['SUPER_ADMIN', 'Super administrator'],
  ['QA_ADMIN', 'Quality administrator'],
  ['R&D_ADMIN', 'R&D administrator'],
  ['SALES_ADMIN', 'Sales administrator'],
  ['PHYSICIAN', 'Physician'],
  ['LABORATORY_MANAGER', 'Laboratory manager'],
];

/** What somebody is, in a word, as records tell it beside the name. */
export function roleTitle(roles: readonly string[]): string {
  const names = new Set(roles.map((role) => ROLE_ALIASES[role] ?? role));
  return ROLE_TITLE.find(([role]) => names.has(role))?.[1] ?? 'Technician';
}

/** The permissions that a set of realm roles carries. Unknown roles carry none. */
export function permissionsOf(roles: readonly string[]): ReadonlySet<Permission> {
  return new Set(
    roles.flatMap((role) => {
      const name = ROLE_ALIASES[role] ?? role;
      const single = permissionSchema.safeParse(name);
      return ROLE_PERMISSIONS[name] ?? (single.success ? [single.data] : []);
    }),
  );
}
