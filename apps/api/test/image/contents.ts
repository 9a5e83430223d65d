import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

const MEGABYTE = 1e6;
/** The limit for the whole image. */
export const MAX_IMAGE_MB = 400;
/** The limit for the product in it; Node and Debian take about 230 MB. */
export const MAX_PRODUCT_MB = 120;

/** The names of the installed packages without versions. */
export async function packagesIn(app: string): Promise<readonly string[]> {
  const folders = await readdir(path.join(app, 'node_modules/.pnpm'));
  const names = folders
    .filter((folder) => folder !== 'node_modules')
    .map((folder) => folder.replace(/(?<=.)@.*/, '').replace('+', '/'));
  return [...new Set(names)].toSorted();
}

/** Every file in a folder, as relative paths; does not follow links. */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isDirectory()) return [entry.name];
      const inner = await filesIn(path.join(folder, entry.name));
      return inner.map((name) => `${entry.name}/${name}`);
    }),
  );
  return found.flat();
}

/** Total size in MB; a file with several hard links counts once. */
export async function sizeOf(folder: string): Promise<number> {
  const seen = new Set<string>();
  let bytes = 0;
  for (const file of await filesIn(folder)) {
    const { dev, ino, size } = await lstat(path.join(folder, file));
    const id = `${dev}:${ino}`;
    if (!seen.has(id)) bytes += size;
    seen.add(id);
  }
  return Math.round(bytes / MEGABYTE);
}
