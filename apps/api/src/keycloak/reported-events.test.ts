import { expect, it } from 'vitest';

import { changesIn, type AdminEvent, type UserEvent } from './reported-events.ts';

const DAY_MS = 24 * 3600 * 1000;
const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const since = new Date(NOW - 30 * DAY_MS);
const ago = (days: number) => NOW - days * DAY_MS;
/** The reported change, its age in days, and whether another person made it. */
const reported = (
  { own = [], others = [] }: { own?: UserEvent[]; others?: AdminEvent[] },
  email: string | null = 'a@lab.example',
) =>
  changesIn({ subject: 'u', since, own, others, email }).map(
    ({ what, at, byOther }) =>
      `${what} ${(NOW - Date.parse(at)) / DAY_MS}${byOther ? ' by another person' : ''}`,
  );
const admin = (rest: string, days: number, sent?: object): AdminEvent => ({
  operationType: 'UPDATE',
  resourcePath: `users/u${rest}`,
  time: ago(days),
  ...(sent !== undefined && { representation: JSON.stringify(sent) }),
});

it('TRUST-523 reports changes of access by the user, each once, newest first', () => {
  const own = [
    { type: 'UPDATE_PROFILE', time: ago(9), details: { updated_first_name: 'Eva' } },
    { type: 'UPDATE_PROFILE', time: ago(8), details: { updated_email: 'b@lab.example' } },
    { type: 'UPDATE_CREDENTIAL', time: ago(7) + 20, details: { credential_type: 'password' } },
    { type: 'UPDATE_PASSWORD', time: ago(7), details: { credential_type: 'password' } },
    { type: 'REMOVE_CREDENTIAL', time: ago(6), details: { credential_type: 'webauthn' } },
    { type: 'FEDERATED_IDENTITY_LINK', time: ago(5) },
    { type: 'IMPERSONATE', time: ago(4) },
    { type: 'LOGIN', time: ago(3) },
    { type: 'constructor', time: ago(2) },
    { type: 'UPDATE_PASSWORD', time: ago(31) },
  ];
  const days = reported({ own }).map((line) => line.replace(/(\d)\.\d+/, '$1'));
  expect(days).toEqual([
    'impersonation 4 by another person',
    'account 5',
    'credential 6',
    'password 6',
    'email 8',
  ]);
});

it('TRUST-523 reports new passwords, removed credentials and linked accounts by an administrator', () => {
  const others = [
    admin('', 12, { firstName: 'Eva', credentials: [{ type: 'password' }] }),
    admin('/reset-password', 11),
    admin('/credentials/c1', 10),
    admin('/credentials/c1/moveToFirst', 9),
    admin('/disable-credential-types', 8),
    admin('/federated-identity/ldap', 7),
    admin('/impersonation', 6),
    admin('/role-mappings/realm', 5),
    admin('/execute-actions-email', 4),
  ];
  expect(reported({ others })).toEqual([
    'impersonation 6 by another person',
    'account 7 by another person',
    'credential 8 by another person',
    'credential 10 by another person',
    'password 11 by another person',
    'password 12 by another person',
  ]);
});

it('TRUST-523 an address counts as changed only compared with the previous one, even from before the 30 days', () => {
  const [a, b] = [{ email: 'a@lab.example' }, { email: 'B@lab.example' }];
  // Admin pages send the whole user with every change.
  expect(reported({ others: [admin('', 3, { ...a, enabled: true })] })).toEqual([]);
  expect(reported({ others: [admin('', 3, { email: 'A@lab.example' })] })).toEqual([]);
  expect(reported({ others: [admin('', 3, { firstName: 'Eva' })] })).toEqual([]);
  expect(reported({ others: [admin('', 4, b), admin('', 3, a)] })).toEqual([
    'email 3 by another person',
    'email 4 by another person',
  ]);
  expect(reported({ others: [admin('', 3, a), admin('', 40, b)] })).toEqual(['email 3 by another person']);
  const made = { ...admin('', 5, b), operationType: 'CREATE' };
  expect(reported({ others: [made, admin('', 3, b)] })).toEqual(['account 5 by another person']);
  expect(reported({ others: [admin('', 3, { email: null })] })).toEqual(['email 3 by another person']);
  expect(reported({ others: [admin('', 3, { email: '' })] }, null)).toEqual([]);
});

it('TRUST-523 an unreadable event reports no address', () => {
  expect(reported({ others: [{ ...admin('', 3), representation: '{' }] })).toEqual([]);
});
