import { PassThrough, Readable } from 'node:stream';

import { ZipFile } from 'yazl';

/** Zip dates begin in 1980. A fixed date makes equal contents equal bytes. */
const ZIP_DATE = new Date('1980-01-01T00:00:00');

interface ZipEntry {
  readonly name: string;
  /**
   * Called when the zip reaches this entry, so that only one entry is in memory; of a stream, only a part.
   */
  readonly read: () => Promise<Uint8Array | Readable>;
}

/** Streams files as a zip; repeated names are numbered. */
export function zipStream(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  zip.on('error', (error: Error) => {
    output.destroy(error);
  });
  const taken = new Set<string>();
  for (const { name, read } of entries) {
    const unique = freeName(name.replace(/[/\\]/g, '_'), taken);
    taken.add(unique.toLowerCase());
    zip.addReadStreamLazy(unique, { mtime: ZIP_DATE }, (use) => {
      read().then(
        (content) => {
          const part = content instanceof Readable ? content : Readable.from([bufferOf(content)]);
          // The library adds no error listener to its parts, and an unhandled error ends the process.
          part.once('error', (error) => output.destroy(error));
          use(null, part);
        },
        (error: unknown) => use(error, Readable.from([])),
      );
    });
  }
  zip.end();
  return output;
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/**
 * The name, numbered if it is taken. Compared ignoring case, because some systems unpack `A.csv` over
 * `a.csv`.
 */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) {
    free = name.replace(/(\.\w+)?$/, `_${number}$1`);
  }
  return free;
}
