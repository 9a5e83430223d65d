import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The password of the demo users: as configured, or generated at the first start and stored. */
export async function readDemoPassword(dataDirectory: string, configured: string | null): Promise<string> {
  if (configured !== null) return configured;
  const file = path.join(dataDirectory, 'demo-password');
  await mkdir(dataDirectory, { recursive: true });
  const made = `${randomBytes(9).toString('base64url')}\n`;
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, made, { mode: 0o600 });
  // The first writer wins; readers always find a complete file.
  await link(draft, file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}
