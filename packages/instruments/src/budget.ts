import { ReadError } from './read-error.ts';
import type { Place } from './read-error.ts';

const MEBIBYTE = 1024 * 1024;

/** Limits for unpacking an import; a 384-well run with two channels needs a twentieth. */
export const LIMITS = {
  /** Unpacked bytes of all files. */
  unpackedBytes: 192 * MEBIBYTE,
  /** Bytes of text held in memory. */
  textBytes: 32 * MEBIBYTE,
  /** Characters of an XML document that is read as a tree; 384 wells at 500 temperatures take 5 million. */
  treeCharacters: 12_000_000,
  /** Compression ratio of entries larger than `ratioFromBytes`; melting curves reach about 25. */
  ratio: 200,
  ratioFromBytes: MEBIBYTE,
  archiveEntries: 1000,
  xmlDepth: 64,
} as const;

/**
 * Maximum number of items of each kind in a file, which bounds the time and memory for reading on any
 * machine. 384 wells in six dyes at 500 temperatures are 1.2 million readings and 2,304 curves.
 */
const COUNTS = {
  /** Of a workbook or a delimited text. */
  cells: { most: 4_000_000, name: 'cells' },
  lines: { most: 3_000_000, name: 'lines' },
  elements: { most: 6_000_000, name: 'XML elements' },
  /** Of a document read as a tree, some hundred bytes each; 384 wells at 500 temperatures are 0.2 million. */
  treeElements: { most: 1_000_000, name: 'XML elements' },
  /** Of an RDML document, which may contain a whole project. */
  samples: { most: 50_000, name: 'samples' },
  targets: { most: 10_000, name: 'targets' },
  /** Limited, because runs are compared with one another. */
  runs: { most: 200, name: 'runs' },
  reactions: { most: 50_000, name: 'reactions' },
  curves: { most: 50_000, name: 'curves' },
} as const;

/** Counts items of one kind in a file, and refuses the file above the limit. */
export class Count {
  readonly #kind: keyof typeof COUNTS;
  readonly #place: Place;
  #count = 0;

  constructor(kind: keyof typeof COUNTS, place: Place) {
    this.#kind = kind;
    this.#place = place;
  }

  /** @throws ReadError `too-large` that names the limit and the place */
  add(number = 1, place: Omit<Place, 'file'> = {}): void {
    this.#count += number;
    const { most, name } = COUNTS[this.#kind];
    if (this.#count <= most) return;
    throw new ReadError({
      code: 'too-large',
      place: { ...this.#place, ...place },
      problem: `it holds more ${name} than a file of a run may`,
      found: `more than ${most.toLocaleString('en')}`,
      expected: `at most ${most.toLocaleString('en')} ${name}`,
      limit: this.#kind,
    });
  }
}

/** Counts the unpacked bytes of an import over all files. */
export class Budget {
  #unpacked = 0;

  spend(bytes: number, file: string): void {
    this.#unpacked += bytes;
    if (this.#unpacked > LIMITS.unpackedBytes) {
      throw new ReadError({
        code: 'too-large',
        place: { file },
        problem: 'unpacked it is larger than the files of a run may be',
        found: `more than ${LIMITS.unpackedBytes / MEBIBYTE} MiB`,
        expected: `at most ${LIMITS.unpackedBytes / MEBIBYTE} MiB unpacked`,
        limit: 'unpacked-bytes',
      });
    }
  }
}
