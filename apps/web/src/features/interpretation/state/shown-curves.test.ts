import type { CallExplanation, InterpretedWell } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { explanation, review } from '../../../../test/review-sketch.ts';
import { controlsBeside, phasesWithData, templatesOf } from './shown-curves.ts';

test('the phases with curves are those of any well, ANNEAL first', () => {
  const [first, second] = review([{ position: 'A1' }, { position: 'A2' }]) as [
    ReturnType<typeof review>[number],
    ReturnType<typeof review>[number],
  ];
  const withData = (well: typeof first, ...data: readonly (readonly ['MELT' | 'ANNEAL', string])[]) => ({
    ...well,
    interpreted: {
      ...well.interpreted,
      data: data.map(([type, steps]) => ({ type, chartPoints: { y: { steps } } })),
    } as unknown as InterpretedWell, // only whether there are points counts
  });
  expect(phasesWithData([first, withData(second, ['MELT', '1'])])).toEqual(['MELT']);
  expect(phasesWithData([withData(first, ['MELT', '1'], ['ANNEAL', '1']), second])).toEqual([
    'ANNEAL',
    'MELT',
  ]);
  expect(phasesWithData([withData(first, ['MELT', ''], ['ANNEAL', '1'])])).toEqual(['ANNEAL']);
  expect(phasesWithData([first])).toEqual([]);
});

test('beside selected wells are the controls of their kit, version and buffer', () => {
  const wells = review([
    { position: 'A1' },
    { position: 'A2', sampleType: 'NEGATIVE_TEST' },
    { position: 'A3', sampleType: 'STANDARD' },
    { position: 'A4', sampleType: 'STANDARD', version: 'v2' },
    { position: 'A5', sampleType: 'STANDARD', buffer: 'RB-1' },
    { position: 'A6' },
  ]);
  const beside = (...positions: readonly string[]) => {
    const selected = wells.filter(({ position }) => positions.includes(position));
    return controlsBeside(wells, { selected, shown: selected }).map(({ position }) => position);
  };
  expect([beside(), beside('A1'), beside('A1', 'A2'), beside('A4')]).toEqual([[], ['A2', 'A3'], ['A3'], []]);
  expect(controlsBeside(wells, { selected: [], shown: wells })).toEqual([]);
  // Wells without a kit belong to each other.
  const bare = wells.map((one) => ({
    ...one,
    well: { ...one.well, kitVersion: null, reactionBuffer: null },
  }));
  const selected = bare.slice(0, 1);
  expect(controlsBeside(bare, { selected, shown: selected })).toHaveLength(4);
  expect(controlsBeside(wells, { selected, shown: selected })).toEqual([]);
  expect(controlsBeside(bare, { selected: wells.slice(0, 1), shown: wells.slice(0, 1) })).toEqual([]);
  expect(controlsBeside(bare, { selected, shown: [] })).toHaveLength(4);
});

test('templates are those of a single well in the phase', () => {
  const [first, second] = review([{ position: 'A1' }, { position: 'A2' }]) as [
    ReturnType<typeof review>[number],
    ReturnType<typeof review>[number],
  ];
  const templates = [{ phase: 'MELT' }, { phase: 'ANNEAL' }];
  const learnt = {
    ...first,
    interpreted: {
      ...first.interpreted,
      explanation: { ...explanation, templates } as unknown as CallExplanation, // only their phases count
    },
  };
  expect(templatesOf([learnt], 'ANNEAL')).toEqual([{ phase: 'ANNEAL' }]);
  expect(templatesOf([learnt, second], 'MELT')).toEqual([]);
  expect(templatesOf([], 'MELT')).toEqual([]);
  expect(templatesOf([second], 'MELT')).toEqual([]);
});
