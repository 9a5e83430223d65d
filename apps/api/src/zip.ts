import { PassThrough, Readable } from 'node:stream';

import { ZipFile } from 'yazl';

/** Zip dates begin in 1980; one fixed date makes equal contents equal bytes. */
const ZIP_DATE = new Date('1980-01-01T00:00:00');

interface ZipEntry {
  readonly name: string;
  /** Asked for when it is this entry's turn, so that one at a time is held. */
  readonly read: () => Promise<Uint8Array>;
}

/** Files in one zip, made while it is read; names that come twice are numbered. */
export function zipStream(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  zip.on('error', (error: Error) => {
    output.destroy(error);
  });
  const taken = new Map<string, number>();
  for (const { name, read } of entries) {
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    const unique = count === 1 ? name : name.replace(/(\.\w+)?$/, `_${count}$1`);
    zip.addReadStreamLazy(unique.replace(/[/\\]/g, '_'), { mtime: ZIP_DATE }, (use) => {
      read().then(
        (bytes) => {
          use(null, Readable.from([Buffer.from(bytes)]));
        },
        (error: unknown) => {
          output.destroy(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
  }
  zip.end();
  return output;
}
