import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, 'src');

/**
 * SHA-256 of the sources that call wells, without tests. It identifies the build of an algorithm version and
 * does not depend on line endings or on the order of files.
 */
export function engineSha256(folder: string = SOURCES): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort();
  const hash = createHash('sha256');
  for (const name of names) {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    hash.update(`${name} ${Buffer.byteLength(text)}\n${text}`);
  }
  return hash.digest('hex');
}
