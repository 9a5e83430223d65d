import type { Tx } from '../../database/db.ts';

/** A sign-in event; each is an audit entry. */
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
  /** Null when no user has this login. */
  readonly userId: string | null;
  /** As entered; null without input. */
  readonly login: string | null;
  /** The user who signed in with this name. */
  readonly by?: string;
  /** Where the request came from. */
  readonly address: string;
}

/** @param tx the transaction of the related change, if any */
export type RecordSignIn = (event: SignInEvent, tx?: Tx) => Promise<void>;
