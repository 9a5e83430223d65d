import { kitStatusSchema } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { kitStatusColor } from './kit-status-color.ts';

test('CONST-17 KIT-05 the badge of a kit status is green, blue or red, and grey for unknown statuses', () => {
  expect(kitStatusSchema.options.map((status) => [status, kitStatusColor(status)])).toEqual([
    ['VALIDATED', 'success'],
    ['NOT_VALIDATED', 'accent'],
    ['PERF', 'danger'],
  ]);
  expect(kitStatusColor('RETIRED')).toBe('gray');
  expect(kitStatusColor(null)).toBe('gray');
});
