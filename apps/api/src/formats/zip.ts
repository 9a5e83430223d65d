import { PassThrough, Readable } from 'node:stream';

import { ZipFile } from 'yazl';

/** Zip dates begin in 1980; one fixed date makes equal contents equal bytes. */
const ZIP_DATE = new Date('1980-01-01T00:00:00');

interface ZipEntry {
  readonly name: string;
  /** Asked for when it is this entry's turn, in order, so that one at a time is held; of a stream a part of one. */
  readonly read: () => Promise<Uint8Array | Readable>;
}

/** Files in one zip, made while it is read; names that come twice are numbered. */
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
          // The library does not listen to its parts: an error that nobody hears ends the process.
          part.once('error', (error) => output.destroy(error));
          use(null, part);
        },
        (error: unknown) => {
          use(error, Readable.from([]));
        },
      );
    });
  }
  zip.end();
  return output;
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** The name, numbered while it is taken. Some systems unpack `A.csv` over `a.csv`: they count as one. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) {
    free = name.replace(/(\.\w+)?$/, `_${number}$1`);
  }
  return free;
}
