import { expect, it, vi } from 'vitest';

import { AppError } from '../errors.ts';
import { errorInLog, logFailure } from './log.ts';

const logged = (error: unknown) => JSON.stringify(errorInLog(error));

it.each([
  new Error('duplicate key: Key (name)=("Sample Qx4711") exists'),
  new Error('Sample “Sample Qx4711” has no kit'),
  new Error("could not read 'Sample Qx4711"),
  new Error('Invalid call:\n{ name: Sample Qx4711 }'),
  Object.assign(new Error('no'), { detail: 'Sample Qx4711', params: ['Sample Qx4711'] }),
  new AppError('stale', 'changed', { details: { by: 'Sample Qx4711' } }),
  new Error('outer', { cause: new Error('inner "Sample Qx4711"') }),
  'Sample Qx4711',
])('OPS-172 an error is logged without the values in it: %#', (error) => {
  expect(logged(error)).not.toContain('Qx4711');
});

it('OPS-172 an error is logged without parts of an unreadable file', () => {
  let error: unknown;
  try {
    JSON.parse('Sample Qx4711');
  } catch (thrown) {
    error = thrown;
  }
  expect(logged(error)).not.toContain('Sam');
});

it('logs class, code, place and cause of an error', () => {
  const cause = Object.assign(new TypeError('not a function'), { code: 'E1' });
  expect(errorInLog(new Error('it failed', { cause }))).toMatchObject({
    type: 'Error',
    message: 'it failed',
    stack: expect.stringContaining('log.test.ts') as string,
    cause: { type: 'TypeError', code: 'E1', message: 'not a function' },
  });
});

it.each([
  [
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    'a connection to the database was lost',
  ],
  [new Error('Connection terminated unexpectedly'), 'a connection to the database was lost'],
  [
    new AppError('unavailable', 'The file server “Qx4711” closed the connection.'),
    'a server elsewhere failed',
  ],
])('TRUST-573 TRUST-574 a lost connection is a warning with its reason: %s', (error, text) => {
  const log = { warn: vi.fn(), error: vi.fn() };
  logFailure(log, error);
  expect(log.error).not.toHaveBeenCalled();
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    {
      code:
        (error as { code?: unknown }).code === 'unavailable' ? undefined : (error as { code?: unknown }).code,
      reason: expect.stringMatching(/^[^“]+$/) as unknown,
    },
    text,
  );
});

it.each([
  new Error('no'),
  new AppError('unexpected', 'no'),
  Object.assign(new Error('no'), { code: '23505' }),
  'no',
])('TRUST-573 all other errors are defects with their place: %s', (error) => {
  const log = { warn: vi.fn(), error: vi.fn() };
  logFailure(log, error, 'it failed');
  expect(log.warn).not.toHaveBeenCalled();
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ err: error }, 'it failed');
});
