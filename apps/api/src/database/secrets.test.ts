import { expect, it } from 'vitest';

import { createSecrets, readSecretKeys } from './secrets.ts';

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');
const withKeys = (...fills: number[]) => createSecrets(readSecretKeys(fills.map(key).join(',')));

it('a secret can be decrypted only with its key and for its own place', () => {
  const secrets = withKeys(1);
  const sealed = secrets.seal('pässword', 'north/password');
  expect(sealed).not.toContain('pässword');
  expect(sealed).not.toBe(secrets.seal('pässword', 'north/password'));
  expect(secrets.open(sealed, 'north/password')).toBe('pässword');
  expect(() => secrets.open(sealed, 'south/password')).toThrow(/another record/);
  expect(() => secrets.open(`${sealed.slice(0, -4)}AAA=`, 'north/password')).toThrow(/altered/);
});

it('a new key encrypts, and secrets of the old one can be read while it is configured', () => {
  const sealed = withKeys(1).seal('secret', 'place');
  const both = withKeys(2, 1);
  expect(both.open(sealed, 'place')).toBe('secret');
  expect(both.isCurrent(sealed)).toBe(false);
  expect(both.isCurrent(both.seal('secret', 'place'))).toBe(true);
  expect(() => withKeys(2).open(sealed, 'place')).toThrow(/is not among SECRETS_KEY/);
});

it('without a key nothing is stored, and an invalid key is named by its position only', () => {
  expect(() => createSecrets([]).seal('secret', 'place')).toThrow(/SECRETS_KEY/);
  expect(() => readSecretKeys(`${key(1)} c2hvcnQ=`)).toThrow(/^Key 2 is not 32 bytes/);
});
