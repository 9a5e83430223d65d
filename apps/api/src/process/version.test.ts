import { expect, it } from 'vitest';

import { buildName, readCommit, SOFTWARE_BUILD, SOFTWARE_COMMIT, SOFTWARE_VERSION } from './version.ts';

const COMMIT = '3ac7b241171f5e2047a5a2a1867c94d49ada3345';

it('OPS-360 a build is named by its release and its commit', () => {
  expect(readCommit(COMMIT, () => null)).toBe('3ac7b241171f');
  expect(readCommit('', () => COMMIT)).toBe('3ac7b241171f');
  expect(readCommit(undefined, () => null)).toBeNull();
  expect(readCommit('main; rm -rf /', () => COMMIT)).toBeNull();
  expect(buildName('0.2.0', '3ac7b241171f')).toBe('0.2.0+3ac7b241171f');
  expect(buildName('0.2.0', null)).toBe('0.2.0');
  expect(SOFTWARE_BUILD).toBe(buildName(SOFTWARE_VERSION, SOFTWARE_COMMIT));
});
