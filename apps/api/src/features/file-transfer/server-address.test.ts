import { expect, it } from 'vitest';

import { isOutside, resolveServer } from './server-address.ts';

const never = () => false;

it.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '017700000001',
  '0.0.0.0',
  'localhost',
  '::1',
  '::',
  '10.0.0.1',
  '172.16.3.4',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.8',
  '224.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:a00:1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '255.255.255.255',
  '198.18.0.1',
])('%s is internal and refused', async (host) => {
  await expect(resolveServer(host, never)).rejects.toMatchObject({ step: 'resolve' });
});

it('allowed addresses are reached in any notation', async () => {
  const allows = (address: string) => address === '127.0.0.1';
  expect(await resolveServer('127.0.0.1', allows)).toBe('127.0.0.1');
  expect(await resolveServer('2130706433', allows)).toBe('127.0.0.1');
  expect(await resolveServer('::ffff:127.0.0.1', allows)).toBe('::ffff:127.0.0.1');
});

it('public addresses are external', () => {
  expect(['192.0.78.13', '8.8.8.8', '2606:4700::1111'].map(isOutside)).toEqual([true, true, true]);
});

it('a refused address is named; a name without an address is reported as such', async () => {
  await expect(resolveServer('10.0.0.1', never)).rejects.toMatchObject({
    step: 'resolve',
    code: 'inward',
    message: '10.0.0.1 is 10.0.0.1, an address inside this network',
  });
  // A label of more than 63 letters is rejected without a DNS query.
  const host = `${'a'.repeat(64)}.invalid`;
  await expect(resolveServer(host, never)).rejects.toMatchObject({
    step: 'resolve',
    message: `${host} has no address`,
    cause: expect.objectContaining({ syscall: 'getaddrinfo' }) as unknown,
  });
});
