import { TextDecoder } from 'node:util';

import { Count, LIMITS } from '../budget.ts';
import { ReadError } from '../read-error.ts';
import type { SourceFile } from '../source-file.ts';

const BYTE_ORDER_MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

const DECLARED_ENCODING = /^<\?xml[^>]*?\bencoding\s*=\s*["']([\w-]{1,20})["']/;
const KNOWN_ENCODINGS: readonly string[] = ['utf-8', 'utf-16', 'us-ascii', 'iso-8859-1', 'windows-1252'];

/** The encoding of a text by its byte order mark or XML declaration; default UTF-8. */
function encodingOf(start: Uint8Array, file: string): string {
  const marked = BYTE_ORDER_MARKS.find(({ bytes }) => bytes.every((byte, index) => start[index] === byte));
  if (marked !== undefined) return marked.encoding;
  const head = Buffer.from(start.buffer, start.byteOffset, Math.min(start.byteLength, 200)).toString(
    'latin1',
  );
  const declared = DECLARED_ENCODING.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  if (KNOWN_ENCODINGS.includes(declared)) return declared === 'utf-16' ? 'utf-8' : declared;
  throw new ReadError({
    code: 'unreadable-file',
    place: { file },
    problem: 'its encoding is not supported',
    found: declared,
  });
}

function undecodable(file: string, cause: unknown): ReadError {
  return new ReadError({
    code: 'unreadable-file',
    place: { file },
    problem: 'it contains bytes that are not text; the file is damaged',
    cause,
  });
}

/** The text of a file; if it is not valid UTF-8, it is read as Windows-1252. */
export function decodeText({ name, bytes }: SourceFile): string {
  if (bytes.byteLength > LIMITS.textBytes) {
    throw new ReadError({
      code: 'too-large',
      place: { file: name },
      problem: 'the text is too long for a run',
      found: `${bytes.byteLength} bytes`,
      expected: `at most ${LIMITS.textBytes}`,
      limit: 'text-bytes',
    });
  }
  countCells(bytes, name);
  const encoding = encodingOf(bytes, name);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    if (encoding !== 'utf-8') throw undecodable(name, cause);
    text = new TextDecoder('windows-1252').decode(bytes);
  }
  if (text.includes('\0')) {
    throw new ReadError({
      code: 'unsupported-file',
      place: { file: name },
      problem: 'it is neither a text nor a workbook, archive or XML file of a known instrument',
    });
  }
  return text;
}

const TAB = 0x09;
const LINE_END = 0x0a;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;

/** Counted before splitting, because a text of delimiters alone would give 32 million cells. */
function countCells(bytes: Uint8Array, file: string): void {
  let [lines, tabs, commas, semicolons] = [0, 0, 0, 0];
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === TAB) tabs += 1;
    else if (byte === LINE_END) lines += 1;
    else if (byte === COMMA) commas += 1;
    else if (byte === SEMICOLON) semicolons += 1;
  }
  new Count('lines', { file }).add(lines);
  new Count('cells', { file }).add(Math.max(tabs, commas, semicolons));
}

/** The text of an XML stream, piece by piece, in its declared encoding. */
export async function* decodePieces(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<string, void> {
  let decoder: TextDecoder | null = null;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk, file), { fatal: true });
    yield decodePiece(decoder, { chunk, file });
  }
  if (decoder !== null) yield decodePiece(decoder, { chunk: null, file });
}

function decodePiece(
  decoder: TextDecoder,
  { chunk, file }: { readonly chunk: Uint8Array | null; readonly file: string },
): string {
  try {
    return chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw undecodable(file, cause);
  }
}
