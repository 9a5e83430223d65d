import { AppError } from '../errors.ts';
import { KeyServerError, openServerKey } from './key-server.ts';
import type { KeyServerSettings } from './key-server-settings.ts';
import { ownKey, signerOf, type KeyHolder, type Signer } from './signer.ts';

/** The sources of the installation's keys: for each, a setting or the key server. */
export interface SigningKeys {
  readonly signingKey: Buffer | null;
  readonly headSigningKey: Buffer | null;
  readonly keyServer: KeyServerSettings | null;
}

/**
 * @returns null: no key for decisions is configured @throws AppError `unavailable` that names the setting
 * whose key cannot be used
 */
export async function openSigner({
  signingKey,
  headSigningKey,
  keyServer,
}: SigningKeys): Promise<Signer | null> {
  const key = await holderOf('KMS_SIGNING_KEY', { own: signingKey, keyServer, name: keyServer?.signingKey });
  const headKey = await holderOf('KMS_AUDIT_HEADS_SIGNING_KEY', {
    own: headSigningKey,
    keyServer,
    name: keyServer?.headSigningKey,
  });
  return key && signerOf(key, headKey);
}

/** @throws Error when no key for decisions is configured @throws AppError as `openSigner` */
export async function openNeededSigner(keys: SigningKeys): Promise<Signer> {
  const signer = await openSigner(keys);
  if (signer === null) throw new Error('No signing key for decisions is set.');
  return signer;
}

interface Place {
  readonly own: Buffer | null;
  readonly keyServer: KeyServerSettings | null;
  readonly name: string | null | undefined;
}

async function holderOf(setting: string, { own, keyServer, name }: Place): Promise<KeyHolder | null> {
  if (own !== null) return ownKey(own);
  if (keyServer === null || name === null || name === undefined) return null;
  try {
    return await openServerKey({ ...keyServer, name });
  } catch (error) {
    if (!(error instanceof KeyServerError)) throw error;
    throw new AppError('unavailable', `${setting} (${name}): ${error.message} ${error.detail}`, {
      cause: error,
    });
  }
}
