import { describe, expect, test } from 'vitest';

import { review } from '../../../../test/review-sketch.ts';
import { text } from '../../../locale/text.ts';
import { filterByKit } from './kit-filter.ts';

test('REVIEW-37 kit, version and buffer are preselected if there is only one choice', () => {
  const one = filterByKit(review([{ position: 'A1' }, { position: 'A2' }]), {});
  expect(one.choices.map(({ value }) => value)).toEqual(['LCT', 'LCT v1', 'RB-2']);
  expect(one.wells).toHaveLength(2);
});

test('REVIEW-47 REVIEW-49 with several kits or buffers nothing is shown until one is chosen', () => {
  const wells = review([
    { position: 'A1' },
    { position: 'A2', kit: 'F2' },
    { position: 'A3', buffer: 'RB-1' },
  ]);
  expect(filterByKit(wells, {})).toMatchObject({ undecided: 'kit', wells: [] });
  expect(filterByKit(wells, { kit: 'LCT' })).toMatchObject({ undecided: 'reactionBuffer', wells: [] });
  const chosen = filterByKit(wells, { kit: 'LCT', reactionBuffer: 'RB-1' });
  expect(chosen.wells.map(({ position }) => position)).toEqual(['A3']);
});

test('REVIEW-48 with several kit versions nothing is shown until one is chosen, and the panel says so', () => {
  const wells = review([{ position: 'A1' }, { position: 'A2', version: 'v2' }]);
  const { undecided, wells: shown } = filterByKit(wells, {});
  expect(shown).toEqual([]);
  expect(undecided && text.interpretation.several[undecided]).toBe(
    'Several kit versions are selected. Choose one kit version.',
  );
  const chosen = filterByKit(wells, { kitVersion: 'LCT v2' });
  expect(chosen.wells.map(({ position }) => position)).toEqual(['A2']);
});

describe('the filters by kit', () => {
  const [first, second] = review([
    { position: 'A1', kit: 'LCT', version: 'v1', buffer: 'RB-1' },
    { position: 'A2', kit: 'F2', version: 'v9', buffer: 'RB-2' },
  ]) as [ReturnType<typeof review>[number], ReturnType<typeof review>[number]];

  test('REVIEW-47 offer what the wells have, narrowed by the choice before', () => {
    const { choices } = filterByKit([first, second, first], { kit: 'F2' });
    expect(choices).toEqual([
      {
        level: 'kit',
        options: [
          { id: 'LCT', name: 'LCT' },
          { id: 'F2', name: 'F2' },
        ],
        value: 'F2',
      },
      { level: 'kitVersion', options: [{ id: 'F2 v9', name: 'v9' }], value: 'F2 v9' },
      { level: 'reactionBuffer', options: [{ id: 'RB-2', name: 'RB-2' }], value: 'RB-2' },
    ]);
  });

  test('REVIEW-47 ignore a choice that no well has', () => {
    expect(filterByKit([first, second], { kit: 'gone' })).toMatchObject({
      undecided: 'kit',
      choices: [{ value: null }, { value: null }, { value: null }],
    });
  });

  test('REVIEW-47 exclude wells without kit or buffer once there is one, and show them if there is none', () => {
    const empty = {
      ...first,
      position: 'B1',
      well: { ...first.well, kitVersion: null, reactionBuffer: null },
    };
    const positions = (...wells: (typeof first)[]) =>
      filterByKit(wells, {}).wells.map(({ position }) => position);
    expect(positions(first, empty)).toEqual(['A1']);
    expect(positions(empty)).toEqual(['B1']);
    expect(filterByKit([], {})).toMatchObject({ undecided: null, wells: [] });
    expect(filterByKit([], {}).choices.map(({ options, value }) => [options, value])).toEqual([
      [[], null],
      [[], null],
      [[], null],
    ]);
  });
});
