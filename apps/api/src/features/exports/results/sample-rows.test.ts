import type { SampleResult } from '@curvewell/domain';
import { expect, it } from 'vitest';

import type { ExportRow } from '../export-rows.ts';
import { rowsWithSamples } from './sample-rows.ts';

it('EXPORT-146 the line of a sample has the shapes of all its wells, not that of the first', () => {
  const row = (position: string, shape: string | null) =>
    ({
      ...{ wellId: position, position, shape, changedBy: null, flagCodes: [] },
      description: { flags: [] },
    }) as unknown as ExportRow; // only the fields that are joined
  const sample = {
    ...{ result: null, fault: 'no-call', faultOf: ['A1'], name: 'S-1' },
    wells: ['A1', 'A2', 'A3'].map((wellId) => ({ wellId, position: wellId, found: null })),
  } as unknown as SampleResult;
  const rows = [row('A1', null), row('A2', 'like MM'), row('A3', 'like WT'), row('B1', 'like MM')];
  expect(rowsWithSamples(rows, [sample]).map(({ shape }) => shape)).toEqual([
    'A2: like MM A3: like WT',
    'like MM',
  ]);
  expect(rowsWithSamples([row('A1', null), row('A2', null)], [sample])[0]?.shape).toBeNull();
});
