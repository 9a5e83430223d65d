import { expect, it } from 'vitest';

import { failedPage } from './pages.ts';

it('TRUST-371 a page fails with 503 while the database is away, otherwise with 500', () => {
  const away = failedPage(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), '/');
  expect(away).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(away.body).toContain('The database does not respond.');
  expect(failedPage(new TypeError('ours'), '/')).toMatchObject({ status: 500 });
});
