import { contentBox, MARGIN, roomFor } from './pdf-layout.ts';
import { group, leaf, type Part } from './pdf-tags.ts';
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

/** A table of texts over the whole width. Returns the bottom edge. */
export function writeRows(part: Part, { columns, rows, y }: Rows): number {
  return group(part, 'Table', (table) => {
    let at = writeRow(table, { columns, texts: columns.map(({ head }) => head), y, isHead: true });
    for (const texts of rows) at = writeRow(table, { columns, texts, y: at, isHead: false });
    return at;
  });
}

interface Row {
  readonly columns: readonly Column[];
  readonly texts: readonly string[];
  readonly y: number;
  readonly isHead: boolean;
}

/** Returns the bottom edge of the row. */
function writeRow(table: Part, { columns, texts, y, isHead }: Row): number {
  const { pdf } = table;
  const parts = columns.reduce((sum, { width }) => sum + width, 0);
  const widths = columns.map(({ width }) => (contentBox(pdf).width * width) / parts);
  const cells = texts.map((text, index) => ({ text, width: widths[index] ?? 0 }));
  const height = Math.max(
    ...cells.map(({ text, width }) => heightOf(pdf, text, { size: SIZE, width: width - PADDING })),
  );
  const top = roomFor(pdf, { y, height: height + PADDING });
  group(table, 'TR', (row) => {
    let x = MARGIN;
    for (const [index, { text, width }] of cells.entries()) {
      const at = x;
      leaf(row, isHead ? { head: 'Column' } : index === 0 ? { head: 'Row' } : 'TD', () =>
        write(pdf, text, {
          x: at,
          y: top,
          size: SIZE,
          width: width - PADDING,
          weight: isHead || index === 0 ? 600 : 400,
          ...(isHead && { color: INK_SOFT }),
        }),
      );
      x += width;
    }
  });
  return top + height + PADDING;
}
