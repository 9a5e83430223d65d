import type { Tx } from '../../database/db.ts';

/** What happens around signing in; each is one row of the audit trail. */
export interface SignInEvent {
  readonly kind:
    | 'account-unknown'
    | 'first-seen'
    | 'impersonated'
    | 'signed-in'
    | 'sign-in-failed'
    | 'sign-in-limited'
    | 'signed-out'
    | 'token-reused'
    | 'password-chosen';
  /** Null when the login belongs to nobody. */
  readonly userId: string | null;
  /** As typed; null where nothing was typed. */
  readonly login: string | null;
  /** Who signed in in this name. */
  readonly by?: string;
  /** Where the request came from. */
  readonly address: string;
}

/** @param tx the transaction of the change that the event records, if there is one */
export type RecordSignIn = (event: SignInEvent, tx?: Tx) => Promise<void>;
