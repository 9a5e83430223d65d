import { crc32, deflateRawSync } from 'node:zlib';

/** A zip entry that is written byte by byte, so that each value can be wrong. */
export interface ZipPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** 0 stored, 8 deflated. */
  readonly method?: number;
  readonly flags?: number;
  /** Wrong values in the table of contents. */
  readonly claimed?: {
    readonly crc?: number;
    readonly packed?: number;
    readonly unpacked?: number;
    readonly at?: number;
  };
  /** The name in the local header. */
  readonly localName?: string;
  /** Listed only in the table of contents. */
  readonly isElsewhere?: boolean;
  /** Missing from the table of contents. */
  readonly isUnlisted?: boolean;
}

const LOCAL = 30;
const CENTRAL = 46;
const END = 22;

/** A zip of these entries. */
export function zipBytes(parts: readonly ZipPart[]): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const local = localEntry(part);
    if (part.isUnlisted !== true) centrals.push(centralEntry(part, offset));
    if (part.isElsewhere === true) continue;
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(END);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(centrals.length, 8);
  end.writeUInt16LE(centrals.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, directory, end]));
}

const unpackedOf = ({ content }: ZipPart): Buffer => Buffer.from(content as Uint8Array);
const packedOf = (part: ZipPart): Buffer =>
  (part.method ?? 0) === 8 ? deflateRawSync(unpackedOf(part)) : unpackedOf(part);

/** An entry with its local header. */
export function localEntry(part: ZipPart): Buffer {
  const name = Buffer.from(part.localName ?? part.name);
  const head = Buffer.alloc(LOCAL);
  head.writeUInt32LE(0x04034b50, 0);
  writeFigures(head.subarray(4), part, {});
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name, packedOf(part)]);
}

function centralEntry(part: ZipPart, offset: number): Buffer {
  const name = Buffer.from(part.name);
  const head = Buffer.alloc(CENTRAL);
  head.writeUInt32LE(0x02014b50, 0);
  writeFigures(head.subarray(6), part, part.claimed ?? {});
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(part.claimed?.at ?? offset, 42);
  return Buffer.concat([head, name]);
}

/** From the version on, both headers are alike. */
function writeFigures(head: Buffer, part: ZipPart, claimed: NonNullable<ZipPart['claimed']>): void {
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(part.flags ?? 0, 2);
  head.writeUInt16LE(part.method ?? 0, 4);
  head.writeUInt32LE(claimed.crc ?? crc32(unpackedOf(part)), 10);
  head.writeUInt32LE(claimed.packed ?? packedOf(part).length, 14);
  head.writeUInt32LE(claimed.unpacked ?? unpackedOf(part).length, 18);
}
