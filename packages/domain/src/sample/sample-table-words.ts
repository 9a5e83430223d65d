import { upperFirst } from '../text/text.ts';
import { channelCellText } from './combined-words.ts';
import type { SampleCell, SampleTable, SampleTableRow } from './sample-table.ts';

/** Whether the kit version has channel rules, as the table shows. */
export const hasCombined = ({ rows }: SampleTable, kitVersionId: string): boolean =>
  rows.some(({ combined }) => combined.some((one) => one.kitVersionId === kitVersionId));

/** “S-1, order 17”, “A1 (no name)” */
export const sampleNameText = ({ name, orderId, positions }: SampleTableRow): string =>
  [name ?? `${positions[0] ?? ''} (no name)`, orderId && `order ${orderId}`].filter(Boolean).join(', ');

/** “overridden”, “doubt” */
export const sampleCellMarks = ({ isByHand, isDoubtful }: SampleCell): string[] => [
  ...(isByHand ? ['overridden'] : []),
  ...(isDoubtful ? ['doubt'] : []),
];

/** “X Heterozygous (overridden, doubt)”, “No call, but X Heterozygous in 1 of 2 wells (A1)”; empty: the sample has no well of the kit */
export function sampleCellText(cell: SampleCell | null): string {
  if (cell === null) return '';
  const marks = sampleCellMarks(cell);
  const text = upperFirst(channelCellText(cell));
  return marks.length === 0 ? text : `${text} (${marks.join(', ')})`;
}
