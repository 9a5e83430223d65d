import { expect, test } from 'vitest';

import { type CompleteWell, readAssays } from './plate-assays.ts';
import { assayKey, type UsedConfiguration } from './used-configuration.ts';

const well = (position: string, change: Partial<CompleteWell> = {}): CompleteWell => ({
  id: position,
  position,
  channel: 'FAM',
  name: 'S-1',
  sampleType: 'DNA',
  expectedDiagnostic: null,
  kitVersionId: 'version',
  lotId: 'lot 1',
  reactionBufferId: 'buffer',
  ...change,
});
const CONFIGURATION: UsedConfiguration = {
  kitVersionId: 'version',
  reactionBufferId: 'buffer',
  channel: 'FAM',
  phases: [],
  rules: [],
  outsideDiagnostic: null,
};

/** What identifies the replicates of some wells, and the controls that speak for them. */
function groupsOf(wells: readonly CompleteWell[]) {
  const configurations = new Map([[assayKey(CONFIGURATION, 'FAM'), CONFIGURATION]]);
  const [assay] = readAssays(wells, configurations, []);
  return {
    replicates: assay?.input.wells.map(({ replicateGroup }) => replicateGroup),
    controls: assay?.input.wells.map(({ controlGroup }) => controlGroup),
  };
}

test('IMPORT-64 wells of one name in different lots are replicates, though other controls speak for them', () => {
  const { replicates, controls } = groupsOf([well('A1'), well('A2', { lotId: 'lot 2' })]);
  expect(replicates?.[0]).toEqual(expect.any(String));
  expect(replicates?.[1]).toBe(replicates?.[0]);
  expect(controls?.[1]).not.toBe(controls?.[0]);
});

test('IMPORT-64 wells of another name or type are none', () => {
  const { replicates } = groupsOf([
    well('A1'),
    well('A2', { name: 'S-2' }),
    well('A3', { sampleType: 'BLOOD' }),
    well('A4', { name: null }),
  ]);
  expect(new Set(replicates).size).toBe(4);
  expect(replicates?.[3]).toBeNull();
});
