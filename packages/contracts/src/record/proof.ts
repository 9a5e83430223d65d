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

/** What names a kept template: the SHA-256 of all else that it says. */
export function templateHash(template: Omit<KeptTemplate, 'sha256'> & { readonly sha256?: string }): string {
  const { sha256: _said, ...said } = template;
  return hashOf(said);
}

/** What is wrong with a kept template; null: it is what was kept. */
export const templateFault = (template: KeptTemplate): string | null =>
  templateHash(template) === template.sha256
    ? null
    : `The kept template of ${template.zone} (${template.channel}, ${template.phase}) is not what was kept: its SHA-256 is another.`;

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
    return fault('changed', `Entry ${at} is not what was written: its content has another hash.`);
  if (previousHash !== after.hash)
    return fault('moved', `Entry ${at} does not follow the entry before it: that one had another hash.`);
  if (sha256(previousHash + content) !== hash)
    return fault('changed', `Entry ${at} is not what was written: it has another hash.`);
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

export const isSignatureValid = ({ statement, signature }: Signature, publicKey: string): boolean =>
  statement.keyId === keyIdOf(publicKey) && isSignedBy(publicKey, statement, signature);

export const isHeadValid = ({ head, signature }: SignedHead, publicKey: string): boolean =>
  head.keyId === keyIdOf(publicKey) && isSignedBy(publicKey, head, signature);

/** What the next key signs of the one before it. */
export const endorsedKey = ({ id, publicKey, since }: Pick<SigningKey, 'id' | 'publicKey' | 'since'>) => ({
  ...{ format: 'curvewell-former-key/1', id, publicKey, since },
});

/** The keys that a trusted one vouches for, itself among them: each was endorsed by the one that came after it. */
export function trustedKeys(keys: readonly SigningKey[], trustedPublicKey: string): Map<string, SigningKey> {
  const trusted = new Map<string, SigningKey>();
  const known = keys.filter(({ id, publicKey }) => id === keyIdOf(publicKey));
  const first = known.find(({ publicKey }) => publicKey === trustedPublicKey);
  const open = first === undefined ? [] : [first];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const { id, publicKey } = key;
    trusted.set(id, key);
    const vouchedFor = known.filter(
      (former) =>
        !trusted.has(former.id) &&
        former.endorsement?.keyId === id &&
        isSignedBy(publicKey, endorsedKey(former), former.endorsement.signature),
    );
    open.push(...vouchedFor);
  }
  return trusted;
}
