import {
  channelResultText,
  channelWellsText,
  combinedFaultText,
  combinedLabel,
  SAMPLE_TYPE_LABEL,
  upperFirst,
  type SampleCell,
  type SampleTable,
  type SampleTableRow,
} from '@curvewell/domain';

import type { Cell } from '../../formats/csv.ts';

/** Whether the kit version has rules over its channels, as the table shows. */
export const hasCombined = ({ rows }: SampleTable, kitVersionId: string): boolean =>
  rows.some(({ combined }) => combined.some((one) => one.kitVersionId === kitVersionId));

/** “S-1, order 17”, “A1 (no name)” */
export const sampleNameText = ({ name, orderId, positions }: SampleTableRow): string =>
  [name ?? `${positions[0] ?? ''} (no name)`, orderId && `order ${orderId}`].filter(Boolean).join(', ');

/** “X Heterozygous (overridden, doubt)”; empty: the sample has no well of the kit */
export function sampleCellText(cell: SampleCell | null): string {
  if (cell === null) return '';
  const marks = [...(cell.isByHand ? ['overridden'] : []), ...(cell.isDoubtful ? ['doubt'] : [])];
  const text = upperFirst(channelResultText(cell));
  return marks.length === 0 ? text : `${text} (${marks.join(', ')})`;
}

/** The table as cells, for a workbook: the wells of each channel beside its result. */
export function sampleTableCells(table: SampleTable): Cell[][] {
  const kits = new Map(table.columns.map(({ kitVersionId, kit }) => [kitVersionId, kit]));
  const withRules = [...kits].filter(([kitVersionId]) => hasCombined(table, kitVersionId));
  return [
    [
      'Name',
      'Order id',
      'Sample type',
      'Wells',
      'Complete',
      ...withRules.flatMap(([, kit]) => [
        `${kit}: combined result`,
        `${kit}: meaning`,
        `${kit}: code`,
        `${kit}: rule`,
        `${kit}: no result because`,
      ]),
      ...table.columns.flatMap(({ kit, channel }) => [`${kit} ${channel}`, `${kit} ${channel}: wells`]),
    ],
    ...table.rows.map((row) => [
      row.name,
      row.orderId,
      SAMPLE_TYPE_LABEL[row.sampleType],
      row.positions.join(' '),
      row.isControl ? null : row.isIncomplete ? 'no' : 'yes',
      ...withRules.flatMap(([kitVersionId]) => combinedCells(row, kitVersionId)),
      ...row.cells.flatMap((cell) => [sampleCellText(cell), cell && channelWellsText(cell)]),
    ]),
  ];
}

function combinedCells({ combined }: SampleTableRow, kitVersionId: string): Cell[] {
  const one = combined.find((of) => of.kitVersionId === kitVersionId);
  if (one === undefined) return [null, null, null, null, null];
  const { result, rule } = one;
  return [
    combinedLabel(one),
    result?.meaning ?? null,
    result?.lisCode ?? null,
    rule?.number ?? null,
    combinedFaultText(one),
  ];
}
