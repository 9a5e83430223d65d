import { makeAccount } from '../identity/accounts.ts';
import { ensureTables } from '../identity/tables.ts';
import type { Tx } from '../../database/db.ts';

/** A user for each role. */
export interface DemoUser {
  readonly login: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly laboratory: string | null;
  /** A description of what the user may do. */
  readonly role: string;
  readonly boxes?: Partial<Record<'physician' | 'salesAdmin' | 'qaAdmin' | 'rdAdmin' | 'superAdmin', true>>;
  readonly extraRoles?: readonly string[];
}

const NORTH = 'Demo laboratory North';
/** The laboratory with a first run and a template. */
export const DEMO_LABORATORY = NORTH;
const SOUTH = 'Demo laboratory South';

export const DEMO_USERS: readonly DemoUser[] = [
  { login: 'tech', firstname: 'Tara', lastname: 'Holm', laboratory: NORTH, role: 'technician' },
  {
    login: 'physician',
    firstname: 'Ingrid',
    lastname: 'Lindqvist',
    laboratory: NORTH,
    role: 'physician',
    boxes: { physician: true },
  },
  {
    login: 'manager',
    firstname: 'Mats',
    lastname: 'Berg',
    laboratory: NORTH,
    role: 'laboratory manager',
    extraRoles: ['LABORATORY_MANAGER'],
  },
  {
    login: 'sales',
    firstname: 'Sofia',
    lastname: 'Marin',
    laboratory: NORTH,
    role: 'sales administrator',
    boxes: { salesAdmin: true },
  },
  {
    login: 'quality',
    firstname: 'Quentin',
    lastname: 'Adler',
    laboratory: NORTH,
    role: 'QA administrator',
    boxes: { qaAdmin: true },
  },
  {
    login: 'research',
    firstname: 'Rhea',
    lastname: 'Dunn',
    laboratory: NORTH,
    role: 'R&D administrator',
    boxes: { rdAdmin: true },
  },
  {
    login: 'super',
    firstname: 'Sunniva',
    lastname: 'Aas',
    laboratory: NORTH,
    role: 'super administrator',
    boxes: { superAdmin: true },
  },
  { login: 'tech.south', firstname: 'Tomas', lastname: 'Reyes', laboratory: SOUTH, role: 'technician' },
  {
    login: 'physician.south',
    firstname: 'Paola',
    lastname: 'Vidal',
    laboratory: SOUTH,
    role: 'physician',
    boxes: { physician: true },
  },
  { login: 'newcomer', firstname: 'Noa', lastname: 'Weiss', laboratory: null, role: 'no laboratory yet' },
];

/** Creates the demo laboratories and their users, once. */
export async function seedDemoUsers(tx: Tx, demoPassword: string): Promise<void> {
  await ensureTables(tx);
  for (const name of [NORTH, SOUTH]) {
    const { count } = await tx.laboratory.updateMany({ where: { name }, data: { demonstration: true } });
    if (count === 0)
      await tx.laboratory.create({ data: { name, timeZone: 'Europe/Stockholm', demonstration: true } });
  }
  for (const { login, firstname, lastname, laboratory, boxes = {}, extraRoles = [] } of DEMO_USERS) {
    const owner =
      laboratory === null ? null : await tx.laboratory.findFirstOrThrow({ where: { name: laboratory } });
    const user = await tx.appUser.upsert({
      where: { login },
      create: {
        login,
        firstname,
        lastname,
        email: `${login}@example.org`,
        emailVerified: true,
        ...boxes,
        extraRoles: [...extraRoles],
        laboratoryId: owner?.id ?? null,
      },
      update: {},
    });
    await makeAccount(tx, user.id, demoPassword);
  }
}
