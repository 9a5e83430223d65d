import { expect, test } from 'vitest';

import { sameAddress } from './same-address.ts';

test('LIST-122 two addresses are the same view with the same values in any order, and no other', () => {
  expect(sameAddress('status=OPEN&q=a+b', 'q=a%20b&status=OPEN')).toBe(true);
  expect(sameAddress('', '')).toBe(true);
  expect(sameAddress('status=OPEN', 'status=OPEN&q=a')).toBe(false);
  expect(sameAddress('q=a', 'q=b')).toBe(false);
});
