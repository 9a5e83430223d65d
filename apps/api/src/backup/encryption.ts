import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

import { Decrypter, Encrypter } from 'age-encryption';

/** The first line of a file in the age format (age-encryption.org/v1). */
const AGE_HEAD = 'age-encryption.org/v1';

/**
 * Encrypts for `recipient` (`age1…`). The machine that makes backups cannot decrypt them.
 *
 * @throws Error when it is not a recipient
 */
export async function encrypted(plain: Readable, recipient: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const stream = await encrypter.encrypt(Readable.toWeb(plain) as globalThis.ReadableStream<Uint8Array>);
  return Readable.fromWeb(stream as ReadableStream<Uint8Array>);
}

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE_HEAD.length), 0, AGE_HEAD.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === AGE_HEAD;
  } finally {
    await handle.close();
  }
}

/** @throws Error when `identity` (`AGE-SECRET-KEY-1…`) is the wrong key, or the file was altered */
export async function decryptFile(file: string, identity: string, target: string): Promise<void> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const web = Readable.toWeb(createReadStream(file)) as globalThis.ReadableStream<Uint8Array>;
  const plain = await decrypter.decrypt(web);
  await pipeline(
    Readable.fromWeb(plain as ReadableStream<Uint8Array>),
    createWriteStream(target, { mode: 0o600 }),
  );
}
