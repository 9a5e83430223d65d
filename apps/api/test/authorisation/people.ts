import type { Permission, Role } from '@curvewell/domain';

import type { Db } from '../../src/database/db.ts';

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** Every permission of the specification. */
export const ALL_RIGHTS = words(`
  SUPER_ADMIN SALES_ADMIN QA_ADMIN R&D_ADMIN WRITE_DIAGNOSTIC CREATE_ARCHIVE CREATE_DELETE_ARCHIVE
  DELETE_PERMANENT_ARCHIVE READ_OWN_LABORATORY READ_ALL_LABORATORY WRITE_LABORATORY WRITE_OWN_LABORATORY_USER
  WRITE_ALL_USER READ_LOT_CONFIG_ADMIN WRITE_LOT_CONFIG_ADMIN READ_KIT_CONFIG_ADMIN WRITE_KIT_CONFIG_ADMIN
  EXPORT_KIT EXPORT_LOTS IMPORT_KIT IMPORT_LOTS`);

const OF_PHYSICIANS = 'WRITE_DIAGNOSTIC CREATE_ARCHIVE READ_OWN_LABORATORY';
/** The permissions of each role, written by hand. */
const CARRIED: Readonly<Record<Role, readonly string[]>> = {
  PHYSICIAN: words(OF_PHYSICIANS),
  LABORATORY_MANAGER: words(
    'READ_OWN_LABORATORY WRITE_LABORATORY WRITE_OWN_LABORATORY_USER CREATE_ARCHIVE CREATE_DELETE_ARCHIVE',
  ),
  SALES_ADMIN: words(
    `${OF_PHYSICIANS} SALES_ADMIN READ_ALL_LABORATORY WRITE_LABORATORY WRITE_ALL_USER READ_LOT_CONFIG_ADMIN`,
  ),
  QA_ADMIN: words(`${OF_PHYSICIANS} QA_ADMIN READ_ALL_LABORATORY READ_LOT_CONFIG_ADMIN WRITE_LOT_CONFIG_ADMIN
    READ_KIT_CONFIG_ADMIN EXPORT_KIT EXPORT_LOTS IMPORT_LOTS CREATE_DELETE_ARCHIVE`),
  'R&D_ADMIN':
    words(`${OF_PHYSICIANS} R&D_ADMIN READ_LOT_CONFIG_ADMIN WRITE_LOT_CONFIG_ADMIN READ_KIT_CONFIG_ADMIN
    WRITE_KIT_CONFIG_ADMIN EXPORT_KIT EXPORT_LOTS IMPORT_KIT IMPORT_LOTS`),
  SUPER_ADMIN: ALL_RIGHTS,
};

/** A permission that is not a role implies only itself. */
const carriedBy = (name: string) => new Map(Object.entries(CARRIED)).get(name) ?? [name];

/** A test user: a name, roles, and the resulting permissions. */
export interface Person {
  readonly login: string;
  readonly roles: readonly string[];
  readonly held: ReadonlySet<string>;
  readonly hasLaboratory: boolean;
}

export function person(login: string, roles: readonly string[], hasLaboratory = true): Person {
  return { login, roles, hasLaboratory, held: new Set(roles.flatMap(carriedBy)) };
}

/** No permission, each permission alone, and all at once. */
export const HOLDERS: readonly Person[] = [
  person('m.nothing', []),
  ...[...ALL_RIGHTS, 'PHYSICIAN'].map((role) => person(`m.${role.toLowerCase().replace('&', '-')}`, [role])),
  person('m.everything', ['SUPER_ADMIN', ...ALL_RIGHTS]),
];

export const PERSONAS: readonly Person[] = [
  person('p.nowhere', ['SUPER_ADMIN'], false),
  person('p.technician', []),
  person('p.manager', ['LABORATORY_MANAGER']),
  person('p.physician', ['PHYSICIAN']),
  person('p.archivist', ['CREATE_ARCHIVE']),
  person('p.remover', ['CREATE_DELETE_ARCHIVE', 'DELETE_PERMANENT_ARCHIVE']),
  person('p.research', ['R&D_ADMIN']),
  person('p.sales', ['SALES_ADMIN']),
  person('p.quality', ['QA_ADMIN']),
  person('p.super', ['SUPER_ADMIN']),
];

const BOXES: Readonly<Record<string, string>> = {
  PHYSICIAN: 'physician',
  SALES_ADMIN: 'salesAdmin',
  QA_ADMIN: 'qaAdmin',
  'R&D_ADMIN': 'rdAdmin',
  SUPER_ADMIN: 'superAdmin',
};

/** Adds the users, as members of a laboratory unless they are unassigned. */
export async function addPeople(
  db: Db,
  laboratoryId: string,
  people: readonly Person[] = [...HOLDERS, ...PERSONAS],
): Promise<void> {
  await db.appUser.createMany({
    data: people.map(({ login, roles, hasLaboratory }) => ({
      login,
      firstname: 'A',
      lastname: login,
      email: `${login}@example.org`,
      laboratoryId: hasLaboratory ? laboratoryId : null,
      ...Object.fromEntries(roles.flatMap((role) => (BOXES[role] ? [[BOXES[role], true]] : []))),
      extraRoles: roles.filter((role) => BOXES[role] === undefined) as Permission[],
    })),
  });
}
