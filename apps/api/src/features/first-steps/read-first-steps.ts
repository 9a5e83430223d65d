import { FIRST_STEPS_NAMES, type FirstSteps } from '@curvewell/contracts';
import type { Permission } from '@curvewell/domain';

import type { Dependencies } from '../../dependencies.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { readRows, type Db } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { createActor, realmRoles } from '../identity/index.ts';
import { kitsOf } from './step-kits.ts';

/** More than the people of a laboratory. */
const MAX_PEOPLE = 500;

/**
 * What the caller's laboratory already has; null once it has a run, live or archived, and for demonstrations of the
 * product.
 */
export async function readFirstSteps(
  { db, clock }: Dependencies,
  actor: LaboratoryCaller,
): Promise<FirstSteps | null> {
  const { id, demonstration } = actor.laboratory;
  if (demonstration || (await hasRun(db, id))) return null;
  const [laboratory, people, demo] = await Promise.all([
    db.laboratory.findUniqueOrThrow({
      where: { id },
      select: { usualAnalyser: { select: { id: true, name: true, active: true } } },
    }),
    peopleOf(db, id),
    db.laboratory.findFirst({ where: { demonstration: true, active: true }, orderBy: { name: 'asc' } }),
  ]);
  const usual = laboratory.usualAnalyser;
  // The import no longer offers an inactive analyser, so another must be chosen.
  const analyser = usual?.active === true ? { id: usual.id, name: usual.name } : null;
  const { kit, openKits } = await kitsOf(db, {
    viewer: actor,
    now: clock.now(),
    timeZone: actor.laboratory.timeZone,
    analyserId: analyser?.id ?? null,
  });
  const others = people.filter(({ userId }) => userId !== actor.userId);
  const askFor = (...rights: readonly Permission[]) =>
    rights.some((right) => actor.permissions.has(right))
      ? null
      : namesOf(others.filter(({ permissions }) => rights.some((right) => permissions.has(right))));
  return {
    analyser,
    kit,
    openKits: actor.permissions.has('READ_KIT_CONFIG_ADMIN') ? openKits : [],
    people: { others: others.length, names: namesOf(others) },
    ask: {
      kits: askFor('WRITE_KIT_CONFIG_ADMIN'),
      lots: askFor('WRITE_LOT_CONFIG_ADMIN'),
      people: askFor('WRITE_OWN_LABORATORY_USER', 'WRITE_ALL_USER'),
    },
    demonstration: demo?.name ?? null,
  };
}

const namesOf = (people: readonly { readonly name: string }[]): string[] =>
  people.slice(0, FIRST_STEPS_NAMES).map(({ name }) => name);

/** The index of run numbers answers, whatever the number of runs. */
async function hasRun(db: Db, laboratoryId: string): Promise<boolean> {
  const rows = await readRows<{ found: boolean }>(
    db,
    Prisma.sql`SELECT EXISTS (SELECT FROM run WHERE laboratory_id = ${laboratoryId}::uuid) AS found`,
  );
  return rows[0]?.found === true;
}

/** The people of a laboratory who can sign in, with their permissions. */
async function peopleOf(db: Db, laboratoryId: string) {
  const users = await db.appUser.findMany({
    where: { laboratoryId, enabled: true, deletedAt: null },
    orderBy: { login: 'asc' },
    take: MAX_PEOPLE,
  });
  return users.map((user) => createActor({ ...user, laboratory: null }, realmRoles(user)));
}
