import { readFileSync } from 'node:fs';

import { ALL_CALLS } from '@curvewell/contracts';
import { describe, expect, it } from 'vitest';

import { type Held, impersonation } from './become-model.ts';
import { withoutNames } from './tables.ts';

const TAGS = readFileSync(new URL('who-can-become-whom.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.trim().split(/ {2,}/))
  .map(([tag = '', address = '']) => ({ tag, address: withoutNames(address) }));

describe('the calls', () => {
  it('TRUST-343 each call that writes states whether it opens access to an account', () => {
    const writing = ALL_CALLS.filter(({ call }) => call.method !== 'GET');
    const addresses = writing.map(({ call }) => withoutNames(`${call.method} ${call.path}`));
    expect(TAGS.map(({ address }) => address).toSorted()).toEqual(addresses.toSorted());
    const known = ['none', 'first', 'password', 'address', 'account', 'hold', 'confirmation'];
    expect(TAGS.filter(({ tag }) => !known.includes(tag))).toEqual([]);
  });

  it('TRUST-343 the table of docs/trust.md has exactly the calls marked so', () => {
    const page = readFileSync(new URL('../../../../docs/trust.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split('\n## Who can become whom\n');
    const [table = ''] = section.split('\n## ');
    const documented = [...table.matchAll(/^\| `(\w+ \S+)` +\| (\w+)/gm)].map(
      ([, address = '', tag = '']) => ({
        tag,
        address: withoutNames(address),
      }),
    );
    const byAddress = (a: { address: string }, b: { address: string }) => a.address.localeCompare(b.address);
    const tagged = TAGS.filter(({ tag }) => tag !== 'none');
    expect(documented.toSorted(byAddress)).toEqual(tagged.toSorted(byAddress));
  });
});

const ROLES = {
  technician: {},
  archivist: { otherRoles: ['CREATE_DELETE_ARCHIVE'] },
  physician: { physician: true },
  manager: { otherRoles: ['LABORATORY_MANAGER'] },
  sales: { salesAdmin: true, physician: true },
  quality: { qaAdmin: true, physician: true },
  super: { otherRoles: ['SUPER_ADMIN'] },
  /** Created by the attacker, who chose its password. */
  made: { wayByIds: ['attacker'], isHeld: true },
} as const satisfies Record<string, Partial<Held>>;
type Role = keyof typeof ROLES;
const roles = Object.keys(ROLES) as Role[];

function account(id: string, role: Role): Held {
  const nothing = { salesAdmin: false, qaAdmin: false, rdAdmin: false, physician: false };
  return {
    ...nothing,
    id,
    laboratoryId: 'north',
    otherRoles: [],
    wayByIds: [],
    isHeld: false,
    ...ROLES[role],
  };
}

const attackers = roles.filter((role) => role !== 'made');
const pairs = roles.flatMap((first, place) => roles.slice(place).map((second) => [first, second] as const));
it.each(attackers)(
  `TRUST-343 closure: no path of a %s leads to another user’s signature (${pairs.length} pairs of others)`,
  (role) => {
    const attacker = { ...account('attacker', role), isHeld: true };
    for (const [first, second] of pairs) {
      const found = impersonation([attacker, account('first', first), account('second', second)], 'attacker');
      expect(found, `${first} and ${second}`).toBeNull();
    }
  },
);
