import { expect, test } from 'vitest';

import { foldedWells } from './folded-wells.ts';
import type { CheckedWell } from '../run/run-check.ts';

const well = (position: string, more: Partial<CheckedWell> = {}): CheckedWell => ({
  wellId: position,
  position,
  channel: 'FAM',
  name: null,
  sampleType: 'BLOOD',
  found: null,
  ...more,
});
const rows = (wells: readonly CheckedWell[], textOf: (well: CheckedWell) => string) =>
  foldedWells(wells, textOf).map((row) => [row.wells.map(({ position }) => position).join(' '), row.text]);

const TM = { A1: '82.40', A2: '83.20', A3: '82.91', A4: '82.77' };
const four = Object.keys(TM).map((position) => well(position));
const peak = ({ position }: CheckedWell): string =>
  `The peak at ${TM[position as keyof typeof TM]} °C lies in no zone, C1.`; // of these wells

test('DECIDE-74 wells with the same doubt share a row, with the range of each figure', () => {
  expect(rows(four, peak)).toEqual([['A1 A2 A3 A4', 'The peak at 82.40 to 83.20 °C lies in no zone, C1.']]);
  expect(rows(four, () => 'Zone C ends at 53.00 °C.')).toEqual([['A1 A2 A3 A4', 'Zone C ends at 53.00 °C.']]);
});

test('DECIDE-74 few wells keep their rows, and so do those of other channels or doubts', () => {
  expect(rows(four.slice(1), peak).map(([positions]) => positions)).toEqual(['A2', 'A3', 'A4']);
  const red = { channel: 'TEXAS_RED' } as const;
  expect(rows([...four.slice(1), well('A1', red)], () => 'No peak.')).toHaveLength(4);
  expect(
    rows(four, ({ position }) => (position === 'A4' ? 'No peak in C2.' : 'No peak in C1.')),
  ).toHaveLength(4);
});

test('DECIDE-74 figures are integers and decimals, and not parts of words', () => {
  const values = ['9', '10', '2.5', '11'];
  const text = ({ position }: CheckedWell) =>
    `Row ${values[Number(position.slice(1)) - 1] ?? ''} of 1.2.3, 5x, A7.`;
  expect(rows(four, text)).toEqual([['A1 A2 A3 A4', 'Row 2.5 to 11 of 1.2.3, 5x, A7.']]);
  const end = ({ position }: CheckedWell) => `It ends at ${position.slice(1)}. Row 3.`;
  expect(rows(four, end)).toEqual([['A1 A2 A3 A4', 'It ends at 1 to 4. Row 3.']]);
  // A text with a number and one without are different reasons.
  expect(rows(four, ({ position }) => (position === 'A1' ? 'Row .' : 'Row 1.'))).toHaveLength(4);
});
