import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

import { canonicalJson } from '@curvewell/domain';
import { keyIdOf } from '@curvewell/domain/record';

const KEY_BYTES = 32;
/** The PKCS #8 prefix of the 32 bytes of an Ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The holder of a private key: this process, or a key server that never discloses it. */
export interface KeyHolder {
  /** The 32 bytes of the Ed25519 key, base64. */
  readonly publicKey: string;
  /** @returns the 64 bytes of RFC 8032 @throws AppError `unavailable` when it cannot sign now */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
  /** Checks that signing works, without signing. @throws AppError `unavailable` */
  look(): Promise<void>;
}

/** Signs with a key of this installation. */
interface KeySigner extends Pick<KeyHolder, 'publicKey' | 'look'> {
  readonly keyId: string;
  /** Signs the canonical JSON of a value. @returns base64 @throws AppError `unavailable` */
  sign(value: unknown): Promise<string>;
}

/** Signs decisions and records. */
export interface Signer extends KeySigner {
  /** Signs heads of the audit trail, with a separate key or the same. */
  readonly heads: KeySigner;
}

/**
 * Parses a key setting: 32 bytes in base64.
 *
 * @throws Error that contains no part of it
 */
export function readSigningKey(setting: string, name = 'SIGNING_KEY'): Buffer {
  const bytes = Buffer.from(setting, 'base64');
  if (bytes.length !== KEY_BYTES)
    throw new Error(`${name} is not 32 bytes in base64. Make one with: openssl rand -base64 32`);
  return bytes;
}

/** The keys in the settings; null: not set. @throws Error that names the invalid setting */
export function signingKeysOf({
  SIGNING_KEY: key,
  AUDIT_HEADS_SIGNING_KEY: headKey,
}: {
  readonly SIGNING_KEY?: string | undefined;
  readonly AUDIT_HEADS_SIGNING_KEY?: string | undefined;
}) {
  if (headKey !== undefined && headKey.trim() === key?.trim())
    throw new Error(
      'AUDIT_HEADS_SIGNING_KEY is the same as SIGNING_KEY. Create another key, or remove the setting.',
    );
  return {
    signingKey: key === undefined ? null : readSigningKey(key),
    headSigningKey: headKey === undefined ? null : readSigningKey(headKey, 'AUDIT_HEADS_SIGNING_KEY'),
  };
}

/** @param headSeed - the key for heads of the audit trail; null: the same */
export function createSigner(seed: Buffer, headSeed: Buffer | null = null): Signer {
  return signerOf(ownKey(seed), headSeed && ownKey(headSeed));
}

/** @param headKey - the key for heads of the audit trail; null: the same */
export function signerOf(key: KeyHolder, headKey: KeyHolder | null): Signer {
  const signer = keySigner(key);
  return { ...signer, heads: headKey === null ? signer : keySigner(headKey) };
}

const keySigner = (key: KeyHolder): KeySigner => ({
  keyId: keyIdOf(key.publicKey),
  publicKey: key.publicKey,
  sign: async (value) => Buffer.from(await key.sign(Buffer.from(canonicalJson(value)))).toString('base64'),
  look: () => key.look(),
});

/** A key held by this process. */
export function ownKey(seed: Buffer): KeyHolder {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
    sign: (bytes) => Promise.resolve(sign(null, bytes, key)),
    look: () => Promise.resolve(),
  };
}
