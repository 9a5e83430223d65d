import type { FirstSteps } from '@curvewell/contracts';
import { expect, test } from 'vitest';

import { openNeeds, STEPS, stepStates } from './step-states.ts';

const NOTHING: FirstSteps = {
  analyser: null,
  kit: null,
  openKits: [],
  people: { others: 0, names: [] },
  ask: { kits: null, lots: null, people: null },
  demonstration: null,
};
const analyser = { id: 'c', name: 'CFX96' };
const kit = { kitId: 'k', versionId: 'v', kit: 'HFE', version: 'v1', lot: '26A', others: 0 };
const nowOf = (steps: FirstSteps) => STEPS.filter((name) => stepStates(steps)[name].isNow);

test('SHELL-177 the next step is the first open one', () => {
  expect(nowOf(NOTHING)).toEqual(['analyser']);
  expect(nowOf({ ...NOTHING, analyser })).toEqual(['kit']);
  expect(nowOf({ ...NOTHING, analyser, kit })).toEqual(['people']);
  expect(nowOf({ ...NOTHING, analyser, kit, people: { others: 1, names: ['B'] } })).toEqual(['file']);
});

test('SHELL-179 a step that the user may not take is never the next one', () => {
  const ask = { kits: ['K. Nygård'], lots: [], people: ['S. Aas'] };
  expect(nowOf({ ...NOTHING, analyser, ask })).toEqual([]);
  expect(nowOf({ ...NOTHING, analyser, kit, ask })).toEqual(['file']);
  // A kit needs the right to write kits, or to add a lot to one of them.
  for (const one of [
    { ...ask, kits: null },
    { ...ask, lots: null },
  ])
    expect(nowOf({ ...NOTHING, analyser, ask: one })).toEqual(['kit']);
});

test('SHELL-177 the first file needs an analyser and a kit, but no second person', () => {
  expect(openNeeds(NOTHING)).toEqual([1, 2]);
  expect(openNeeds({ analyser, kit: null })).toEqual([2]);
  expect(openNeeds({ analyser, kit })).toEqual([]);
});
