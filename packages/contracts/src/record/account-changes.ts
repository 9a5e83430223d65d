import type { AccountChange, SignatureStatement } from './signature.ts';

type Told = Pick<SignatureStatement, 'providerEvents'> & {
  readonly accountChanges?: readonly AccountChange[] | undefined;
};

const WHAT = {
  password: 'password chosen',
  email: 'e-mail changed',
  account: 'account made or linked',
  credential: 'means to sign in changed',
  impersonation: 'session opened in this name',
} as const satisfies Record<AccountChange['what'], string>;

const NOT_KNOWN = 'What changed at the identity provider in the 30 days before is not known';

/**
 * How the way into a signer's account changed in the 30 days before the signature, in words.
 *
 * @returns null: it did not, or the signature does not tell
 */
export function accountChangesText(
  { accountChanges = [], providerEvents }: Told,
  momentText: (instant: string) => string,
): string | null {
  const told = accountChanges.map(
    ({ what, at, byOther }) => `${WHAT[what]}${byOther ? ' by somebody else' : ''} ${momentText(at)}`,
  );
  const sentences = [
    ...(told.length === 0 ? [] : [`In the 30 days before: ${told.join('; ')}`]),
    ...(providerEvents === 'not-known' ? [NOT_KNOWN] : []),
  ];
  return sentences.length === 0 ? null : sentences.join('. ');
}
