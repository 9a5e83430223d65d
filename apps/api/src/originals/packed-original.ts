import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

/** A file as the database holds it. */
export interface StoredOriginal {
  readonly content: Uint8Array<ArrayBuffer>;
  /** Of the content, which is packed with brotli (RFC 7932); null: it is the file as it came. */
  readonly packedSha256: string | null;
}

/** Text and old workbooks become a half or a fifth; what is a zip already gains nothing, and stays as it came. */
const WORTH_IT = 0.9;
/** As small as at level 9, in a third of its time. */
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
 * The file as it came.
 *
 * @param original.size - of the file, bytes: more is never unpacked
 * @returns null: the content is damaged
 */
export async function unpackOriginal({
  content,
  packedSha256,
  size,
  sha256: expected,
}: StoredOriginal & { readonly size: number; readonly sha256: string }): Promise<Uint8Array | null> {
  if (packedSha256 === null) return content;
  const limit = { maxOutputLength: Math.max(1, size) };
  const file = await promisify(brotliDecompress)(content, limit).catch(() => null);
  return file !== null && file.length === size && sha256(file) === expected ? file : null;
}

/** “PK”: xlsx, rdml, eds and other archives. */
const isZip = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
