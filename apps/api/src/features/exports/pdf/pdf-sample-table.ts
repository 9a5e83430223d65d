import {
  combinedText,
  hasCombined,
  sampleCellText,
  sampleNameText,
  type SampleTable,
  type SampleTableRow,
} from '@curvewell/domain';

import { contentBox, heading, roomFor } from './pdf-layout.ts';
import { writeRows } from './pdf-rows.ts';
import type { Part } from './pdf-tags.ts';

/** Room for a heading and two rows. */
const LEAST = 50;

/** A table for each kit version, with a row for each sample and a column for each channel. */
export function writeSampleTable(part: Part, table: SampleTable): void {
  const { pdf } = part;
  pdf.addPage();
  const kits = Map.groupBy(
    table.columns.map((column, index) => ({ ...column, index })),
    ({ kitVersionId }) => kitVersionId,
  );
  let y = contentBox(pdf).top;
  for (const [kitVersionId, columns] of kits) {
    const rows = table.rows.filter(({ cells }) =>
      columns.some(({ index }) => (cells[index] ?? null) !== null),
    );
    const withRules = hasCombined(table, kitVersionId);
    const top = roomFor(pdf, { y, height: LEAST });
    y =
      writeRows(part, {
        columns: [
          { head: 'Sample', width: 20 },
          { head: 'Wells', width: 10 },
          ...(withRules ? [{ head: 'Combined result', width: 40 }] : []),
          ...columns.map(({ channel }) => ({ head: channel, width: 20 })),
        ],
        rows: rows.map((row) => [
          sampleNameText(row),
          row.positions.join(' '),
          ...(withRules ? [combinedIn(row, kitVersionId)] : []),
          ...columns.map(({ index }) => sampleCellText(row.cells[index] ?? null)),
        ]),
        y: heading(part, `Samples across channels: ${columns[0]?.kit ?? ''}`, { y: top }),
      }) + 10;
  }
}

/** The result with its rule and channels; empty for controls. */
const combinedIn = ({ combined }: SampleTableRow, kitVersionId: string): string =>
  combined
    .filter((one) => one.kitVersionId === kitVersionId)
    .map(combinedText)
    .join(' ');
