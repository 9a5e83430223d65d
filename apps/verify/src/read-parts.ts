import { buffer } from 'node:stream/consumers';

import { fromBufferPromise } from 'yauzl';

/** Limit for a part of a record; a part that declares more is not read. */
const LARGEST_PART = 200 * 1024 * 1024;
const MAX_PARTS = 200;

export type Parts = ReadonlyMap<string, Buffer>;

/** @throws Error with the reason why it is not a zip, or not a record */
export async function readParts(bytes: Buffer): Promise<Parts> {
  const zip = await fromBufferPromise(bytes, { autoClose: false });
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry;
    if (parts.has(fileName)) throw new Error(`duplicate part ${fileName}`);
    if (parts.size >= MAX_PARTS || uncompressedSize > LARGEST_PART)
      throw new Error(`${fileName} is not part of a record`);
    parts.set(fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return parts;
}
