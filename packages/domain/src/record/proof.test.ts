import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { NO_HASH, type AuditEntry, type ChainHead, type ChainLink } from './audit-entry.ts';
import { canonicalJson } from './canonical-json.ts';
import type { KeptTemplate } from '../settings/melt-templates.ts';
import type { DecisionRecord } from './decision-record.ts';
import type { SigningKey } from './hashes.ts';
import {
  CHAIN_START,
  endorsedKey,
  headKey,
  isHeadValid,
  isSignatureValid,
  keyIdOf,
  linkFault,
  linkOf,
  recordHash,
  revokedKey,
  templateFault,
  templateHash,
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

/** The first fault of a chain, verified from its first entry. */
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
  it('TRUST-02 is intact as written, also with excluded entries', () => {
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
  ])('TRUST-02 names the entry at which it is broken: %s', (_, tamper, expected) => {
    expect(faultOf(tamper(chainOf(5)))).toEqual(expected);
  });

  it('TRUST-590 detects an entry that is linked to another than the previous one, although its own hashes match', () => {
    const [first, second, third] = chainOf(3) as [ChainLink, ChainLink, ChainLink];
    const moved = linkOf(third.entry!, first.hash);
    expect(linkFault(third, second)).toBeNull();
    expect(linkFault(moved, second)).toEqual({
      number: 3,
      kind: 'moved',
      text: 'Entry 3 does not follow the entry before it: the seal of that entry differs.',
    });
    const rewritten = linkOf(entry(4), moved.hash);
    expect(faultOf([first, second, moved, rewritten])).toEqual(['moved', 3]);
  });

  it('TRUST-590 detects an entry with the number of another, although every hash matches', () => {
    const [first] = chainOf(1) as [ChainLink];
    const posed = { ...linkOf(entry(7), first.hash), number: 2 };
    expect(linkFault(posed, first)).toEqual({
      number: 2,
      kind: 'changed',
      text: 'Entry 2 was altered: its content does not match its seal.',
    });
  });

  it('TRUST-02 describes the fault with a formatted number', () => {
    const after = { number: 1233, hash: NO_HASH };
    const link = linkOf(entry(1235), NO_HASH);
    expect(linkFault(link, after)).toEqual({
      number: 1234,
      kind: 'missing',
      text: 'Entry 1,234 is missing.',
    });
    expect(linkFault(link, { ...after, number: 1235 })?.text).toBe('There is more than one entry 1,235.');
    expect(linkFault({ ...link, hash: NO_HASH }, { ...after, number: 1234 })?.text).toBe(
      'Entry 1,235 was altered: its seal differs.',
    );
  });
});

describe('a hash', () => {
  it('TRUST-01 of a record is the SHA-256 of its canonical JSON, and a key id is the start of the key’s hash', () => {
    // SHA-256 of `{"a":[],"b":1}` and of 32 zero bytes, by sha256sum.
    const record = { b: 1, a: [] } as unknown as DecisionRecord;
    expect(recordHash(record)).toBe('1c8f8816506a8ccbc55140d8a7bb70214a8942c7030fc0fc2914cec675cd1c15');
    expect(keyIdOf(Buffer.alloc(32).toString('base64'))).toBe('66687aadf862bd77');
  });

  it('TPL-38 of a stored template excludes itself and detects every change', () => {
    const template = { zone: 'B', channel: 'FAM', phase: 'MELT', tm: 60 } as KeptTemplate;
    const kept = { ...template, sha256: templateHash(template) };
    expect(templateHash(kept)).toBe(kept.sha256);
    expect(templateFault(kept)).toBeNull();
    expect(templateFault({ ...kept, tm: 61 })).toBe(
      'The stored template of B (FAM, MELT) was altered: its checksum differs.',
    );
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

  it('TRUST-03 is valid for what was signed, by the key that it names, and nothing else', () => {
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

  it('TRUST-440 by a revoked key is valid before that time, and not from it on', () => {
    const holdsWhen = (revokedAt: string) =>
      isSignatureValid({ statement, signature }, counting(key, revokedAt));
    expect(holdsWhen('2026-11-20T10:05:00.124Z')).toBe(true);
    expect(holdsWhen('2026-11-20T10:05:00.123Z')).toBe(false);
    expect(holdsWhen('2026-11-20T10:05:00Z')).toBe(false);
  });

  it('TRUST-03 of a head follows the same rules', () => {
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

  it('TRUST-592 that names another key than the one that made it is invalid, as is such a head', () => {
    const keyId = keyIdOf(keyPair().publicKey);
    const posed = { ...statement, keyId };
    const head: ChainHead = {
      format: 'curvewell-audit-head/1',
      chain: LABORATORY,
      number: 5,
      hash: NO_HASH,
      at: '2026-11-20T10:05:00.123Z',
      keyId,
    };
    expect(
      isSignatureValid({ statement: posed, signature: signed(posed, key.privateKey) }, counting(key)),
    ).toBe(false);
    expect(isHeadValid({ head, signature: signed(head, key.privateKey) }, counting(key))).toBe(false);
  });

  it('TRUST-592 by a key for heads is invalid for a decision', () => {
    expect(isSignatureValid({ statement, signature }, { ...counting(key), use: 'heads' })).toBe(false);
  });
});

describe('a sequence of keys', () => {
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

  it('TRUST-04 is trusted backwards from the current one, each by its successor', () => {
    const keys = [keyOf(first, second), keyOf(second, third), keyOf(third)];
    expect([...trustedKeys(keys, third.publicKey).keys()].sort()).toEqual(keys.map(({ id }) => id).sort());
    expect([...trustedKeys(keys, second.publicKey).keys()]).toHaveLength(2);
  });

  it('TRUST-04 is not trusted merely because it is listed', () => {
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

  it('TRUST-440 a key that a newer one has revoked is valid before that time only, as are the keys that it endorses', () => {
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

  it('TRUST-440 a revocation by an older key, a foreign key, itself or of another time makes its key untrusted', () => {
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

  it('TRUST-591 a key with a wrong id is untrusted, although a trusted key has signed that id', () => {
    const outsider = keyPair();
    const posed = { id: keyIdOf(first.publicKey), publicKey: outsider.publicKey, since };
    const endorsement = {
      keyId: keyIdOf(second.publicKey),
      signature: signed(endorsedKey(posed), second.privateKey),
    };
    const trusted = trustedKeys([{ ...posed, endorsement }, keyOf(second)], second.publicKey);
    expect([...trusted.keys()]).toEqual([keyIdOf(second.publicKey)]);
    expect(trustedKeys([{ ...keyOf(second), id: posed.id }], second.publicKey).size).toBe(0);
  });

  it('TRUST-593 keys that endorse each other are trusted once each', () => {
    const keys = [keyOf(first, second), keyOf(second, first)];
    expect([...trustedKeys(keys, second.publicKey).keys()]).toEqual([keys[1]!.id, keys[0]!.id]);
  });

  it('TRUST-440 a revocation that one newer key has signed on behalf of another is ignored', () => {
    const right = revokedBy(keyOf(first, second), third);
    const posed = { ...right, revocation: { ...right.revocation!, keyId: keyIdOf(second.publicKey) } };
    const trusted = trustedKeys([posed, keyOf(second, third), keyOf(third)], third.publicKey);
    expect([...trusted.keys()]).toEqual([keyIdOf(third.publicKey), keyIdOf(second.publicKey)]);
  });

  it('TRUST-440 a key is valid until the earliest revocation of itself and of all keys that endorse it', () => {
    const fourth = keyPair();
    const at = (key: SigningKey, time: string): SigningKey => ({
      ...key,
      revocation: {
        revokedAt: time,
        keyId: keyIdOf(fourth.publicKey),
        signature: signed(revokedKey(key, time), fourth.privateKey),
      },
    });
    const timesOf = (ofSecond: string, ofFirst?: string) => {
      const oldest = keyOf(first, second);
      const keys = [
        ofFirst === undefined ? oldest : at(oldest, ofFirst),
        at(keyOf(second, third), ofSecond),
        keyOf(third, fourth),
        keyOf(fourth),
      ];
      const times = revokedTimes(keys, fourth);
      return [third, second, first].map(({ publicKey }) => times.get(keyIdOf(publicKey)));
    };
    const [early, late] = ['2026-11-21T00:00:00.000Z', '2026-11-23T00:00:00.000Z'] as const;
    expect(timesOf(early)).toEqual([null, early, early]);
    expect(timesOf(early, late)).toEqual([null, early, early]);
    expect(timesOf(late, early)).toEqual([null, late, early]);
  });

  it('TRUST-593 a key for heads endorses none, and an endorsement includes the use of the key', () => {
    const heads = (by: ReturnType<typeof keyPair>): SigningKey => {
      const key = {
        id: keyIdOf(second.publicKey),
        publicKey: second.publicKey,
        since,
        use: 'heads' as const,
      };
      return {
        ...key,
        endorsement: { keyId: keyIdOf(by.publicKey), signature: signed(endorsedKey(key), by.privateKey) },
      };
    };
    const trusted = trustedKeys([keyOf(first, second), heads(third), keyOf(third)], third.publicKey);
    expect([...trusted.keys()]).toEqual([keyIdOf(third.publicKey), keyIdOf(second.publicKey)]);
    const key = { id: 'a', publicKey: 'b', since };
    expect(endorsedKey(key)).toEqual({ format: 'curvewell-former-key/1', ...key });
    expect(endorsedKey({ ...key, use: 'heads' })).toEqual({ format: 'curvewell-heads-key/1', ...key });
    expect(revokedKey(key, revokedAt)).toEqual({
      format: 'curvewell-revoked-key/1',
      id: 'a',
      publicKey: 'b',
      revokedAt,
    });
  });

  it('TRUST-449 since the first key for heads was in use, no other key may sign heads', () => {
    const [decisions, head] = [keyOf(first), { ...keyOf(second), use: 'heads' as const }];
    const keys = new Map([decisions, head].map((key) => [key.id, { ...key, revokedAt: null }]));
    const signer = (keyId: string, at: string) => headKey(keys, { keyId, at })?.id;
    const before = '2026-11-19T23:59:59.999Z';
    expect(signer(decisions.id, before)).toBe(decisions.id);
    expect(signer(decisions.id, since)).toBeUndefined();
    expect(signer(head.id, since)).toBe(head.id);
    expect(signer('unknown', before)).toBeUndefined();
    const alone = new Map([[decisions.id, { ...decisions, revokedAt: null }]]);
    expect(headKey(alone, { keyId: decisions.id, at: since })?.id).toBe(decisions.id);
  });
});
