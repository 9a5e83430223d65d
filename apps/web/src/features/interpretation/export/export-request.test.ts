import { expect, test } from 'vitest';

import type { ReviewWell } from '../state/review-wells.ts';
import { sampleOf } from './export-request.ts';

const well = (id: string, name: string | null, orderId: string | null = null, sampleType = 'DNA') =>
  ({ well: { id, name, orderId }, sampleType }) as ReviewWell; // only what identifies a sample

test('IMPEXP-125 the selection is one sample by name and order', () => {
  expect(sampleOf([])).toBeNull();
  expect(sampleOf([well('1', null)])).toBeNull();
  expect(sampleOf([well('1', 'S', null, 'POSITIVE_TEST')])).toBeNull();
  expect(sampleOf([well('1', 'S'), well('2', 'T')])).toBeNull();
  expect(sampleOf([well('1', 'S', 'O-1'), well('2', 'S', 'O-2')])).toBeNull();
  expect(sampleOf([well('1', 'S'), well('2', 'S', 'O-2')])).toEqual({ name: 'S', wellId: '2' });
});
