import { expect, test } from 'vitest';

import {
  changedByThemOnly,
  metadataDifferences,
  resolvedMetadata,
  type Metadata,
} from './compare-metadata.ts';
import { emptyRow, type KitRow } from '../rows/kit-rows.ts';

const row = (kitId: string, lotIds: readonly string[], key = 0): KitRow => ({
  ...emptyRow(key),
  kitId,
  versionId: `${kitId} v1`,
  lotIds,
});
const base: Metadata = { analyserId: 'cycler', plateId: 'P-1', rows: [row('LCT', ['L1'])] };

test('step 1 differs by analyser, plate id and kit; the order of rows and lots does not count', () => {
  const mine: Metadata = { ...base, rows: [row('LCT', ['L1', 'L2']), row('F2', ['L9'], 1)] };
  const theirs: Metadata = {
    analyserId: 'other',
    plateId: 'P-2',
    rows: [row('F2', ['L9'], 4), row('LCT', ['L2', 'L1'], 5)],
  };
  expect(metadataDifferences(mine, theirs).map(({ key }) => key)).toEqual(['analyser', 'plateId']);
});

test("the other user's changes are taken, and fields that both changed stay mine until switched", () => {
  const mine: Metadata = { ...base, plateId: 'mine', rows: [row('LCT', ['L2'])] };
  const theirs: Metadata = { ...base, plateId: 'theirs', analyserId: 'other' };
  const resolvedAsTheirs = changedByThemOnly(base, { mine, theirs });
  expect([...resolvedAsTheirs]).toEqual(['analyser']);
  expect(resolvedMetadata({ mine, theirs }, resolvedAsTheirs)).toEqual({ ...mine, analyserId: 'other' });
  expect(resolvedMetadata({ mine, theirs }, new Set(['analyser', 'plateId', 'kit LCT']))).toEqual(theirs);
});

test('a kit that only one version has can be kept or removed', () => {
  const theirs: Metadata = { ...base, rows: [row('LCT', ['L1']), row('F2', ['L9'], 1)] };
  expect(resolvedMetadata({ mine: base, theirs }, new Set())).toEqual(base);
  expect(resolvedMetadata({ mine: base, theirs }, new Set(['kit F2']))).toEqual(theirs);
});
