import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A key of 32 bytes in base64, made at the first start, and the same from then on. */
export async function readOwnKey(
  dataDirectory: string,
  name: 'secrets-key' | 'signing-key',
): Promise<string> {
  const file = path.join(dataDirectory, name);
  await mkdir(dataDirectory, { recursive: true });
  // Of several that start at once one writes it.
  await writeFile(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    },
  );
  return readFile(file, 'utf8');
}
