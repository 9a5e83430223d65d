import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { NO_HASH, type AuditEntry, type ChainHead, type ChainLink } from './audit-entry.ts';
import { canonicalJson } from './canonical-json.ts';
import type { SigningKey } from './hashes.ts';
import {
  CHAIN_START,
  endorsedKey,
  isHeadValid,
  isSignatureValid,
  keyIdOf,
  linkFault,
  linkOf,
  revokedKey,
  trustedKeys,
  type ChainPlace,
} from './proof.ts';
import type { SignatureStatement } from './signature.ts';

const LABORATORY = '6f1a2c0e-58a7-4f0a-9d0e-2b6a3c1d9e44';
const SOMEBODY = '0b8f5a38-4a0e-4c53-8b8e-5c2a9f3d7e11';

const entry = (number: number, details: AuditEntry['details'] = {}): AuditEntry => ({
  format: 'curvewell-audit-entry/1',
  chain: LABORATORY,
  number,
  at: '2026-11-20T10:05:00.123456Z',
  actor: { id: SOMEBODY, name: 'Tara Holm', role: 'Technician' },
  action: 'run.update',
  entity: 'run',
  entityId: SOMEBODY,
  details,
  requestId: 'r1',
  address: '127.0.0.1',
  broughtIn: false,
});

function chainOf(length: number): ChainLink[] {
  const links: ChainLink[] = [];
  for (let number = 1; number <= length; number++)
    links.push(linkOf(entry(number, { to: { name: `S-${number}` } }), links.at(-1)?.hash ?? NO_HASH));
  return links;
}

/** The first fault of a chain, as whoever reads it from its first entry on finds it. */
function faultOf(links: readonly ChainLink[]): readonly [string, number | null] | null {
  let place: ChainPlace = CHAIN_START;
  for (const link of links) {
    const fault = linkFault(link, place);
    if (fault !== null) return [fault.kind, fault.number];
    place = link;
  }
  return null;
}

function keyPair(): { readonly privateKey: KeyObject; readonly publicKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { privateKey, publicKey: Buffer.from(x, 'base64url').toString('base64') };
}
const counting = ({ publicKey }: ReturnType<typeof keyPair>, revokedAt: string | null = null) => ({
  publicKey,
  revokedAt,
});
const signed = (value: unknown, key: KeyObject) =>
  sign(null, Buffer.from(canonicalJson(value)), key).toString('base64');

describe('a chain of entries', () => {
  it('TRUST-02 is unbroken as it was written, also where entries are left out', () => {
    const links = chainOf(5);
    expect(faultOf(links)).toBe(null);
    expect(faultOf(links.map((link) => ({ ...link, entry: link.number === 3 ? link.entry : null })))).toBe(
      null,
    );
  });

  it.each<[string, (links: ChainLink[]) => ChainLink[], [string, number]]>([
    [
      'an entry was edited',
      (l) => l.with(2, { ...l[2]!, entry: entry(3, { to: { name: 'X' } }) }),
      ['changed', 3],
    ],
    [
      'an entry and its hash were edited',
      (l) => l.with(2, linkOf(entry(3, { to: { name: 'X' } }), l[1]!.hash)),
      ['moved', 4],
    ],
    ['an entry was taken out', (l) => l.toSpliced(2, 1), ['missing', 3]],
    ['the first was taken out', (l) => l.slice(1), ['missing', 1]],
    ['one was put in between', (l) => l.toSpliced(2, 0, linkOf(entry(2), l[1]!.hash)), ['added', 2]],
    [
      'two changed places',
      (l) => l.with(1, linkOf({ ...l[2]!.entry!, number: 2 }, l[0]!.hash)).with(2, l[2]!),
      ['moved', 3],
    ],
    ['only the hash was edited', (l) => l.with(4, { ...l[4]!, hash: NO_HASH }), ['changed', 5]],
    [
      'a left-out entry was edited',
      (l) => l.with(1, { ...l[1]!, entry: null, content: NO_HASH }),
      ['changed', 2],
    ],
  ])('TRUST-02 tells at which entry it was broken: %s', (_, tamper, expected) => {
    expect(faultOf(tamper(chainOf(5)))).toEqual(expected);
  });
});

describe('a signature', () => {
  const key = keyPair();
  const statement: SignatureStatement = {
    format: 'curvewell-signature/1',
    runId: SOMEBODY,
    laboratory: { id: LABORATORY, name: 'North' },
    signer: { id: SOMEBODY, name: 'Ingrid Lindqvist', role: 'Physician' },
    decision: 'APPROVED',
    meaning: 'reviewed and approved',
    at: '2026-11-20T10:05:00.123Z',
    signedInAt: null,
    softwareVersion: '1.0.0',
    recordHash: NO_HASH,
    entry: { chain: LABORATORY, number: 7, hash: NO_HASH },
    keyId: keyIdOf(key.publicKey),
  };
  const signature = signed(statement, key.privateKey);

  it('TRUST-03 holds for what was signed, by the key that it names, and for nothing else', () => {
    expect(isSignatureValid({ statement, signature }, counting(key))).toBe(true);
    const others: SignatureStatement[] = [
      { ...statement, recordHash: 'f'.repeat(64) },
      { ...statement, signer: { ...statement.signer, name: 'Somebody else' } },
      { ...statement, at: '2026-11-21T10:05:00.123Z' },
      { ...statement, entry: { ...statement.entry, number: 8 } },
    ];
    for (const other of others)
      expect(isSignatureValid({ statement: other, signature }, counting(key))).toBe(false);
    expect(isSignatureValid({ statement, signature }, counting(keyPair()))).toBe(false);
  });

  it('TRUST-440 by a revoked key holds before that time, and not at it or after it', () => {
    const holdsWhen = (revokedAt: string) =>
      isSignatureValid({ statement, signature }, counting(key, revokedAt));
    expect(holdsWhen('2026-11-20T10:05:00.124Z')).toBe(true);
    expect(holdsWhen('2026-11-20T10:05:00.123Z')).toBe(false);
    expect(holdsWhen('2026-11-20T10:05:00Z')).toBe(false);
  });

  it('TRUST-03 of a head holds likewise', () => {
    const head: ChainHead = {
      format: 'curvewell-audit-head/1',
      chain: LABORATORY,
      number: 5,
      hash: NO_HASH,
      at: '2026-11-20T10:05:00.123Z',
      keyId: keyIdOf(key.publicKey),
    };
    const of = { head, signature: signed(head, key.privateKey) };
    expect(isHeadValid(of, counting(key))).toBe(true);
    expect(isHeadValid({ ...of, head: { ...head, number: 4 } }, counting(key))).toBe(false);
    expect(isHeadValid(of, counting(key, head.at))).toBe(false);
  });
});

describe('keys that took turns', () => {
  const [first, second, third] = [keyPair(), keyPair(), keyPair()] as const;
  const since = '2026-11-20T00:00:00.000Z';
  const keyOf = (
    { publicKey }: { readonly publicKey: string },
    next?: ReturnType<typeof keyPair>,
  ): SigningKey => {
    const key = { id: keyIdOf(publicKey), publicKey, since };
    const endorsement = next && {
      keyId: keyIdOf(next.publicKey),
      signature: signed(endorsedKey(key), next.privateKey),
    };
    return { ...key, endorsement: endorsement ?? null };
  };

  it('TRUST-04 are trusted back from the one in use, each by the one that came after it', () => {
    const keys = [keyOf(first, second), keyOf(second, third), keyOf(third)];
    expect([...trustedKeys(keys, third.publicKey).keys()].sort()).toEqual(keys.map(({ id }) => id).sort());
    expect([...trustedKeys(keys, second.publicKey).keys()]).toHaveLength(2);
  });

  it('TRUST-04 are not trusted for being in the list', () => {
    const foreign = keyPair();
    const forged = { ...keyOf(foreign), endorsement: keyOf(first, second).endorsement };
    const renamed = { ...keyOf(foreign, second), id: keyIdOf(first.publicKey) };
    const trusted = trustedKeys([forged, renamed, keyOf(second)], second.publicKey);
    expect([...trusted.keys()]).toEqual([keyIdOf(second.publicKey)]);
    expect(trustedKeys([forged], second.publicKey).size).toBe(0);
  });

  const revokedAt = '2026-11-22T00:00:00.000Z';
  const revokedBy = (key: SigningKey, by: ReturnType<typeof keyPair>): SigningKey => ({
    ...key,
    revocation: {
      revokedAt,
      keyId: keyIdOf(by.publicKey),
      signature: signed(revokedKey(key, revokedAt), by.privateKey),
    },
  });
  const revokedTimes = (keys: readonly SigningKey[], from: ReturnType<typeof keyPair>) =>
    new Map([...trustedKeys(keys, from.publicKey)].map(([id, key]) => [id, key.revokedAt]));

  it('TRUST-440 a key that a newer one has revoked counts before that time only, and so what it vouches for', () => {
    const keys = [keyOf(first, second), revokedBy(keyOf(second, third), third), keyOf(third)];
    expect(revokedTimes(keys, third)).toEqual(
      new Map([
        [keyIdOf(third.publicKey), null],
        [keyIdOf(second.publicKey), revokedAt],
        [keyIdOf(first.publicKey), revokedAt],
      ]),
    );
    const oldest = [revokedBy(keyOf(first, second), third), keyOf(second, third), keyOf(third)];
    expect(revokedTimes(oldest, third).get(keyIdOf(second.publicKey))).toBeNull();
    expect(revokedTimes(oldest, third).get(keyIdOf(first.publicKey))).toBe(revokedAt);
  });

  it('TRUST-440 a revocation by an older key, by a stranger, by itself or of another time makes its key count no more', () => {
    const [key, newest] = [keyOf(second, third), keyOf(third)];
    const right = revokedBy(key, third);
    const wrong = [
      revokedBy(key, first),
      revokedBy(key, keyPair()),
      revokedBy(key, second),
      { ...right, revocation: { ...right.revocation!, revokedAt: '2026-11-23T00:00:00.000Z' } },
    ];
    for (const one of wrong)
      expect([...trustedKeys([keyOf(first, second), one, newest], third.publicKey).keys()]).toEqual([
        keyIdOf(third.publicKey),
      ]);
  });
});
