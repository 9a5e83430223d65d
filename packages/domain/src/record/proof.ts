/**
 * Checks records without a server and without a database: hashes, links and signatures. For programs that run on Node;
 * pages do not load it.
 */
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';

import { NO_HASH, type AuditEntry, type ChainLink, type SignedHead } from './audit-entry.ts';
import type { KeptTemplate } from '../melt-templates.ts';
import { canonicalJson } from './canonical-json.ts';
import type { ChainFault } from './chain-state.ts';
import type { DecisionRecord } from './decision-record.ts';
import type { SigningKey } from './hashes.ts';
import type { Signature } from './signature.ts';

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** SHA-256 of the canonical JSON of a value. */
export const hashOf = (value: unknown): string => sha256(canonicalJson(value));

/** What names a kept template: the SHA-256 of the rest of its content. */
export function templateHash(template: Omit<KeptTemplate, 'sha256'> & { readonly sha256?: string }): string {
  const { sha256: _sha256, ...content } = template;
  return hashOf(content);
}

/** What is wrong with a kept template; null: it is what was kept. */
export const templateFault = (template: KeptTemplate): string | null =>
  templateHash(template) === template.sha256
    ? null
    : `The stored template of ${template.zone} (${template.channel}, ${template.phase}) was altered: its SHA-256 differs.`;

export const recordHash = (record: DecisionRecord): string => hashOf(record);

/** The link that an entry makes after another. */
export function linkOf(entry: AuditEntry, previousHash: string): ChainLink & { readonly entry: AuditEntry } {
  const content = hashOf(entry);
  return { number: entry.number, content, previousHash, hash: sha256(previousHash + content), entry };
}

/** Where a chain was left: the next link has to begin there. */
export interface ChainPlace {
  readonly number: number;
  readonly hash: string;
}
export const CHAIN_START: ChainPlace = { number: 0, hash: NO_HASH };

/** What is wrong with a link that follows another; null: nothing. */
export function linkFault(link: ChainLink, after: ChainPlace): ChainFault | null {
  const { number, content, previousHash, hash, entry } = link;
  const at = number.toLocaleString('en-GB');
  const fault = (kind: ChainFault['kind'], text: string): ChainFault => ({ number, kind, text });
  if (number > after.number + 1) {
    const missing = (after.number + 1).toLocaleString('en-GB');
    return { number: after.number + 1, kind: 'missing', text: `Entry ${missing} is missing.` };
  }
  if (number <= after.number) return fault('added', `There is more than one entry ${at}.`);
  if (entry !== null && (entry.number !== number || hashOf(entry) !== content))
    return fault('changed', `Entry ${at} was altered: the hash of its content differs.`);
  if (previousHash !== after.hash)
    return fault('moved', `Entry ${at} does not follow the entry before it: the hash of that entry differs.`);
  if (sha256(previousHash + content) !== hash)
    return fault('changed', `Entry ${at} was altered: its hash differs.`);
  return null;
}

/** The 32 bytes of a public key, as a key. */
export function publicKeyOf(base64: string): KeyObject {
  const x = Buffer.from(base64, 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

export const keyIdOf = (publicKey: string): string => sha256(Buffer.from(publicKey, 'base64')).slice(0, 16);

/** Whether a key has signed the canonical JSON of a value. */
export function isSignedBy(publicKey: string, value: unknown, signature: string): boolean {
  const signed = Buffer.from(canonicalJson(value));
  return verify(null, signed, publicKeyOf(publicKey), Buffer.from(signature, 'base64'));
}

/** A key that counts. */
export interface TrustedKey extends SigningKey {
  /** Nothing counts that it signs from then on: it was revoked, or a key that vouches for it was; null: all counts. */
  readonly revokedAt: string | null;
}
type Counting = Pick<TrustedKey, 'publicKey' | 'revokedAt' | 'use'>;

/** Whether what a key has signed at a time counts: that time is before the key was revoked. */
export const isValidAt = ({ revokedAt }: Pick<TrustedKey, 'revokedAt'>, at: string): boolean =>
  revokedAt === null || Date.parse(at) < Date.parse(revokedAt);

/** Whether the key has signed it, and at a time at which it counts. That time is the one in the statement. */
export const isSignatureValid = ({ statement, signature }: Signature, key: Counting): boolean =>
  statement.keyId === keyIdOf(key.publicKey) &&
  key.use === undefined &&
  isValidAt(key, statement.at) &&
  isSignedBy(key.publicKey, statement, signature);

/** Whether the key has signed it, and at a time at which it counts. */
export const isHeadValid = ({ head, signature }: SignedHead, key: Counting): boolean =>
  head.keyId === keyIdOf(key.publicKey) &&
  isValidAt(key, head.at) &&
  isSignedBy(key.publicKey, head, signature);

/**
 * The key that a head is signed with, as far as it may sign heads: since the first key for heads was taken into use, no
 * other key may. undefined: it is no such key.
 */
export function headKey(
  keys: ReadonlyMap<string, TrustedKey>,
  { keyId, at }: Pick<SignedHead['head'], 'keyId' | 'at'>,
): TrustedKey | undefined {
  const key = keys.get(keyId);
  if (key === undefined || key.use === 'heads') return key;
  const isTakenOver = [...keys.values()].some(
    ({ use, since }) => use === 'heads' && Date.parse(since) <= Date.parse(at),
  );
  return isTakenOver ? undefined : key;
}

/** What the next key signs of the one before it, and the key for decisions of one for heads. */
export const endorsedKey = ({
  id,
  publicKey,
  since,
  use,
}: Pick<SigningKey, 'id' | 'publicKey' | 'since' | 'use'>) => ({
  format: use === 'heads' ? 'curvewell-heads-key/1' : 'curvewell-former-key/1',
  id,
  publicKey,
  since,
});

/** What a newer key signs to revoke another one. */
export const revokedKey = ({ id, publicKey }: Pick<SigningKey, 'id' | 'publicKey'>, revokedAt: string) => ({
  format: 'curvewell-revoked-key/1',
  id,
  publicKey,
  revokedAt,
});

/**
 * The keys that a trusted one vouches for, itself among them: each was endorsed by the one that came after it, a key for
 * heads by one for decisions; it vouches for none. An endorsement holds no time, so that a key that a revoked one has endorsed counts no longer than that one. A key whose
 * revocation is not signed by a key that vouches for it does not count at all.
 */
export function trustedKeys(keys: readonly SigningKey[], trustedPublicKey: string): Map<string, TrustedKey> {
  const trusted = new Map<string, TrustedKey>();
  const known = keys.filter(({ id, publicKey }) => id === keyIdOf(publicKey));
  const first = known.find(({ publicKey }) => publicKey === trustedPublicKey);
  const open: Vouched[] = first === undefined ? [] : [{ key: first, above: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { key, above } = next;
    if (!isRevocationSigned(next)) continue;
    const counted = { ...key, revokedAt: earliest(above.at(-1)?.revokedAt, key.revocation?.revokedAt) };
    trusted.set(key.id, counted);
    const vouchedFor = known.filter(
      (former) =>
        key.use === undefined &&
        !trusted.has(former.id) &&
        former.endorsement?.keyId === key.id &&
        isSignedBy(key.publicKey, endorsedKey(former), former.endorsement.signature),
    );
    open.push(...vouchedFor.map((former) => ({ key: former, above: [...above, counted] })));
  }
  return trusted;
}

interface Vouched {
  readonly key: SigningKey;
  /** Those that vouch for it, the trusted one first. */
  readonly above: readonly TrustedKey[];
}

function isRevocationSigned({ key, above }: Vouched): boolean {
  const { revocation } = key;
  if (revocation === undefined) return true;
  const by = above.find(({ id }) => id === revocation.keyId);
  return (
    by !== undefined && isSignedBy(by.publicKey, revokedKey(key, revocation.revokedAt), revocation.signature)
  );
}

function earliest(...times: readonly (string | null | undefined)[]): string | null {
  const known = times.filter((time) => time !== undefined && time !== null);
  return known.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;
}
