import { expect, test } from 'vitest';

import { nextAttempt } from './server-unavailable.ts';

const now = 1_000_000;
const first = { attempts: 0, reloadedAt: 0, now, retryAfterMs: null, chance: 0.5 };

test('ERR-01 the first 503 reloads the page at once', () => {
  expect(nextAttempt(first)).toEqual({ kind: 'reload' });
});

test('the page never reloads twice within 10 s', () => {
  expect(nextAttempt({ ...first, reloadedAt: now - 9999 })).toEqual({ kind: 'wait', ms: 2000 });
  expect(nextAttempt({ ...first, reloadedAt: now - 10_000 })).toEqual({ kind: 'reload' });
});

test('after a reload without success, attempts follow after 2, 4 and then every 8 s', () => {
  const waits = [1, 2, 3, 4].map((attempts) => nextAttempt({ ...first, attempts }));
  expect(waits).toEqual([2000, 4000, 8000, 8000].map((ms) => ({ kind: 'wait', ms })));
});

test('the page waits as long as the server asks, plus up to 5 s of jitter', () => {
  expect(nextAttempt({ ...first, attempts: 1, retryAfterMs: 10_000 })).toEqual({ kind: 'wait', ms: 12_500 });
});
