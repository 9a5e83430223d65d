import { expect, it } from 'vitest';

import { kitConfigurationBodySchema } from './kit.ts';

const versionFrom = (validityStartDate: string | null, validityEndDate: string | null) =>
  kitConfigurationBodySchema.safeParse({
    kit: { name: 'LCT' },
    kitVersion: { version: 'v1', validityStartDate, validityEndDate },
  });

it('a version is valid from a day to the same or a later one, and a missing day does not limit', () => {
  expect(versionFrom('2026-02-02', '2026-02-02').success).toBe(true);
  expect(versionFrom('2026-02-02', null).success).toBe(true);
  expect(versionFrom(null, '2026-02-01').success).toBe(true);
  expect(versionFrom('2026-02-02', '2026-02-01').error?.issues).toMatchObject([
    { path: ['kitVersion', 'validityEndDate'], message: 'The validity ends before it begins.' },
  ]);
});
