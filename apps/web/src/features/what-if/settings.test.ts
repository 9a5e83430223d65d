import { whatIfRequestSchema } from '@curvewell/contracts';
import { expect, it } from 'vitest';

import { idOf } from '../../../test/a-run.ts';
import type { WhatIfKit } from '../../shared/what-if-kit.ts';
import { isRequestOf } from './settings.ts';

const id = idOf('1');
const place = { kitId: id, kitVersionId: id, reactionBufferId: id, analyserId: id };
const none: WhatIfKit['settings'] = {
  ...{ channels: [], outsideDiagnostic: null, tmShift: null, meltTemplates: null, curveShapes: null },
  ...{ amplification: null, replicates: null, channelRules: null },
};
const request = whatIfRequestSchema.parse({ ...place, channels: [] });
const shape = {
  ...{
    channel: 'FAM',
    phase: 'MELT',
    before: [50, 53],
    after: [60, 63],
    background: 'linear',
    alignAt: null,
  },
  ...{ references: ['A', 'B'], distance: 1, ratio: 2 },
} as const satisfies NonNullable<WhatIfKit['settings']['curveShapes']>[number];
/** Another value of each setting: the type requires all. */
const others = {
  channels: [{ channel: 'FAM', phases: [], rules: [] }],
  outsideDiagnostic: 'NEGATIVE',
  tmShift: { limit: 1 },
  meltTemplates: { from: 'plate' },
  curveShapes: [{ ...shape, before: [50, 53], after: [60, 63], references: ['A', 'B'] }],
  amplification: [{ channel: 'FAM', latestCycle: 35 }],
  replicates: { rule: 'majority', tmSpread: 0.3, ignoresNoCall: false },
  channelRules: [
    {
      conditions: [{ channel: 'FAM', diagnostic: 'A' }],
      result: { name: 'A', meaning: 'positive' },
    },
  ],
} satisfies { [Name in keyof WhatIfKit['settings']]: NonNullable<WhatIfKit['settings'][Name]> };

it('KIT-308 an evaluation shows only the settings of its request, whatever runs were chosen', () => {
  const isOf = (changed: object) =>
    isRequestOf({ ...request, last: 100 }, { place, settings: { ...none, ...changed } });
  expect(isOf({})).toBe(true);
  for (const [name, value] of Object.entries(others))
    expect([name, isOf({ [name]: value })]).toEqual([name, false]);
  expect(isRequestOf(request, { place: { ...place, kitVersionId: null }, settings: none })).toBe(false);
  expect(isOf({ channels: null })).toBe(false);
});

it('KIT-308 nested values count, and neither the order of fields nor null for an omitted one', () => {
  const asked = { ...request, ...others };
  const isOf = (changed: object) => isRequestOf(asked, { place, settings: { ...others, ...changed } });
  expect(isOf({})).toBe(true);
  expect(isOf({ replicates: { ignoresNoCall: false, tmSpread: 0.3, rule: 'majority' } })).toBe(true);
  expect(isOf({ curveShapes: [{ ...shape, alignAt: undefined }] })).toBe(true);
  expect(isOf({ tmShift: undefined })).toBe(false);
  expect(isOf({ replicates: { ...others.replicates, tmSpread: 0.4 } })).toBe(false);
  expect(isOf({ replicates: { ...others.replicates, ignoresNoCall: true } })).toBe(false);
  expect(isOf({ curveShapes: [{ ...shape, alignAt: 55 }] })).toBe(false);
  expect(isOf({ curveShapes: [{ ...shape, references: ['B', 'A'] }] })).toBe(false);
});
