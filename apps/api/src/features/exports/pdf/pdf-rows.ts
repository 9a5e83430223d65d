import { contentBox, MARGIN, roomFor } from './pdf-layout.ts';
import { artifact, group, leaf, type Part } from './pdf-tags.ts';
import { heightOf, INK_SOFT, write } from './pdf-text.ts';

const SIZE = 7.5;
const PADDING = 2.5;

interface Column {
  readonly head: string;
  /** Its share of the width. */
  readonly width: number;
}

interface Rows {
  readonly columns: readonly Column[];
  /** The first cell of a row is its header. */
  readonly rows: readonly (readonly string[])[];
  readonly y: number;
}

/** A table of texts over the whole width, with its header on every page. Returns the bottom edge. */
export function writeRows(part: Part, { columns, rows, y }: Rows): number {
  const { pdf } = part;
  const heads = layOut(
    part,
    columns,
    columns.map(({ head }) => head),
  );
  return group(part, 'Table', (table) => {
    let at = writeRow(table, { ...heads, y: roomFor(pdf, { y, height: heads.height }), isHead: true });
    for (const texts of rows) {
      const row = layOut(part, columns, texts);
      if (at + row.height > contentBox(pdf).bottom) {
        pdf.addPage();
        at = repeatHeads(part, heads);
      }
      at = writeRow(table, { ...row, y: at, isHead: false });
    }
    return at;
  });
}

interface Laid {
  readonly cells: readonly { readonly text: string; readonly x: number; readonly width: number }[];
  readonly height: number;
}

function layOut({ pdf }: Part, columns: readonly Column[], texts: readonly string[]): Laid {
  const parts = columns.reduce((sum, { width }) => sum + width, 0);
  let x = MARGIN;
  const cells = columns.map(({ width: share }, index) => {
    const width = (contentBox(pdf).width * share) / parts;
    const cell = { text: texts[index] ?? '', x, width: width - PADDING };
    x += width;
    return cell;
  });
  const heights = cells.map(({ text, width }) => heightOf(pdf, text, { size: SIZE, width }));
  return { cells, height: Math.max(...heights) + PADDING };
}

interface Row extends Laid {
  readonly y: number;
  readonly isHead: boolean;
}

/** Returns the bottom edge of the row. */
function writeRow(table: Part, { cells, height, y, isHead }: Row): number {
  const { pdf } = table;
  group(table, 'TR', (row) => {
    for (const [index, { text, ...place }] of cells.entries()) {
      leaf(row, isHead ? { head: 'Column' } : index === 0 ? { head: 'Row' } : 'TD', () =>
        write(pdf, text, {
          ...place,
          y,
          size: SIZE,
          weight: isHead || index === 0 ? 600 : 400,
          ...(isHead && { color: INK_SOFT }),
        }),
      );
    }
  });
  return y + height;
}

/** The header of a continued table, which is in the structure only once. Returns its bottom edge. */
function repeatHeads({ pdf }: Part, { cells, height }: Laid): number {
  const y = contentBox(pdf).top;
  artifact(pdf, () => {
    for (const { text, ...place } of cells)
      write(pdf, text, { ...place, y, size: SIZE, weight: 600, color: INK_SOFT });
  });
  return y + height;
}
