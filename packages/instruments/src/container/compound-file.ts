import { ReadError } from '../read-error.ts';
import type { SourceFile } from '../source-file.ts';

/** Larger values of the allocation table are markers, not sectors. */
const LAST_SECTOR = 0xfffffffa;
const END_OF_CHAIN = 0xfffffffe;

const HEADER_BYTES = 512;
const HEADER_FAT_ENTRIES = 109;
const DIRECTORY_ENTRY_BYTES = 128;
const STREAM_ENTRY = 2;
const ROOT_ENTRY = 5;
const MINI_SECTOR_BYTES = 64;

export const COMPOUND_FILE_START = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/**
 * Reads one stream of a compound file (OLE2), the container of old workbooks. Refuses sector chains that
 * leave the file or are circular, which a spreadsheet library would follow forever or truncate. Also refuses
 * a file that lacks a part of any other stream, because it was truncated.
 *
 * @see Microsoft, [MS-CFB] Compound File Binary File Format, 2.2 to 2.6
 */
export function readCompoundStream(source: SourceFile, names: readonly string[]): Uint8Array | null {
  const compound = new CompoundFile(source);
  const entries = compound.entries();
  for (const one of entries) compound.checkWhole(one);
  const entry = entries.find(({ type, name }) => type === STREAM_ENTRY && names.includes(name));
  return entry === undefined ? null : compound.stream(entry);
}

interface DirectoryEntry {
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly size: number;
}

class CompoundFile {
  readonly #file: string;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #sectorBytes: number;
  readonly #sectorCount: number;
  readonly #fat: readonly number[];
  /** Number of sectors assigned to streams so far. */
  #taken = 0;

  constructor({ name, bytes }: SourceFile) {
    this.#file = name;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const shift = bytes.byteLength < HEADER_BYTES ? 0 : this.#view.getUint16(30, true);
    if (shift !== 9 && shift !== 12) throw this.#damaged('sector size');
    this.#sectorBytes = 2 ** shift;
    this.#sectorCount = Math.floor(bytes.byteLength / this.#sectorBytes) - 1;
    this.#fat = this.#readFat();
  }

  get #smallBelow(): number {
    return this.#view.getUint32(56, true);
  }

  entries(): DirectoryEntry[] {
    const directory = this.#chain(this.#view.getUint32(48, true));
    const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
    const count = Math.floor(directory.byteLength / DIRECTORY_ENTRY_BYTES);
    return Array.from({ length: count }, (_, index) => {
      const offset = index * DIRECTORY_ENTRY_BYTES;
      const nameBytes = Math.min(Math.max(view.getUint16(offset + 64, true) - 2, 0), 62);
      return {
        name: new TextDecoder('utf-16le').decode(directory.subarray(offset, offset + nameBytes)),
        type: view.getUint8(offset + 66),
        start: view.getUint32(offset + 116, true),
        size: view.getUint32(offset + 120, true),
      };
    });
  }

  /** Small streams are stored in the root's stream. */
  checkWhole({ type, start, size }: DirectoryEntry): void {
    const isLarge = type === ROOT_ENTRY || (type === STREAM_ENTRY && size >= this.#smallBelow);
    if (!isLarge || size === 0) return;
    const sectors = followChain(start, this.#fat, () => this.#damaged('chain of sectors'));
    for (const sector of sectors) this.#offset(sector);
    if (sectors.length * this.#sectorBytes < size) throw this.#damaged('a stream is cut short');
    // Each sector belongs to one stream, so the total is at most the file.
    this.#taken += sectors.length;
    if (this.#taken > this.#sectorCount) throw this.#damaged('streams that share sectors');
  }

  stream({ start, size }: DirectoryEntry): Uint8Array {
    const content = size < this.#smallBelow ? this.#miniChain(start) : this.#chain(start);
    if (content.byteLength < size) throw this.#damaged('stream shorter than stated');
    return content.subarray(0, size);
  }

  #readFat(): number[] {
    const fatSectorCount = this.#view.getUint32(44, true);
    const fatSectors: number[] = [];
    for (let index = 0; index < Math.min(fatSectorCount, HEADER_FAT_ENTRIES); index++) {
      fatSectors.push(this.#view.getUint32(76 + 4 * index, true));
    }
    let next = this.#view.getUint32(68, true);
    const perSector = this.#sectorBytes / 4 - 1;
    while (fatSectors.length < fatSectorCount) {
      const offset = this.#offset(next);
      if (fatSectors.length > this.#sectorCount) throw this.#damaged('allocation table');
      for (let index = 0; index < perSector && fatSectors.length < fatSectorCount; index++) {
        fatSectors.push(this.#view.getUint32(offset + 4 * index, true));
      }
      next = this.#view.getUint32(offset + 4 * perSector, true);
    }
    const fat: number[] = [];
    for (const sector of fatSectors) {
      const offset = this.#offset(sector);
      for (let at = 0; at < this.#sectorBytes; at += 4) fat.push(this.#view.getUint32(offset + at, true));
    }
    return fat;
  }

  #offset(sector: number): number {
    if (sector >= this.#sectorCount) throw this.#damaged(`sector ${sector} of ${this.#sectorCount}`);
    return (sector + 1) * this.#sectorBytes;
  }

  #chain(start: number): Uint8Array {
    const pieces = followChain(start, this.#fat, () => this.#damaged('chain of sectors')).map((sector) => {
      const offset = this.#offset(sector);
      return this.#bytes.subarray(offset, offset + this.#sectorBytes);
    });
    return new Uint8Array(Buffer.concat(pieces));
  }

  /** Streams below the cutoff are stored in small sectors within the root's stream. */
  #miniChain(start: number): Uint8Array {
    const root = this.entries().find(({ type }) => type === ROOT_ENTRY);
    if (root === undefined) throw this.#damaged('no root');
    const container = this.#chain(root.start);
    const table = this.#chain(this.#view.getUint32(60, true));
    const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
    const miniFat = Array.from({ length: table.byteLength / 4 }, (_, index) =>
      view.getUint32(4 * index, true),
    );
    const pieces = followChain(start, miniFat, () => this.#damaged('chain of small sectors')).map(
      (sector) => {
        const offset = sector * MINI_SECTOR_BYTES;
        if (offset + MINI_SECTOR_BYTES > container.byteLength) throw this.#damaged('small sector');
        return container.subarray(offset, offset + MINI_SECTOR_BYTES);
      },
    );
    return new Uint8Array(Buffer.concat(pieces));
  }

  #damaged(found: string): ReadError {
    return new ReadError({
      code: 'unreadable-file',
      place: { file: this.#file },
      problem: 'the workbook is damaged or cut short; export or copy it again',
      found,
    });
  }
}

/** The sectors of a chain in order; refuses cycles. */
function followChain(start: number, table: readonly number[], damaged: () => Error): number[] {
  const sectors: number[] = [];
  let sector = start;
  while (sector !== END_OF_CHAIN) {
    const next = table[sector];
    if (sector >= LAST_SECTOR || next === undefined || sectors.length > table.length) throw damaged();
    sectors.push(sector);
    sector = next;
  }
  return sectors;
}
