import { expect, it } from 'vitest';

import { remembered } from './remembered.ts';

it('OPS-382 is read once in its interval, whatever the number of readers', async () => {
  let reads = 0;
  const read = remembered(() => Promise.resolve((reads += 1)));
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  expect(await read()).toBe(1);
  const always = remembered(() => Promise.resolve((reads += 1)), { holdsMs: 0 });
  expect([await always(), await always()]).toEqual([2, 3]);
});

it('OPS-382 has no value if it cannot be read in time', async () => {
  expect(await remembered(() => Promise.reject(new Error('away')))()).toBeNull();
  expect(await remembered(() => new Promise(() => undefined), { waitMs: 1 })()).toBeNull();
});
