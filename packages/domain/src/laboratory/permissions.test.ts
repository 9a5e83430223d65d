import { expect, it } from 'vitest';

import { permissionSchema, permissionsOf, type Role, roleSchema, roleTitle } from './permissions.ts';

/** An independent list of the roles with each permission; the super administrator has all. */
const HOLDERS: Readonly<Record<string, readonly Role[]>> = {
  SUPER_ADMIN: [],
  SALES_ADMIN: ['SALES_ADMIN'],
  QA_ADMIN: ['QA_ADMIN'],
  'R&D_ADMIN': ['R&D_ADMIN'],
  WRITE_DIAGNOSTIC: ['PHYSICIAN', 'SALES_ADMIN', 'QA_ADMIN', 'R&D_ADMIN'],
  CREATE_ARCHIVE: ['PHYSICIAN', 'LABORATORY_MANAGER', 'SALES_ADMIN', 'QA_ADMIN', 'R&D_ADMIN'],
  CREATE_DELETE_ARCHIVE: ['LABORATORY_MANAGER', 'QA_ADMIN'],
  DELETE_PERMANENT_ARCHIVE: [],
  READ_OWN_LABORATORY: ['PHYSICIAN', 'LABORATORY_MANAGER', 'SALES_ADMIN', 'QA_ADMIN', 'R&D_ADMIN'],
  READ_ALL_LABORATORY: ['SALES_ADMIN', 'QA_ADMIN'],
  WRITE_LABORATORY: ['LABORATORY_MANAGER', 'SALES_ADMIN'],
  WRITE_OWN_LABORATORY_USER: ['LABORATORY_MANAGER'],
  WRITE_ALL_USER: ['SALES_ADMIN'],
  READ_LOT_CONFIG_ADMIN: ['SALES_ADMIN', 'QA_ADMIN', 'R&D_ADMIN'],
  WRITE_LOT_CONFIG_ADMIN: ['QA_ADMIN', 'R&D_ADMIN'],
  READ_KIT_CONFIG_ADMIN: ['QA_ADMIN', 'R&D_ADMIN'],
  WRITE_KIT_CONFIG_ADMIN: ['R&D_ADMIN'],
  EXPORT_KIT: ['QA_ADMIN', 'R&D_ADMIN'],
  EXPORT_LOTS: ['QA_ADMIN', 'R&D_ADMIN'],
  IMPORT_KIT: ['R&D_ADMIN'],
  IMPORT_LOTS: ['QA_ADMIN', 'R&D_ADMIN'],
};
const ROLES = roleSchema.exclude(['SUPER_ADMIN']).options;

it('the table has every permission', () => {
  expect(Object.keys(HOLDERS)).toEqual(permissionSchema.options);
});

it.each(ROLES)('%s has exactly its permissions', (role) => {
  const wanted = Object.keys(HOLDERS).filter((permission) => HOLDERS[permission]?.includes(role));
  expect([...permissionsOf([role])].sort()).toEqual(wanted.sort());
});

it('a super administrator has every permission', () => {
  expect([...permissionsOf(['SUPER_ADMIN'])]).toEqual(permissionSchema.options);
});

it('several roles have the union of their permissions', () => {
  const both = permissionsOf(['PHYSICIAN', 'LABORATORY_MANAGER']);
  expect([...both].sort()).toEqual(
    [
      'CREATE_ARCHIVE',
      'CREATE_DELETE_ARCHIVE',
      'READ_OWN_LABORATORY',
      'WRITE_DIAGNOSTIC',
      'WRITE_LABORATORY',
      'WRITE_OWN_LABORATORY_USER',
    ].sort(),
  );
});

it('a role named like a permission has exactly that one, an unknown role none', () => {
  expect([...permissionsOf(['EXPORT_KIT', 'offline_access', ''])]).toEqual(['EXPORT_KIT']);
  expect([...permissionsOf([])]).toEqual([]);
});

it('SALES_ROLE and RD_ADMIN are aliases of two roles', () => {
  expect(permissionsOf(['SALES_ROLE'])).toEqual(permissionsOf(['SALES_ADMIN']));
  expect(permissionsOf(['RD_ADMIN'])).toEqual(permissionsOf(['R&D_ADMIN']));
});

it('a role named like an inherited property of objects has none', () => {
  expect([...permissionsOf(['constructor', 'toString', '__proto__'])]).toEqual([]);
});

/** Highest first. */
const TITLES = [
  ['SUPER_ADMIN', 'Super administrator'],
  ['QA_ADMIN', 'Quality administrator'],
  ['R&D_ADMIN', 'R&D administrator'],
  ['SALES_ADMIN', 'Sales administrator'],
  ['PHYSICIAN', 'Physician'],
  ['LABORATORY_MANAGER', 'Laboratory manager'],
  ['TECHNICIAN', 'Technician'],
] as const;
const pairs = TITLES.flatMap(([higher, title], index) =>
  TITLES.slice(index + 1).map(([lower]) => ({ higher, lower, title })),
);

it.each(pairs)('DECIDE-60 a user who is $higher and $lower signs as $title', ({ higher, lower, title }) => {
  expect(roleTitle([lower, higher])).toBe(title);
  expect(roleTitle([higher, lower])).toBe(title);
});
