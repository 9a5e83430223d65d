import { localName } from './xml.ts';

const SNIFF_BYTES = 16_384;
/** Declaration, comments, instructions, then the first element. A document type is left to the reader to refuse. */
const ROOT =
  /^\s*(?:<\?[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^[>]*(?:\[[^\]]*\])?\s*>\s*)*<([\p{L}_][\p{L}\p{N}_.:-]*)/u;

/** The local name of an XML document's root element; null if the bytes do not begin like XML. */
export function sniffXmlRoot(bytes: Uint8Array): string | null {
  const encoding = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8';
  const start = new TextDecoder(encoding).decode(bytes.subarray(0, SNIFF_BYTES));
  const name = ROOT.exec(start)?.[1];
  return name === undefined ? null : localName(name);
}

const SLICE_BYTES = 65_536;

/** Bytes in hand as pieces, like those of an archive. */
// eslint-disable-next-line @typescript-eslint/require-await -- its readers take pieces as they come
export async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  for (let start = 0; start < bytes.byteLength; start += SLICE_BYTES) {
    yield bytes.subarray(start, start + SLICE_BYTES);
  }
}
