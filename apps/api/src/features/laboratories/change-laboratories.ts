import type { LaboratoryUse, updateLaboratorySchema } from '@curvewell/contracts';
import { type Laboratory, NEW_LABORATORY_RULES } from '@curvewell/domain';
import type { z } from 'zod';

import type { Caller } from '../../actor.ts';
import { actingIn, type AuditActor, differences, recordAudit, staleError } from '../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import { AppError, refuseInvisible } from '../../errors.ts';
import { getLaboratory, laboratoriesOf } from './read-laboratories.ts';
import { lockLaboratory, requireOwnLaboratory } from './tenancy.ts';

interface Dependencies {
  readonly db: Db;
}

/** Creates laboratories, all or none. @throws AppError `name-taken` that names the row */
export async function createLaboratories(
  { db }: Dependencies,
  actor: Caller,
  rows: readonly NewLaboratory[],
): Promise<Laboratory[]> {
  return transaction({ db, actor }, async (tx) =>
    laboratoriesOf(tx, await insertLaboratories(tx, actor, rows)),
  );
}

interface NewLaboratory {
  readonly name: string;
  readonly fourEyes: boolean;
}

/** Inserts laboratories with their audit entries. @throws AppError `name-taken` */
export async function insertLaboratories(
  tx: Tx,
  actor: AuditActor,
  rows: readonly NewLaboratory[],
): Promise<string[]> {
  await refuseTakenNames(
    tx,
    rows.map(({ name }) => name),
  );
  const made = await tx.laboratory.createManyAndReturn({
    data: rows.map(({ name, fourEyes }) => ({ name, rules: { ...NEW_LABORATORY_RULES, fourEyes } })),
    select: { id: true, name: true, rules: true },
  });
  for (const { id, name, rules } of made) {
    const entry = {
      action: 'laboratory.create',
      entity: 'laboratory',
      entityId: id,
      details: { name, rules: rules ?? {} },
    } as const;
    await recordAudit(tx, actingIn(actor, id), entry);
  }
  return made.map(({ id }) => id);
}

/**
 * Changes a laboratory: any with `READ_ALL_LABORATORY`, else the caller's.
 *
 * @throws AppError `not-found`, `stale`, `name-taken`, `forbidden` for deactivating the caller's own
 */
export async function updateLaboratory(
  { db }: Dependencies,
  actor: Caller,
  {
    laboratoryId,
    change,
  }: { readonly laboratoryId: string; readonly change: z.output<typeof updateLaboratorySchema> },
): Promise<Laboratory> {
  requireOwnLaboratory(actor, laboratoryId, 'READ_ALL_LABORATORY');
  const { revision, timeZone: zone, ...rest } = change;
  const to = zone === undefined ? rest : { ...rest, timeZone: zone };
  return transaction({ db, actor, on: laboratoryId }, async (tx) => {
    await lockLaboratory(tx, laboratoryId, 'UPDATE');
    const former = await getLaboratory(tx, laboratoryId);
    if (former.revision !== revision)
      throw await staleError(tx, actingIn(actor, laboratoryId), 'laboratory', laboratoryId);
    refuseInvisible(to, former);
    if (!to.active && former.active && actor.laboratory?.id === laboratoryId) {
      const message = 'You belong to this laboratory and would lock yourself out.';
      throw new AppError('forbidden', message, { issues: [{ path: ['body', 'active'], message }] });
    }
    if (await isNameOfAnother(tx, laboratoryId, to.name)) throw laboratoryNameTaken(to.name, ['name']);
    await tx.laboratory.update({
      where: { id: laboratoryId },
      data: { ...to, revision: { increment: 1 } },
    });
    const { name, active, submitterMayApprove, rules, timeZone } = former;
    await recordAudit(tx, actingIn(actor, laboratoryId), {
      action: 'laboratory.update',
      entity: 'laboratory',
      entityId: laboratoryId,
      details: {
        name: to.name,
        ...differences({ name, active, submitterMayApprove, rules, timeZone }, { timeZone, ...to }),
      },
    });
    return getLaboratory(tx, laboratoryId);
  });
}

/**
 * Deletes a laboratory without any data.
 *
 * @throws AppError `not-found`, `in-use` whose details count the data
 */
export async function deleteLaboratory(
  { db }: Dependencies,
  actor: Caller,
  laboratoryId: string,
): Promise<void> {
  await transaction({ db, actor, on: laboratoryId }, async (tx) => {
    await lockLaboratory(tx, laboratoryId, 'UPDATE');
    const { name } = await getLaboratory(tx, laboratoryId);
    const use = await useOf(tx, laboratoryId);
    if (Object.values(use).some((count) => count > 0)) {
      throw new AppError('in-use', `${name} still has ${inWords(use)}.`, { details: { ...use } });
    }
    await tx.laboratory.delete({ where: { id: laboratoryId } });
    await recordAudit(tx, actor, {
      action: 'laboratory.delete',
      entity: 'laboratory',
      entityId: laboratoryId,
      details: { name },
    });
  });
}

async function useOf(tx: Tx, laboratoryId: string): Promise<LaboratoryUse> {
  const where = { laboratoryId };
  return {
    users: await tx.appUser.count({ where }),
    runs: await tx.run.count({ where }),
    templates: await tx.template.count({ where }),
    kits: await tx.kit.count({ where }),
    connections: await tx.fileTransferConnection.count({ where }),
  };
}

const WORDS = {
  users: ['user', 'users'],
  runs: ['run', 'runs'],
  templates: ['template', 'templates'],
  kits: ['kit', 'kits'],
  connections: ['file-transfer connection', 'file-transfer connections'],
} as const satisfies Record<keyof LaboratoryUse, readonly [string, string]>;

/** `5 users, 1 run` */
function inWords(use: LaboratoryUse): string {
  const kinds = Object.keys(WORDS) as (keyof LaboratoryUse)[]; // the literal's own keys
  return kinds
    .filter((kind) => use[kind] > 0)
    .map((kind) => `${use[kind]} ${WORDS[kind][use[kind] === 1 ? 0 : 1]}`)
    .join(', ');
}

async function isNameOfAnother(tx: Tx, laboratoryId: string, name: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM laboratory WHERE lower(name) = lower(${name}) AND id <> ${laboratoryId}::uuid`;
  return rows.length > 0;
}

/** @param place - path of the name in the body */
function laboratoryNameTaken(name: string, place: readonly (string | number)[]): AppError {
  const message = 'This name is taken.';
  return new AppError('name-taken', message, {
    issues: [{ path: ['body', ...place], message }],
    details: { kind: 'Laboratory', name },
  });
}

/**
 * Names are compared by the database, ignoring case. Of two concurrent inserts, the unique index refuses the
 * second, whose transaction then restarts.
 *
 * @throws AppError `name-taken` for the first name that is taken or repeated
 */
async function refuseTakenNames(tx: Tx, names: readonly string[]): Promise<void> {
  const evaluated = await tx.$queryRaw<{ name: string; isTaken: boolean }[]>`
    SELECT n.name,
      EXISTS (SELECT 1 FROM laboratory l WHERE lower(l.name) = lower(n.name))
        OR row_number() OVER (PARTITION BY lower(n.name) ORDER BY n.place) > 1 AS "isTaken"
    FROM unnest(${[...names]}::text[]) WITH ORDINALITY AS n (name, place)
    ORDER BY n.place`;
  const place = evaluated.findIndex(({ isTaken }) => isTaken);
  const taken = evaluated[place];
  if (taken !== undefined) throw laboratoryNameTaken(taken.name, [place, 'name']);
}
