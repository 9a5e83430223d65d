/**
 * Verifies records without a server or database: hashes, links and signatures. For Node programs; pages do
 * not load it.
 */
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';

import { NO_HASH, type AuditEntry, type ChainLink, type SignedHead } from './audit-entry.ts';
import type { KeptTemplate } from '../settings/melt-templates.ts';
import { canonicalJson } from './canonical-json.ts';
import type { ChainFault } from './chain-state.ts';
import type { DecisionRecord } from './decision-record.ts';
import type { SigningKey } from './hashes.ts';
import type { Signature } from './signature.ts';

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** SHA-256 of the canonical JSON of a value. */
export const hashOf = (value: unknown): string => sha256(canonicalJson(value));

/** The identifier of a stored template: the SHA-256 of the rest of its content. */
export function templateHash(template: Omit<KeptTemplate, 'sha256'> & { readonly sha256?: string }): string {
  const { sha256: _sha256, ...content } = template;
  return hashOf(content);
}

/** The fault of a stored template; null: intact. */
export const templateFault = (template: KeptTemplate): string | null =>
  templateHash(template) === template.sha256
    ? null
    : `The stored template of ${template.zone} (${template.channel}, ${template.phase}) was altered: its checksum differs.`;

export const recordHash = (record: DecisionRecord): string => hashOf(record);

/** The link of an entry after a previous hash. */
export function linkOf(entry: AuditEntry, previousHash: string): ChainLink & { readonly entry: AuditEntry } {
  const content = hashOf(entry);
  return { number: entry.number, content, previousHash, hash: sha256(previousHash + content), entry };
}

/** A position in a chain, where the next link continues. */
export interface ChainPlace {
  readonly number: number;
  readonly hash: string;
}
export const CHAIN_START: ChainPlace = { number: 0, hash: NO_HASH };

/** The fault of a link at a position; null: none. */
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
    return fault('changed', `Entry ${at} was altered: its content does not match its seal.`);
  if (previousHash !== after.hash)
    return fault('moved', `Entry ${at} does not follow the entry before it: the seal of that entry differs.`);
  if (sha256(previousHash + content) !== hash)
    return fault('changed', `Entry ${at} was altered: its seal differs.`);
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

/** A valid key. */
export interface TrustedKey extends SigningKey {
  /**
   * Signatures from this time on are invalid, because the key or one that endorses it was revoked; null: all
   * are valid.
   */
  readonly revokedAt: string | null;
}
type Counting = Pick<TrustedKey, 'publicKey' | 'revokedAt' | 'use'>;

/** Whether a key's signatures at a time are valid, that is, before its revocation. */
export const isValidAt = ({ revokedAt }: Pick<TrustedKey, 'revokedAt'>, at: string): boolean =>
  revokedAt === null || Date.parse(at) < Date.parse(revokedAt);

/** Whether the signature is valid and made before the key's revocation, by the time in the statement. */
export const isSignatureValid = ({ statement, signature }: Signature, key: Counting): boolean =>
  statement.keyId === keyIdOf(key.publicKey) &&
  key.use === undefined &&
  isValidAt(key, statement.at) &&
  isSignedBy(key.publicKey, statement, signature);

/** Whether the head's signature is valid and made before the key's revocation. */
export const isHeadValid = ({ head, signature }: SignedHead, key: Counting): boolean =>
  head.keyId === keyIdOf(key.publicKey) &&
  isValidAt(key, head.at) &&
  isSignedBy(key.publicKey, head, signature);

/**
 * The key of a head, if it may sign heads: once a separate key for heads exists, no other key may. Undefined:
 * it may not.
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

/**
 * The content of an endorsement: of the previous key by the next one, and of a key for heads by the key for
 * decisions.
 */
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

/** The content of a revocation. */
export const revokedKey = ({ id, publicKey }: Pick<SigningKey, 'id' | 'publicKey'>, revokedAt: string) => ({
  format: 'curvewell-revoked-key/1',
  id,
  publicKey,
  revokedAt,
});

/**
 * The keys that a trusted key endorses, including itself. Each was endorsed by its successor, a key for heads
 * by one for decisions; a key for heads endorses none. An endorsement has no time, so a key endorsed by a
 * revoked one is valid no longer than that one. A key whose revocation is not signed by an endorsing key is
 * not trusted at all.
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
  /** The keys that endorse it, the trusted one first. */
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
