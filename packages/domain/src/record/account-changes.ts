import type { AccountChange, SignatureStatement } from './signature.ts';

type ReportedChanges = Pick<SignatureStatement, 'providerEvents'> & {
  readonly accountChanges?: readonly AccountChange[] | undefined;
};

const WHAT = {
  password: 'password set',
  email: 'e-mail changed',
  account: 'account created or linked',
  credential: 'sign-in method changed',
  impersonation: 'session opened in the signer’s name',
} as const satisfies Record<AccountChange['what'], string>;

const NOT_KNOWN = 'Changes at the identity provider in the 30 days before the signature are not known';

/**
 * The changes of access to a signer's account in the 30 days before the signature, as a sentence.
 *
 * @returns null: there were none, or the signature does not list them
 */
export function accountChangesText(
  { accountChanges = [], providerEvents }: ReportedChanges,
  momentText: (instant: string) => string,
): string | null {
  const changes = accountChanges.map(
    ({ what, at, byOther }) => `${WHAT[what]}${byOther ? ' by another person' : ''} ${momentText(at)}`,
  );
  const sentences = [
    ...(changes.length === 0 ? [] : [`In the 30 days before the signature: ${changes.join('; ')}`]),
    ...(providerEvents === 'not-known' ? [NOT_KNOWN] : []),
  ];
  return sentences.length === 0 ? null : sentences.join('. ');
}
