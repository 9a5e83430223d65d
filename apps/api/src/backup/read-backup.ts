import { rm } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createZstdDecompress } from 'node:zlib';

import { openPromise, type Entry, type ZipFile } from 'yauzl';

import { decryptFile, isEncrypted } from './encryption.ts';
import { entryOf, MANIFEST, manifestSchema, type Manifest } from './manifest.ts';

export interface Backup {
  readonly manifest: Manifest;
  /** The rows of a table, as COPY wrote them. */
  rowsOf(table: string): Promise<Readable>;
  close(): Promise<void>;
}

/**
 * Opens a backup file.
 *
 * @param identity the key of an encrypted backup, `AGE-SECRET-KEY-1…`
 * @throws Error that names the fault
 */
export async function openBackup(file: string, identity: string | null): Promise<Backup> {
  if (!(await isEncrypted(file))) return open(file, async () => Promise.resolve());
  if (identity === null) throw new Error(`${file} is encrypted. Name the file of its key with --identity.`);
  // Decrypted beside the backup, since the temporary folder may be too small.
  const plain = `${file}.open`;
  const forget = () => rm(plain, { force: true });
  try {
    await decryptFile(file, identity, plain).catch((cause: unknown) => {
      throw new Error(`${file} cannot be decrypted with this key, or was altered.`, { cause });
    });
    return await open(plain, forget);
  } catch (error) {
    await forget();
    throw error;
  }
}

async function open(file: string, forget: () => Promise<void>): Promise<Backup> {
  const zip = await openPromise(file, { autoClose: false }).catch((cause: unknown) => {
    throw new Error(`${file} is not a complete backup.`, { cause });
  });
  const entries = await entriesOf(zip);
  const stream = async (name: string) => {
    const entry = entries.get(name);
    if (entry === undefined) throw new Error(`The backup lacks ${name}.`);
    return zip.openReadStreamPromise(entry);
  };
  const content: unknown = JSON.parse(await text(await stream(MANIFEST)));
  const manifest = manifestSchema.safeParse(content);
  if (!manifest.success) throw new Error(`${file} is not a backup in a known format.`);
  return {
    manifest: manifest.data,
    rowsOf: async (table) => {
      const { format } = manifest.data;
      const stored = await stream(entryOf(table, format));
      return format === 'curvewell-backup/1' ? stored : unpacked(stored);
    },
    close: async () => {
      zip.close();
      await forget();
    },
  };
}

function unpacked(stored: Readable): Readable {
  const rows = createZstdDecompress();
  // An error reaches the reader of the rows, which it destroys.
  pipeline(stored, rows, () => undefined);
  return rows;
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}
