import { localName } from './xml.ts';

const SNIFF_BYTES = 16_384;
/** Declaration, comments, instructions and document type, then the first two elements. */
const START =
  /^\uFEFF?\s*(?:<\?[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE[^[>]*(?:\[[^\]]*\])?\s*>\s*)*<([\p{L}_][\p{L}\p{N}_.:-]*)[^>]*>\s*(?:<([\p{L}_][\p{L}\p{N}_.:-]*))?/u;

export interface XmlStart {
  /** Local name of the root element. */
  readonly root: string;
  /** Local name of the element immediately after it, if any. */
  readonly child: string | null;
}

/** The start of an XML document; null: not XML. */
export function sniffXml(bytes: Uint8Array): XmlStart | null {
  const encoding = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8';
  const start = new TextDecoder(encoding).decode(bytes.subarray(0, SNIFF_BYTES));
  const [, root, child] = START.exec(start) ?? [];
  return root === undefined
    ? null
    : { root: localName(root), child: child === undefined ? null : localName(child) };
}

const SLICE_BYTES = 65_536;

/** Yields bytes in pieces, like those of an archive. */
// oxlint-disable-next-line typescript/require-await -- readers expect an asynchronous source
export async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  for (let start = 0; start < bytes.byteLength; start += SLICE_BYTES) {
    yield bytes.subarray(start, start + SLICE_BYTES);
  }
}
