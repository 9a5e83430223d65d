import { z } from 'zod';

/** The format of a plate; 96 wells unless the file or its wells say otherwise. */
export const plateTypeSchema = z.enum(['RECTANGULAR_96', 'RECTANGULAR_384']);
export type PlateType = z.infer<typeof plateTypeSchema>;

export const PLATE_SIZE = {
  RECTANGULAR_96: { rowCount: 8, columnCount: 12 },
  RECTANGULAR_384: { rowCount: 16, columnCount: 24 },
} as const satisfies Record<PlateType, { rowCount: number; columnCount: number }>;

/** The normalised position of a well: row letter A to P, column 1 to 24 without padding (`A1`, `P24`). */
export const positionSchema = z
  .string()
  .regex(
    /^[A-P](?:[1-9]|1\d|2[0-4])$/,
    'a position must be a row letter A to P and a column 1 to 24, such as A1',
  );
export type Position = z.infer<typeof positionSchema>;

const LETTER_A = 65;

/** The letter of a zero-based row: 0 → `A`. */
export function rowLetter(row: number): string {
  return String.fromCharCode(LETTER_A + row);
}

/** The position at a zero-based row and column: (0, 0) → `A1`. */
export function positionAt(row: number, column: number): Position {
  return `${rowLetter(row)}${column + 1}`;
}

/** The zero-based row and column of a position: `B3` → { row: 1, column: 2 }. */
export function placeOf(position: Position): { readonly row: number; readonly column: number } {
  return { row: position.charCodeAt(0) - LETTER_A, column: Number(position.slice(1)) - 1 };
}

/** All positions of a plate, row by row. */
export function platePositions(plateType: PlateType): readonly Position[] {
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  return Array.from({ length: rowCount * columnCount }, (_, index) =>
    positionAt(Math.floor(index / columnCount), index % columnCount),
  );
}

export function isOnPlate(position: Position, plateType: PlateType): boolean {
  const { row, column } = placeOf(position);
  const { rowCount, columnCount } = PLATE_SIZE[plateType];
  return row < rowCount && column < columnCount;
}

/** Orders positions row by row: A1, A2, …, B1. */
export function comparePositions(first: Position, second: Position): number {
  const a = placeOf(first);
  const b = placeOf(second);
  return a.row - b.row || a.column - b.column;
}

export const sampleTypeSchema = z.enum(['BLOOD', 'DNA', 'NEGATIVE_TEST', 'POSITIVE_TEST', 'STANDARD']);
export type SampleType = z.infer<typeof sampleTypeSchema>;

export const SAMPLE_TYPE_LABEL: Readonly<Record<SampleType, string>> = {
  BLOOD: 'Blood',
  DNA: 'DNA',
  NEGATIVE_TEST: 'Negative control',
  POSITIVE_TEST: 'Positive control',
  STANDARD: 'Standard',
};
