import type { AccountChange, PasswordOffer } from '@curvewell/domain';

import type { Db, Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';

/** What the identity provider holds of a person; everything else is ours. */
export interface Account {
  readonly login: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly enabled: boolean;
  /** Realm roles. */
  readonly roles: readonly string[];
}

/** Whose account it is. */
export interface AccountOwner {
  readonly userId: string;
  /** The provider's name for the person; null until somebody signed in. */
  readonly subject: string | null;
  readonly login: string;
}

/** How the way into an account changed at the provider itself. */
export type ProviderChanges =
  /** The product makes all changes, and its audit trail records them. */
  | { readonly state: 'own' }
  | {
      readonly state: 'read';
      /** Made by others than the product, the last first. */
      readonly changes: readonly AccountChange[];
      /** Sessions that an administrator of the provider opened in the person's name. */
      readonly impersonatedSessions: readonly string[];
    }
  | { readonly state: 'not-known' };

/** The password of an account, where the product makes the links to choose it. */
export interface PasswordState {
  readonly isChosen: boolean;
  /** When the link to choose one ends that was not used yet. */
  readonly linkEndsAt: Date | null;
}

/**
 * The accounts at the identity provider: login, names, e-mail, password, realm roles; no groups, no
 * attributes. Each operation states the wanted account, so it can be repeated.
 *
 * A provider that refuses answers with an AppError `name-taken` or `invalid-request` whose issues name
 * the field; one that cannot be reached with `identity-unavailable`.
 */
export interface IdentityAdmin {
  /** Whether accounts are made from here. */
  readonly accountsAreOurs: boolean;
  /** Makes an account that nobody can sign in with yet. @returns its subject */
  create(userId: string, account: Account): Promise<string>;
  /** Who is disabled is signed out. */
  update(owner: AccountOwner, account: Account): Promise<void>;
  /** One that is not there counts as deleted. */
  delete(owner: AccountOwner): Promise<void>;
  /** Whether an offer goes to the person's own address, and never to who asks for it. */
  readonly offersByMail: boolean;
  /** Lets the person choose a password; a former offer ends. @param byId who gets the link, where there is one */
  offerPassword(owner: AccountOwner, account: Account, byId: string | null): Promise<PasswordOffer>;
  /** Of whom the product keeps it; a provider of its own keeps it to itself. */
  passwordsOf(db: Db | Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, PasswordState>>;
  /** What changed since then; a provider that does not answer, or not enough, leaves it not known. */
  changesSince(owner: AccountOwner, since: Date): Promise<ProviderChanges>;
}

const elsewhere = (): Promise<never> =>
  Promise.reject(
    new AppError(
      'locked',
      'Your identity provider manages accounts and passwords. Users who have signed in once can be added to a laboratory here.',
    ),
  );

/** Passwords are the provider's alone. */
export const keepsPasswords: Pick<IdentityAdmin, 'passwordsOf'> = {
  passwordsOf: () => Promise.resolve(new Map()),
};

/** A provider whose accounts are managed elsewhere: only our own rows are changed. */
export const outsideAccounts: IdentityAdmin = {
  ...keepsPasswords,
  accountsAreOurs: false,
  offersByMail: true,
  create: elsewhere,
  update: () => Promise.resolve(),
  delete: () => Promise.resolve(),
  offerPassword: elsewhere,
  changesSince: () => Promise.resolve({ state: 'not-known' }),
};

/** The product makes all changes of accounts itself. */
export const knowsAllChanges: Pick<IdentityAdmin, 'changesSince'> = {
  changesSince: () => Promise.resolve({ state: 'own' }),
};
