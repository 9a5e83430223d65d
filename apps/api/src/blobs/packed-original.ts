import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

import { sha256 } from '@curvewell/domain/record';

/** A file as the database holds it. */
export interface StoredOriginal {
  readonly content: Uint8Array<ArrayBuffer>;
  /** Hash of the content if it is packed with brotli (RFC 7932); null: the content is the original file. */
  readonly packedSha256: string | null;
}

/** Packed only below this ratio. Text and old workbooks shrink to a half or a fifth; zip files do not shrink. */
const WORTH_IT = 0.9;
/** Brotli level 5: as small as level 9 in a third of the time. */
const QUALITY = 5;

/** Packs a file without loss where that saves space, in a thread of the pool. */
export async function packOriginal(file: Uint8Array<ArrayBuffer>): Promise<StoredOriginal> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: QUALITY, [BROTLI_PARAM_SIZE_HINT]: file.length };
  const content = isZip(file) ? file : await promisify(brotliCompress)(file, { params });
  if (content.length > WORTH_IT * file.length) return { content: file, packedSha256: null };
  return { content: Uint8Array.from(content), packedSha256: sha256(content) };
}

/**
 * Restores the original file.
 *
 * @param original.size - size of the file in bytes; limits what is unpacked
 * @returns null: the content is damaged
 */
export async function unpackOriginal({
  content,
  packedSha256,
  size,
  sha256: expected,
}: StoredOriginal & { readonly size: number; readonly sha256: string }): Promise<Uint8Array | null> {
  if (packedSha256 === null) return sha256(content) === expected ? content : null;
  const limit = { maxOutputLength: Math.max(1, size) };
  const file = await promisify(brotliDecompress)(content, limit).catch(() => null);
  return file !== null && file.length === size && sha256(file) === expected ? file : null;
}

/** “PK”: xlsx, rdml, eds and other archives. */
const isZip = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b;
