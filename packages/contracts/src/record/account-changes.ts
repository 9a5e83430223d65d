import type { AccountChange } from './signature.ts';

const WHAT = {
  password: 'password chosen',
  email: 'e-mail changed',
  account: 'account made or linked',
} as const satisfies Record<AccountChange['what'], string>;

/**
 * How the way into a signer's account changed in the 30 days before the signature, in words.
 *
 * @returns null: it did not, or the signature does not tell
 */
export function accountChangesText(
  changes: readonly AccountChange[] | undefined,
  momentText: (instant: string) => string,
): string | null {
  if (changes === undefined || changes.length === 0) return null;
  const told = changes.map(
    ({ what, at, byOther }) => `${WHAT[what]}${byOther ? ' by somebody else' : ''} ${momentText(at)}`,
  );
  return `In the 30 days before: ${told.join('; ')}`;
}
