import { expect, it } from 'vitest';

import { AppError } from '../errors.ts';
import { errorInLog } from './log.ts';

const told = (error: unknown) => JSON.stringify(errorInLog(error));

it.each([
  new Error('duplicate key: Key (name)=("Sample Qx4711") exists'),
  new Error('Sample “Sample Qx4711” has no kit'),
  new Error("could not read 'Sample Qx4711"),
  new Error('Invalid call:\n{ name: Sample Qx4711 }'),
  Object.assign(new Error('no'), { detail: 'Sample Qx4711', params: ['Sample Qx4711'] }),
  new AppError('stale', 'changed', { details: { by: 'Sample Qx4711' } }),
  new Error('outer', { cause: new Error('inner "Sample Qx4711"') }),
  'Sample Qx4711',
])('OPS-172 an error is logged without the values that it holds: %#', (error) => {
  expect(told(error)).not.toContain('Qx4711');
});

it('OPS-172 nor a piece of a file that could not be read', () => {
  let error: unknown;
  try {
    JSON.parse('Sample Qx4711');
  } catch (thrown) {
    error = thrown;
  }
  expect(told(error)).not.toContain('Sam');
});

it('tells its kind, its code, its place and its cause', () => {
  const cause = Object.assign(new TypeError('not a function'), { code: 'E1' });
  expect(errorInLog(new Error('it failed', { cause }))).toMatchObject({
    ...{ type: 'Error', message: 'it failed' },
    stack: expect.stringContaining('log.test.ts') as string,
    cause: { type: 'TypeError', code: 'E1', message: 'not a function' },
  });
});
