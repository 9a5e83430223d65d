import { usedChannelRules } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { aRun, idOf } from '../../../../test/a-run.ts';

import type { ReviewWell } from '../state/review-wells.ts';
import { DEFAULT_EXPORT, exportRequest, sampleOf, type ExportChoice } from './export-request.ts';

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

test('REVIEW-420 the table by sample is an option of reports and workbooks that do not always include it', () => {
  const asks = (choice: Partial<ExportChoice>, run = aRun) => {
    const of = { run, selectedWellIds: [], sample: null };
    return exportRequest({ ...DEFAULT_EXPORT, bySample: true, ...choice }, of)?.isBySample;
  };
  expect([asks({}), asks({ format: 'XLSX' }), asks({ bySample: false })]).toEqual([true, true, false]);
  expect([asks({ format: 'CSV' }), asks({ asPlate: true })]).toEqual([false, false]);
  const rule = {
    conditions: [{ channel: 'FAM' as const, diagnostic: 'NEGATIVE' }],
    result: { name: 'Not found', meaning: 'negative' as const },
  };
  const channelRules = [{ kitVersionId: idOf('1'), settings: usedChannelRules([rule]) }];
  expect(asks({}, { ...aRun, channelRules })).toBe(false);
});
