import { expect, test } from 'vitest';

import { idOf } from '../../../test/a-run.ts';
import { kitOptions } from './kit-options.ts';

const kit = (end: string, name: string, owner: string | null) => ({
  id: idOf(end),
  name,
  owner: owner === null ? null : { id: idOf('f'), name: owner },
});

test('KIT-262 kits with the same name are offered with their owners, others with their name', () => {
  const kits = [kit('1', 'HFE', 'North'), kit('2', 'hfe', null), kit('3', 'LCT', 'North')];
  expect(kitOptions(kits).map(({ label }) => label)).toEqual([
    'HFE (North)',
    'hfe (All laboratories)',
    'LCT',
  ]);
});
