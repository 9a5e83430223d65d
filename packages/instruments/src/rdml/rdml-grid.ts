import { PLATE_SIZE } from '@curvewell/domain/reading';
import type { PlateType, Position } from '@curvewell/domain';

import { positionOfIndex } from '../assemble/position.ts';
import { ReadError } from '../read-error.ts';
import type { RdmlRun } from './rdml-document.ts';
import { sizeText } from './rdml-plates.ts';

/** How the reactions of a run, counted row by row, are placed on a plate. */
export interface RdmlGrid {
  readonly plateType: PlateType;
  /** Wells of the file, in rows of `columns`. */
  readonly rows: number;
  readonly columns: number;
  readonly note?: string;
}

/** `pcrFormat` of the plates and rotors that fit on a plate of 96 wells, by the table of the RDML schema. */
const SMALL_PLATE = '6 × 8';
const ROTOR = /^([1-9]\d?) × 1$/;
const MOST_TUBES = 96;

/** The grid by `pcrFormat`; null for “free format”. @throws ReadError */
export function gridOfRuns(runs: readonly RdmlRun[], file: string): RdmlGrid | null {
  const sizes = new Set(runs.filter(({ rows, columns }) => rows !== null && columns !== null).map(sizeText));
  const [size] = sizes;
  if (size === undefined) return null;
  const known = sizes.size === 1 ? gridOfSize(size) : null;
  if (known !== null) return known;
  throw new ReadError({
    code: 'unexpected-content',
    place: { file, element: 'pcrFormat' },
    problem: sizes.size > 1 ? 'its runs have different plate sizes' : 'plates of this size are not supported',
    found: [...sizes].join(', '),
    expected: '8 × 12, 16 × 24, 6 × 8, or a rotor of at most 96 tubes',
  });
}

function gridOfSize(size: string): RdmlGrid | null {
  for (const plateType of ['RECTANGULAR_96', 'RECTANGULAR_384'] as const) {
    const { rowCount: rows, columnCount: columns } = PLATE_SIZE[plateType];
    if (`${rows} × ${columns}` === size) return { plateType, rows, columns };
  }
  if (size === SMALL_PLATE) {
    return {
      plateType: 'RECTANGULAR_96',
      rows: 6,
      columns: 8,
      note: 'The plate has 48 wells, A1 to F8. They are shown under these names on a 96-well plate.',
    };
  }
  const tubes = Number(ROTOR.exec(size)?.[1] ?? 0);
  if (tubes < 2 || tubes > MOST_TUBES) return null;
  return {
    plateType: 'RECTANGULAR_96',
    rows: tubes,
    columns: 1,
    note: `The ${tubes} tubes of the rotor are shown as wells of a 96-well plate, row by row: tube 1 is A1, tube 13 is B1.`,
  };
}

/** The well of a reaction counted from 1; null: outside the grid. */
export function positionOnGrid(index: number, { plateType, rows, columns }: RdmlGrid): Position | null {
  if (!Number.isInteger(index) || index < 1 || index > rows * columns) return null;
  if (columns === 1) return positionOfIndex(index, plateType);
  const row = Math.floor((index - 1) / columns);
  return positionOfIndex(row * PLATE_SIZE[plateType].columnCount + ((index - 1) % columns) + 1, plateType);
}
