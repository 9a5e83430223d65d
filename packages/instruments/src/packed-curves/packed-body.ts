import { gunzipSync, gzipSync } from 'node:zlib';

import type { z } from 'zod';

import { readNumbers, type NumberColumn, type NumberKind } from './number-columns.ts';

/** Several times a plate of 384 wells in six channels with 1,000 readings each. */
const MOST_BYTES = 128 * 1024 * 1024;

/** How packed bytes begin. */
export interface PackedKind<Head> {
  /** Four bytes in ASCII, followed by the version. */
  readonly magic: Uint8Array;
  /** As written. Earlier ones are read. */
  readonly version: number;
  readonly headSchema: z.ZodType<Head>;
}

/** Writes a head and its columns. The same content gives the same bytes with the same zlib. */
export function packBody<Head>(
  { magic, version }: PackedKind<Head>,
  head: Head,
  columns: readonly NumberColumn[],
): Uint8Array<ArrayBuffer> {
  const headBytes = new TextEncoder().encode(JSON.stringify(head));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, headBytes.length, true);
  const body = Buffer.concat([length, headBytes, ...columns.map(({ bytes }) => bytes)]);
  return Uint8Array.from(Buffer.concat([magic, Uint8Array.of(version), gzipSync(body, { level: 9 })]));
}

/** @throws Error with the fault in the bytes */
export function openBody<Head>(
  { magic, version, headSchema }: PackedKind<Head>,
  packed: Uint8Array,
): { head: Head; columns: Columns } {
  if (magic.some((byte, index) => packed[index] !== byte))
    throw damaged(`do not begin with “${new TextDecoder().decode(magic)}”`);
  const found = packed[magic.length] ?? 0;
  if (found < 1 || found > version)
    throw damaged(`have version ${found}; this program reads versions 1 to ${version}`);
  const body = gunzip(packed.subarray(magic.length + 1));
  const { head, length } = readHead(body, headSchema);
  return { head, columns: new Columns(body.subarray(length)) };
}

function gunzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch (cause) {
    throw new Error('The packed curves are damaged: they cannot be decompressed.', { cause });
  }
}

function readHead<Head>(body: Uint8Array, schema: z.ZodType<Head>): { head: Head; length: number } {
  if (body.length < 4) throw damaged('end before their head');
  const length = 4 + new DataView(body.buffer, body.byteOffset).getUint32(0, true);
  if (length > body.length) throw damaged('end within their head');
  try {
    const head: unknown = JSON.parse(new TextDecoder().decode(body.subarray(4, length)));
    return { head: schema.parse(head), length };
  } catch (cause) {
    throw new Error('The packed curves are damaged: their head does not have the documented form.', {
      cause,
    });
  }
}

/** The columns of a packed body, in order. */
export class Columns {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(numbers: NumberKind, counts: readonly number[]): Float64Array {
    const end = this.#offset + counts.reduce((sum, count) => sum + count, 0) * numbers.width;
    if (end > this.#bytes.length) throw damaged('end within their readings');
    const bytes = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return readNumbers({ numbers, bytes }, counts);
  }

  end(): void {
    if (this.#offset !== this.#bytes.length) throw damaged('continue after their last reading');
  }
}

export function damaged(what: string): Error {
  return new Error(`The packed curves are damaged: they ${what}.`);
}
