import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

import { AppError } from '../errors.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEPT = /^v1:([0-9a-f]{8}):([A-Za-z0-9+/]+=*)$/;

/** A key with its id, the first part of its hash, which is stored with each secret that it encrypts. */
export interface SecretKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Encrypted storage of passwords and keys for external servers. */
export interface Secrets {
  /** Encrypts with the newest key, bound to one place. @throws AppError `not-configured` without a key */
  seal(plain: string, place: string): string;
  /** @throws AppError `not-configured` when the key that encrypted it is no longer configured */
  open(sealed: string, place: string): string;
  /** Whether the newest key has encrypted it. */
  isCurrent(sealed: string): boolean;
}

/**
 * Parses the setting: base64 keys of 32 bytes, the current key first, then the previous ones.
 *
 * @throws Error that contains no part of a key
 */
export function readSecretKeys(setting: string): SecretKey[] {
  const written = setting.split(/[\s,]+/).filter((key) => key !== '');
  return written.map((key, index) => {
    const bytes = Buffer.from(key, 'base64');
    if (bytes.length !== KEY_BYTES)
      throw new Error(`Key ${index + 1} is not 32 bytes in base64. Make one with: openssl rand -base64 32`);
    return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
  });
}

export function createSecrets(keys: readonly SecretKey[]): Secrets {
  const [current] = keys;
  const byId = new Map(keys.map((key) => [key.id, key]));
  return {
    seal: (plain, place) => {
      if (current === undefined) {
        throw new AppError(
          'not-configured',
          'This installation has no key to encrypt passwords. Its administrator must set SECRETS_KEY.',
        );
      }
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, current.bytes, nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `v1:${current.id}:${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`;
    },
    open: (sealed, place) => {
      const [, id = '', content = ''] = KEPT.exec(sealed) ?? [];
      const key = byId.get(id);
      if (key === undefined) throw unreadable(`with the key ${id}, which is not among SECRETS_KEY`);
      const bytes = Buffer.from(content, 'base64');
      const decipher = createDecipheriv(ALGORITHM, key.bytes, bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const plain = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
        return Buffer.concat(plain).toString('utf8');
      } catch (cause) {
        throw unreadable('for another record, or was altered', cause);
      }
    },
    isCurrent: (sealed) => KEPT.exec(sealed)?.[1] === current?.id,
  };
}

function unreadable(why: string, cause?: unknown): AppError {
  return new AppError(
    'not-configured',
    `The stored password cannot be read: it was encrypted ${why}. Enter it again, or contact the administrator.`,
    { cause },
  );
}
