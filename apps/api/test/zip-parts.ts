import { buffer } from 'node:stream/consumers';

import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** The parts of a zip by name. */
export type Parts = Map<string, Buffer>;

export async function unzip(bytes: Buffer): Promise<Parts> {
  const zip = await fromBufferPromise(bytes, { autoClose: false });
  const found: Parts = new Map();
  for await (const entry of zip.eachEntry())
    found.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return found;
}

export function zipped(parts: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of parts) zip.addBuffer(bytes, name);
  zip.end();
  return buffer(zip.outputStream);
}
