import { exportFormatSchema, nameSchema } from '@curvewell/domain';
import { expect, it } from 'vitest';

import { commentBodySchema, exportRequestSchema, lotCalls, runCalls } from './index.ts';

/** An independent copy of the specified constants. */

it('CONST-04 runs are sorted by number, newest first, by default', () => {
  expect(runCalls.list.query.parse({})).toMatchObject({ sort: 'businessId', sortDirection: 'desc' });
});

it('CONST-20 an export is by default a PDF of the whole plate, row by row, with semicolons in a CSV', () => {
  expect(exportRequestSchema.parse({})).toMatchObject({
    format: 'PDF',
    wellIds: [],
    sortDirection: 'ROW',
    csvDelimiter: ';',
    groupByWellName: false,
  });
  expect(exportFormatSchema.options).toEqual(['PDF', 'XLSX', 'CSV']);
});

it('CONST-40 pages have at most 100 rows, texts have a maximum length, and lots are sorted by name', () => {
  const size = (value: number) => runCalls.list.query.safeParse({ size: value }).success;
  expect([size(0), size(1), size(100), size(101)]).toEqual([false, true, true, false]);
  expect(nameSchema.safeParse('x'.repeat(100)).success).toBe(true);
  expect(nameSchema.safeParse('x'.repeat(101)).success).toBe(false);
  expect(commentBodySchema.safeParse({ value: 'x'.repeat(2000) }).success).toBe(true);
  expect(commentBodySchema.safeParse({ value: 'x'.repeat(2001) }).success).toBe(false);
  expect(lotCalls.search.query.parse({})).toMatchObject({ sort: 'name,asc', size: 5 });
});
