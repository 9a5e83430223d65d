import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from '../settings/config.ts';
import { readSigningKey } from '../signing/signer.ts';

/** A key of 32 bytes in base64, generated at the first start and stored. */
export async function readOwnKey(
  dataDirectory: string,
  name: 'secrets-key' | 'signing-key',
): Promise<string> {
  const file = path.join(dataDirectory, name);
  await mkdir(dataDirectory, { recursive: true });
  // Of concurrent starts, one writes the key.
  await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    },
  );
  return readFile(file, 'utf8');
}

/** The key for decisions: configured, or generated; null: a key server holds it. */
export async function readOwnSigningKey({
  signingKey,
  keyServer,
  dataDirectory,
}: Pick<Config, 'signingKey' | 'keyServer' | 'dataDirectory'>): Promise<Buffer | null> {
  if (signingKey !== null || typeof keyServer?.signingKey === 'string') return signingKey;
  return readSigningKey(await readOwnKey(dataDirectory, 'signing-key'));
}
