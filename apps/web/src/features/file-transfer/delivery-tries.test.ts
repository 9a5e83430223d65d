import { expect, test } from 'vitest';

import { triesOf } from './delivery-tries.ts';

test.each([
  [{ tries: 0, state: 'WAITING' }, ['waiting', 'waiting', 'waiting']],
  [{ tries: 1, state: 'WAITING' }, ['failed', 'waiting', 'waiting']],
  [{ tries: 2, state: 'SENDING' }, ['failed', 'sending', 'waiting']],
  [{ tries: 2, state: 'SENT' }, ['failed', 'sent']],
  [{ tries: 3, state: 'NOT_SENT' }, ['failed', 'failed', 'failed']],
  [{ tries: 0, state: 'NOT_SENT' }, []],
] as const)('the marks of %j', (delivery, marks) => {
  expect(triesOf(delivery)).toEqual(marks);
});
