import { expect, it } from 'vitest';

import { accountChangesText } from './account-changes.ts';

it('TRUST-344 changes of the way into an account are told in words, and none as nothing', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const day = (instant: string) => instant.slice(0, 10);
  expect(accountChangesText({}, day)).toBeNull();
  expect(accountChangesText({ accountChanges: [], providerEvents: 'read' }, day)).toBeNull();
  const accountChanges = [
    { what: 'email', at, byOther: true },
    { what: 'password', at, byOther: false },
  ] as const;
  expect(accountChangesText({ accountChanges }, day)).toBe(
    'In the 30 days before: e-mail changed by somebody else 2026-11-20; password chosen 2026-11-20',
  );
});

it('TRUST-522 what is not known of an outside provider is said, beside what is known', () => {
  const day = (instant: string) => instant.slice(0, 10);
  const notKnown = 'What changed at the identity provider in the 30 days before is not known';
  expect(accountChangesText({ accountChanges: [], providerEvents: 'not-known' }, day)).toBe(notKnown);
  const at = '2026-11-20T10:00:00.000Z';
  const accountChanges = [
    { what: 'credential', at, byOther: false },
    { what: 'impersonation', at, byOther: true },
  ] as const;
  expect(accountChangesText({ accountChanges, providerEvents: 'not-known' }, day)).toBe(
    `In the 30 days before: means to sign in changed 2026-11-20; session opened in this name by somebody else 2026-11-20. ${notKnown}`,
  );
});
