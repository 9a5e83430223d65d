import { expect, it } from 'vitest';

import { accountChangesText } from './account-changes.ts';

it('TRUST-344 changes of the way into an account are told in words, and none as nothing', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const day = (instant: string) => instant.slice(0, 10);
  expect(accountChangesText(undefined, day)).toBeNull();
  expect(accountChangesText([], day)).toBeNull();
  const changes = [
    { what: 'email', at, byOther: true },
    { what: 'password', at, byOther: false },
  ] as const;
  expect(accountChangesText(changes, day)).toBe(
    'In the 30 days before: e-mail changed by somebody else 2026-11-20; password chosen 2026-11-20',
  );
});
