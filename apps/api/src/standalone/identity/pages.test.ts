import { expect, it } from 'vitest';

import { failedPage } from './pages.ts';

it('TRUST-371 a page that fails because the database is away answers with 503, any other with 500', () => {
  const away = failedPage(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), '/');
  expect(away).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(away.body).toContain('The database does not answer.');
  expect(failedPage(new TypeError('ours'), '/')).toMatchObject({ status: 500 });
});
