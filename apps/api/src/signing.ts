import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

import { canonicalJson } from '@curvewell/contracts';
import { keyIdOf } from '@curvewell/contracts/record';

const KEY_BYTES = 32;
/** What PKCS #8 writes before the 32 bytes of an Ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs with a key of this installation. */
interface KeySigner {
  readonly keyId: string;
  /** 32 bytes in base64. */
  readonly publicKey: string;
  /** Signs the canonical JSON of a value. @returns base64 */
  sign(value: unknown): string;
}

/** Signs decisions and records. */
export interface Signer extends KeySigner {
  /** Signs heads of the audit trail: with a key of its own, or the same. */
  readonly heads: KeySigner;
}

/**
 * A key as a setting has it: 32 bytes in base64.
 *
 * @throws Error that names no part of it
 */
export function readSigningKey(setting: string, name = 'SIGNING_KEY'): Buffer {
  const bytes = Buffer.from(setting, 'base64');
  if (bytes.length !== KEY_BYTES)
    throw new Error(`${name} is not 32 bytes in base64. Make one with: openssl rand -base64 32`);
  return bytes;
}

/** The keys that the settings name; null: not set. @throws Error that names the setting that is wrong */
export function signingKeysOf({
  SIGNING_KEY: key,
  AUDIT_HEADS_SIGNING_KEY: headKey,
}: {
  readonly SIGNING_KEY?: string | undefined;
  readonly AUDIT_HEADS_SIGNING_KEY?: string | undefined;
}) {
  if (headKey !== undefined && headKey.trim() === key?.trim())
    throw new Error('AUDIT_HEADS_SIGNING_KEY is the same as SIGNING_KEY: make another one, or leave it out.');
  return {
    signingKey: key === undefined ? null : readSigningKey(key),
    headSigningKey: headKey === undefined ? null : readSigningKey(headKey, 'AUDIT_HEADS_SIGNING_KEY'),
  };
}

/** @param headSeed the key for heads of the audit trail; null: the same */
export function createSigner(seed: Buffer, headSeed: Buffer | null = null): Signer {
  const signer = keySigner(seed);
  return { ...signer, heads: headSeed === null ? signer : keySigner(headSeed) };
}

function keySigner(seed: Buffer): KeySigner {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const publicKey = Buffer.from(x, 'base64url').toString('base64');
  return {
    keyId: keyIdOf(publicKey),
    publicKey,
    sign: (value) => sign(null, Buffer.from(canonicalJson(value)), key).toString('base64'),
  };
}
