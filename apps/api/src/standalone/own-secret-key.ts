import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { readSecretKeys, type SecretKey } from '../secrets.ts';

/** The key that passwords are kept with: made at the first start, and the same from then on. */
export async function readOwnSecretKey(dataDirectory: string): Promise<readonly SecretKey[]> {
  const file = path.join(dataDirectory, 'secrets-key');
  await mkdir(dataDirectory, { recursive: true });
  // Of several that start at once one writes it.
  await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    },
  );
  return readSecretKeys(await readFile(file, 'utf8'));
}
