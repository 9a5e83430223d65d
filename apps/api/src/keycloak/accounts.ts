import type { PasswordOffer } from '@curvewell/domain';

import { AppError } from '../errors.ts';
import {
  keepsPasswords,
  type Account,
  type AccountOwner,
  type IdentityAdmin,
  type ProviderChanges,
} from '../features/users/index.ts';
import { NOT_KNOWN, readAccountEvents } from './account-events.ts';
import {
  createKeycloakConnection,
  isStatus,
  type KeycloakRealm,
  type KeycloakSettings,
  type WithRealm,
} from './connection.ts';
import { writeRoles } from './roles.ts';

interface Options extends KeycloakSettings {
  /** The client whose sign-in page the mail leads to, and the address after that. */
  readonly webClientId: string;
  readonly publicUrl: string;
}

/** Validity of the link in the mail. */
const MAIL_LASTS_S = 3 * 24 * 3600;

export function keycloakAccounts(options: Options): IdentityAdmin {
  const withRealm = createKeycloakConnection(options);
  return {
    ...keepsPasswords,
    accountsAreOurs: true,
    offersByMail: true,
    create: (_userId, account) => withRealm((realm) => create(realm, account)),
    update: (owner, account) => withRealm((realm) => update(realm, owner, account)),
    delete: (owner) =>
      withRealm(async (realm) => {
        const id = await subjectOf(realm, owner);
        if (id !== undefined) await orGone(realm.users.del({ id }));
      }),
    changesSince: (owner, since) => changesSince(withRealm, options.realm, { owner, since }),
    offerPassword: (owner, account) => withRealm((realm) => sendMail(realm, options, owner, account)),
  };
}

/**
 * When the provider is unavailable or refuses to list events, the result is unknown, and users can continue.
 */
async function changesSince(
  withRealm: WithRealm,
  realm: string,
  { owner, since }: { readonly owner: AccountOwner; readonly since: Date },
): Promise<ProviderChanges> {
  try {
    return await withRealm(async (client) => {
      const subject = await subjectOf(client, owner);
      if (subject === undefined) return NOT_KNOWN;
      return readAccountEvents(client, { realm, subject, since });
    });
  } catch (error) {
    if (error instanceof AppError) return NOT_KNOWN;
    throw error;
  }
}

/** Creates the account completely or not at all. */
async function create(realm: KeycloakRealm, account: Account): Promise<string> {
  const begun = Date.now();
  let id: string | undefined;
  try {
    ({ id } = await realm.users.create({
      ...fieldsOf(account),
      username: account.login,
      emailVerified: false,
      requiredActions: ['UPDATE_PASSWORD'],
    }));
    await writeRoles(realm, { id, roles: account.roles });
    return id;
  } catch (error) {
    await takeBack(realm, { id, login: account.login, begun }).catch(() => undefined);
    throw error;
  }
}

/**
 * Also when the response was lost: then the account with this login that was created meanwhile is deleted.
 */
async function takeBack(
  realm: KeycloakRealm,
  { id, login, begun }: { readonly id: string | undefined; readonly login: string; readonly begun: number },
): Promise<void> {
  if (id !== undefined) {
    await realm.users.del({ id });
    return;
  }
  const [found] = await realm.users.find({ username: login, exact: true });
  const isOurs = found?.enabled === false && (found.createdTimestamp ?? 0) >= begun;
  if (isOurs && found.id !== undefined) await realm.users.del({ id: found.id });
}

async function update(realm: KeycloakRealm, owner: AccountOwner, account: Account): Promise<void> {
  const id = await subjectOf(realm, owner);
  const former = id === undefined ? undefined : await orGone(realm.users.findOne({ id }));
  if (id === undefined || former === undefined) {
    // A missing account cannot sign in, which is all that disabling requires.
    if (!account.enabled) return;
    throw gone(account);
  }
  const isNewAddress = former.email?.toLowerCase() !== account.email.toLowerCase();
  try {
    // Enabling an account also lifts a lockout after wrong passwords.
    await realm.users.update({ id }, { ...fieldsOf(account), ...(isNewAddress && { emailVerified: false }) });
    await writeRoles(realm, { id, roles: account.roles });
  } finally {
    // Sessions end even when the provider refuses the changed account.
    if (!account.enabled) await realm.users.logout({ id });
  }
}

/** A failed mail does not undo earlier changes; the response reports it. */
async function sendMail(
  realm: KeycloakRealm,
  { webClientId, publicUrl }: Options,
  owner: AccountOwner,
  account: Account,
): Promise<PasswordOffer> {
  const { email } = account;
  const id = (await subjectOf(realm, owner)) ?? owner.userId;
  try {
    await realm.users.executeActionsEmail({
      id,
      actions: ['UPDATE_PASSWORD'],
      lifespan: MAIL_LASTS_S,
      clientId: webClientId,
      redirectUri: `${publicUrl}/`,
    });
    return { kind: 'mail', email };
  } catch (error) {
    if (isStatus(error, 500) || isStatus(error, 400)) return { kind: 'mail-failed', email };
    if (isStatus(error, 404)) throw gone(account);
    throw error;
  }
}

const gone = ({ login }: Account) =>
  new AppError(
    'locked',
    `Your identity provider no longer has an account for ${login}. Delete this user, or recreate the account there and link it.`,
  );

const fieldsOf = ({ firstname, lastname, email, enabled }: Account) => ({
  firstName: firstname,
  lastName: lastname,
  email,
  enabled,
});

/** Undefined: no such account. */
async function subjectOf(
  realm: KeycloakRealm,
  { subject, login }: AccountOwner,
): Promise<string | undefined> {
  if (subject !== null) return subject;
  const [found] = await realm.users.find({ username: login, exact: true });
  return found?.id;
}

/** Undefined: no such account. */
async function orGone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return (await answer) ?? undefined;
  } catch (error) {
    if (isStatus(error, 404)) return undefined;
    throw error;
  }
}
