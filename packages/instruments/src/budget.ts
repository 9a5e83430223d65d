import { ReadError } from './read-error.ts';
import type { Place } from './read-error.ts';

const MEBIBYTE = 1024 * 1024;

/** Limits of what one import may unpack; a 384-well run with two channels needs a twentieth of them. */
export const LIMITS = {
  /** Everything unpacked from all files, bytes. */
  unpackedBytes: 192 * MEBIBYTE,
  /** Text that is held in memory as a whole, bytes. */
  textBytes: 32 * MEBIBYTE,
  /** Text of an XML document that is read as a tree; 384 wells at 500 temperatures take 5 million. */
  treeCharacters: 12_000_000,
  /** Unpacked by packed size, for entries over `ratioFromBytes`; melting curves reach about 25. */
  ratio: 200,
  ratioFromBytes: MEBIBYTE,
  archiveEntries: 1000,
  xmlDepth: 64,
} as const;

/**
 * How many items of each kind one file may hold: what bounds the time and memory that reading takes, on whatever
 * machine. 384 wells in six dyes at 500 temperatures are 1.2 million readings and 2,304 curves.
 */
const COUNTS = {
  /** Of a workbook or a delimited text. */
  cells: { most: 4_000_000, name: 'cells' },
  lines: { most: 3_000_000, name: 'lines' },
  elements: { most: 6_000_000, name: 'XML elements' },
  /** Of a document that is read as a tree: some hundred bytes each; 384 wells at 500 temperatures are 0.2 million. */
  treeElements: { most: 1_000_000, name: 'XML elements' },
  /** Of an RDML document, which may hold a whole project. */
  samples: { most: 50_000, name: 'samples' },
  targets: { most: 10_000, name: 'targets' },
  /** Compared with one another. */
  runs: { most: 200, name: 'runs' },
  reactions: { most: 50_000, name: 'reactions' },
  curves: { most: 50_000, name: 'curves' },
} as const;

/** Counts items of one kind in a file, and refuses the file that holds more of them than any run. */
export class Count {
  readonly #kind: keyof typeof COUNTS;
  readonly #place: Place;
  #count = 0;

  constructor(kind: keyof typeof COUNTS, place: Place) {
    this.#kind = kind;
    this.#place = place;
  }

  /** @throws ReadError `too-large` that says which limit was passed, and where */
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

/** Counts what an import unpacks, over all its files. */
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
