import type { PasswordOffer } from '@curvewell/domain';

import { actingIn, recordAudit, type AuditActor } from '../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { AppUser } from '../../generated/prisma/client.ts';
import { insertLaboratories } from '../laboratories/index.ts';
import { systemClock } from '../../clock.ts';
import { enableSignIn } from './create-user.ts';
import type { IdentityAdmin } from './identity-admin.ts';
import { insertMember, listUnassignedUsers, writeLink } from './unassigned-users.ts';
import { accountOf, ownerOf } from './user-view.ts';
import { writeConfirmation } from './ways.ts';

/** The user who works on the server itself. Permissions do not apply, and every act is audited. */
export interface Administration {
  readonly db: Db;
  readonly actor: AuditActor;
}

/** Creates a laboratory and assigns an unassigned user to it. @throws AppError */
export async function administerNewLaboratory(
  { db, actor }: Administration,
  {
    name,
    login,
    fourEyes,
  }: { readonly name: string; readonly login: string | null; readonly fourEyes: boolean },
): Promise<void> {
  await transaction({ db }, async (tx) => {
    const [laboratoryId = ''] = await insertLaboratories(tx, actor, [{ name, fourEyes }]);
    if (login !== null) await addByLogin(tx, actor, { login, laboratoryId });
  });
}

/** Assigns an unassigned user to an existing laboratory. @throws AppError */
export async function administerMember(
  { db, actor }: Administration,
  { name, login }: { readonly name: string; readonly login: string },
): Promise<void> {
  await transaction({ db }, async (tx) => {
    const [laboratory] = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM laboratory WHERE lower(name) = lower(${name})`;
    if (laboratory === undefined) throw new AppError('not-found', `There is no laboratory “${name}”.`);
    await addByLogin(tx, actor, { login, laboratoryId: laboratory.id });
  });
}

/** Links a user to the account that was recreated with their login. @throws AppError */
export async function administerLink({ db, actor }: Administration, login: string): Promise<void> {
  await transaction({ db }, async (tx) => {
    await writeLink(tx, actor, await lockLogin(tx, login));
  });
}

/** Confirms an account in place of a second person. @throws AppError `not-found`, `locked` */
export async function administerConfirmation(
  {
    db,
    actor,
    identityAdmin,
  }: Administration & { readonly identityAdmin: Pick<IdentityAdmin, 'passwordsOf'> },
  login: string,
): Promise<void> {
  await transaction({ db }, async (tx) => {
    const user = await lockLogin(tx, login);
    await writeConfirmation(tx, actingIn(actor, user.laboratoryId), {
      user,
      clock: systemClock,
      identityAdmin,
    });
  });
}

/**
 * A new link to choose a password, which the server's administrator passes on. @throws AppError `not-found`,
 * `locked`
 */
export async function administerPassword(
  { db, actor, identityAdmin }: Administration & { readonly identityAdmin: IdentityAdmin },
  login: string,
): Promise<PasswordOffer> {
  const row = await transaction({ db }, async (tx) => {
    const user = await lockLogin(tx, login);
    await recordAudit(tx, actingIn(actor, user.laboratoryId), {
      action: 'user.password-offered',
      entity: 'user',
      entityId: user.id,
      details: { login: user.login },
    });
    return user;
  });
  return enableSignIn(identityAdmin, ownerOf(row), accountOf(row), null);
}

/** The unassigned users, one on each line. */
export async function administerUnassignedUsers({ db }: Pick<Administration, 'db'>): Promise<string[]> {
  const { content } = await listUnassignedUsers({ db }, { page: 0, size: 100, search: '' });
  return content.map(({ login, firstname, lastname, lacks }) => {
    const what =
      lacks === 'account' ? 'new account for a known login: link' : 'belongs to no laboratory: assign';
    return `${login}  ${firstname} ${lastname}  (${what})`;
  });
}

async function addByLogin(
  tx: Tx,
  actor: AuditActor,
  { login, laboratoryId }: { readonly login: string; readonly laboratoryId: string },
): Promise<void> {
  const user = await lockLogin(tx, login);
  if (user.laboratoryId !== null)
    throw new AppError('in-use', `${user.login} already belongs to a laboratory.`);
  await insertMember(tx, actor, { userId: user.id, laboratoryId, login: user.login });
}

async function lockLogin(tx: Tx, typed: string): Promise<AppUser> {
  const login = typed.trim().toLowerCase();
  await tx.$queryRaw`SELECT 1 FROM app_user WHERE login = ${login} FOR UPDATE`;
  const user = await tx.appUser.findFirst({ where: { login, deletedAt: null } });
  if (user !== null) return user;
  throw new AppError(
    'not-found',
    `Nobody has signed in as “${login}” yet. Users must sign in once before you can add them to a laboratory.`,
  );
}
