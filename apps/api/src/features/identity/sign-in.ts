/** What happens around signing in; each is one row of the audit trail. */
export interface SignInEvent {
  readonly kind:
    | 'first-seen'
    | 'signed-in'
    | 'sign-in-failed'
    | 'account-locked'
    | 'signed-out'
    | 'token-reused'
    | 'password-chosen';
  /** Null when the login belongs to nobody. */
  readonly userId: string | null;
  /** As typed; null where nothing was typed. */
  readonly login: string | null;
  /** Where the request came from. */
  readonly address: string;
}

export type RecordSignIn = (event: SignInEvent) => Promise<void>;
