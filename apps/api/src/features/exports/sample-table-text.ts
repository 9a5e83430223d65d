import {
  channelWellsText,
  combinedFaultText,
  combinedLabel,
  hasCombined,
  SAMPLE_TYPE_LABEL,
  sampleCellText,
  type SampleTable,
  type SampleTableRow,
} from '@curvewell/domain';

import type { Cell } from '../../formats/csv.ts';

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
