import { buffer } from 'node:stream/consumers';

import { ZipFile } from 'yazl';

/** Zip dates begin in 1980; one fixed date makes equal contents equal bytes. */
const ZIP_DATE = new Date('1980-01-01T00:00:00');

/** Files in one zip; names that come twice are numbered. */
export async function zipOf(
  entries: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): Promise<Uint8Array> {
  const zip = new ZipFile();
  const taken = new Map<string, number>();
  for (const { name, bytes } of entries) {
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    const unique = count === 1 ? name : name.replace(/(\.\w+)?$/, `_${count}$1`);
    zip.addBuffer(Buffer.from(bytes), unique, { mtime: ZIP_DATE });
  }
  zip.end();
  return buffer(zip.outputStream);
}
