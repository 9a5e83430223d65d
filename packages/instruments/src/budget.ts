import { ReadError } from './read-error.ts';

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
  /** Cells of a workbook that are looked at. */
  cells: 4_000_000,
  xmlDepth: 64,
} as const;

/** Counts what an import unpacks, over all its files. */
export class Budget {
  #unpacked = 0;

  spend(bytes: number, file: string): void {
    this.#unpacked += bytes;
    if (this.#unpacked > LIMITS.unpackedBytes) {
      throw new ReadError({
        code: 'too-large',
        place: { file },
        problem: `unpacked it is larger than ${LIMITS.unpackedBytes / MEBIBYTE} MiB, which no run is`,
      });
    }
  }
}
