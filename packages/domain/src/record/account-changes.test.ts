import { expect, it } from 'vitest';

import { accountChangesText } from './account-changes.ts';

it('TRUST-344 changes of access to an account are described, and none gives no text', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const day = (instant: string) => instant.slice(0, 10);
  expect(accountChangesText({}, day)).toBeNull();
  expect(accountChangesText({ accountChanges: [], providerEvents: 'read' }, day)).toBeNull();
  const accountChanges = [
    { what: 'email', at, byOther: true },
    { what: 'password', at, byOther: false },
  ] as const;
  expect(accountChangesText({ accountChanges }, day)).toBe(
    'In the 30 days before the signature: e-mail changed by another person 2026-11-20; password set 2026-11-20',
  );
});

it('TRUST-522 the text says what is unknown about an external provider, besides what is known', () => {
  const day = (instant: string) => instant.slice(0, 10);
  const notKnown = 'Changes at the identity provider in the 30 days before the signature are not known';
  expect(accountChangesText({ accountChanges: [], providerEvents: 'not-known' }, day)).toBe(notKnown);
  const at = '2026-11-20T10:00:00.000Z';
  const accountChanges = [
    { what: 'credential', at, byOther: false },
    { what: 'impersonation', at, byOther: true },
  ] as const;
  expect(accountChangesText({ accountChanges, providerEvents: 'not-known' }, day)).toBe(
    `In the 30 days before the signature: sign-in method changed 2026-11-20; session opened in the signer’s name by another person 2026-11-20. ${notKnown}`,
  );
});
