import { buffer } from 'node:stream/consumers';

import { ZipFile } from 'yazl';

import type { SourceFile } from '../source-file.ts';

/** A fixed date, so that equal files give equal archives. */
const ENTRY_DATE = new Date(Date.UTC(2026, 0, 1));

export async function writeZip(files: readonly SourceFile[]): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const { name, bytes } of files) {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    zip.addBuffer(content, name, { mtime: ENTRY_DATE });
  }
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}
