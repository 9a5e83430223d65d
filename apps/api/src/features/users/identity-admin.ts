import type { AccountChange, PasswordOffer } from '@curvewell/domain';

import type { Db, Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';

/** The data of a user that the identity provider holds. */
export interface Account {
  readonly login: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly enabled: boolean;
  /** Realm roles. */
  readonly roles: readonly string[];
}

export interface AccountOwner {
  readonly userId: string;
  /** The provider's id of the user; null until the first sign-in. */
  readonly subject: string | null;
  readonly login: string;
}

export type ProviderChanges =
  /** Only the product changes accounts, and audits this. */
  | { readonly state: 'own' }
  | {
      readonly state: 'read';
      /** Changes made outside the product, newest first. */
      readonly changes: readonly AccountChange[];
      /** Sessions that an administrator of the provider opened in the user's name. */
      readonly impersonatedSessions: readonly string[];
    }
  | { readonly state: 'not-known' };

/** The state of a password, where the product makes the links to choose one. */
export interface PasswordState {
  readonly isChosen: boolean;
  /** The expiry of an unused link. */
  readonly linkEndsAt: Date | null;
}

/**
 * User accounts at the identity provider: login, names, e-mail, password, realm roles; no groups, no
 * attributes. Each operation states the desired account, so it can be repeated.
 *
 * A refusal of the provider is an AppError `name-taken` or `invalid-request` whose issues name the field; an
 * unavailable provider is `identity-unavailable`.
 */
export interface IdentityAdmin {
  /** Whether the product manages the accounts. */
  readonly accountsAreOurs: boolean;
  /** Creates a disabled account. @returns its subject */
  create(userId: string, account: Account): Promise<string>;
  /** Disabling a user ends their sessions. */
  update(owner: AccountOwner, account: Account): Promise<void>;
  /** Idempotent: a missing account counts as deleted. */
  delete(owner: AccountOwner): Promise<void>;
  /** Whether the link is mailed to the user instead of shown to the caller. */
  readonly offersByMail: boolean;
  /**
   * Lets the user choose a password; an earlier link becomes invalid. @param byId - receives the link, where
   * there is one
   */
  offerPassword(owner: AccountOwner, account: Account, byId: string | null): Promise<PasswordOffer>;
  /** The password states that the product stores; an external provider does not disclose them. */
  passwordsOf(db: Db | Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, PasswordState>>;
  /** The changes since then; unknown when the provider does not answer completely. */
  changesSince(owner: AccountOwner, since: Date): Promise<ProviderChanges>;
}

const elsewhere = (): Promise<never> =>
  Promise.reject(
    new AppError(
      'locked',
      'Your identity provider manages accounts and passwords. Users who have signed in once can be added to a laboratory here.',
    ),
  );

/** For providers that store passwords themselves. */
export const keepsPasswords: Pick<IdentityAdmin, 'passwordsOf'> = {
  passwordsOf: () => Promise.resolve(new Map()),
};

/** A provider whose accounts are managed elsewhere; only the product's rows change. */
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

/** For providers whose accounts only the product changes. */
export const knowsAllChanges: Pick<IdentityAdmin, 'changesSince'> = {
  changesSince: () => Promise.resolve({ state: 'own' }),
};
