import type { Cell } from '../../../formats/csv.ts';
import { CODE_HEADS } from '../code-cells.ts';
import { heading, roomFor } from './pdf-layout.ts';
import { writeRows } from './pdf-rows.ts';
import type { Part } from './pdf-tags.ts';

/** The shares of the width, with the result in front: the first cell is the header of its row. */
const COLUMNS = [
  ['Result', 30],
  ['Of', 15],
  ['Kit', 22],
  ['Code for the LIS', 20],
  ['SNOMED CT', 18],
  ['LOINC', 10],
] as const;
const ORDER = COLUMNS.map(([head]) => CODE_HEADS.indexOf(head));

/** Room for a heading, the header and a row with the longest code, which takes four lines. */
const LEAST = 80;

/** The codes of the results, as in the workbook. */
export function writeCodes(
  part: Part,
  { codes, y }: { readonly codes: readonly (readonly Cell[])[]; readonly y: number },
): void {
  const top = roomFor(part.pdf, { y, height: LEAST });
  writeRows(part, {
    columns: COLUMNS.map(([head, width]) => ({ head, width })),
    rows: codes.map((cells) => ORDER.map((place) => String(cells[place] ?? ''))),
    y: heading(part, 'Codes of the results', { y: top }),
  });
}
