import { platePositions, type RepeatEntry, type Run } from '@curvewell/domain';
import { expect, test } from 'vitest';

import { EMPTY_WELL, type PlateDraft } from '../draft/plate-draft.ts';
import { readWorkList } from './read-work-list.ts';
import { repeatsAsList, repeatsFor, REPEATS_READING, withKits } from './repeats-as-list.ts';
import { guessedReading } from './work-list-columns.ts';
import { plateFromWorkList } from './work-list-plate.ts';

const slots = platePositions('RECTANGULAR_96');
const empty: PlateDraft = new Map(slots.map((position) => [position, EMPTY_WELL]));
const version = (id: string, kit: string) => ({ id, version: 'v1', kit: { id: kit, name: kit } });
const runWith = (...kits: readonly string[]) =>
  ({
    id: 'new',
    businessId: 2,
    plateType: 'RECTANGULAR_96',
    analyses: [],
    kits: kits.map((kit) => ({ kitVersion: version(`${kit} v1`, kit), reactionBuffer: null, lots: [] })),
  }) as unknown as Run; // only the fields that a work list uses
const entry = (name: string, kit: string, businessId = 1) =>
  ({
    id: name,
    name,
    orderId: name === 'S-2' ? 'O-2' : null,
    sampleType: 'DNA',
    kit: { id: kit, name: kit },
    from: { id: 'old', businessId, position: 'A1' },
  }) as RepeatEntry; // only what is taken over

function filled(run: Run, entries: readonly RepeatEntry[], plate: PlateDraft = empty) {
  const preview = plateFromWorkList({
    list: repeatsAsList(entries),
    reading: REPEATS_READING,
    run,
    plate,
    slots,
    day: '2026-11-28',
  });
  const { after, changed, problems } = withKits(preview, {
    entries,
    run,
    plate,
    slots,
    day: '2026-11-28',
  });
  expect(problems).toEqual([]);
  return changed.map((position) => {
    const { name, orderId, sampleType, kitVersion } = after.get(position) ?? EMPTY_WELL;
    return [position, name, orderId, sampleType, kitVersion?.kit.id ?? null];
  });
}

test('IMPEXP-124 open samples fill the wells in order, each with its kit', () => {
  const entries = [entry('S-1', 'LCT'), entry('S-2', 'FV')];
  expect(filled(runWith('LCT', 'FV'), entries)).toEqual([
    ['A1', 'S-1', null, 'DNA', 'LCT'],
    ['A2', 'S-2', 'O-2', 'DNA', 'FV'],
  ]);
});

test('IMPEXP-124 a name for two kits keeps both, and no order id of another sample stays', () => {
  const run = runWith('LCT', 'FV');
  const [lct] = run.kits;
  const plate = new Map(empty)
    .set('A1', { ...EMPTY_WELL, name: 'S-1', sampleType: 'DNA', kitVersion: lct?.kitVersion ?? null })
    .set('A2', { ...EMPTY_WELL, name: 'Other', orderId: 'O-9' });
  expect(filled(run, [entry('S-1', 'LCT'), entry('S-1', 'FV')], plate)).toEqual([
    ['A2', 'S-1', null, 'DNA', 'FV'],
  ]);
});

test('IMPEXP-124 the list is one of three columns, each entry on a line', () => {
  expect(repeatsAsList([entry('S-1', 'LCT'), entry('S-2', 'FV')])).toEqual({
    rows: [
      ['S-1', 'DNA', ''],
      ['S-2', 'DNA', 'O-2'],
    ],
    lines: [1, 2],
    delimiter: ';',
    encoding: 'UTF-8',
  });
});

/** Sets the kits after other entries than the list had, as if rows had been refused. */
function withOther(run: Run, { list, kits }: Readonly<Record<'list' | 'kits', readonly RepeatEntry[]>>) {
  const day = '2026-11-28';
  const of = { run, plate: empty, slots: slots.slice(0, 2), day };
  const preview = plateFromWorkList({ list: repeatsAsList(list), reading: REPEATS_READING, ...of });
  const { after } = withKits(preview, { entries: kits, ...of });
  return ['A1', 'A2'].map((position) => [after.get(position)?.name, after.get(position)?.kitVersion?.kit.id]);
}

test('IMPEXP-124 a well that did not get its sample gets no kit of it either', () => {
  const run = runWith('LCT', 'FV');
  expect(withOther(run, { list: [entry('S-1', 'LCT')], kits: [entry('S-9', 'FV')] })[0]).toEqual([
    'S-1',
    undefined,
  ]);
  const many = [entry('S-1', 'LCT'), entry('S-2', 'FV'), entry('S-3', 'FV')];
  expect(withOther(run, { list: many.slice(0, 2), kits: many })).toEqual([
    ['S-1', 'LCT'],
    ['S-2', 'FV'],
  ]);
});

test('IMPEXP-124 a kit that the run lacks leaves its well without one', () => {
  const run = runWith('LCT', 'FV');
  const lacking = [entry('S-1', 'ZZ')];
  expect(withOther(run, { list: lacking, kits: lacking })[0]).toEqual(['S-1', undefined]);
});

test('IMPEXP-124 a well that has the kit keeps its version', () => {
  const run = runWith('LCT', 'FV');
  const other = { ...run.kits[0]!.kitVersion, id: 'earlier' };
  const plate = new Map(empty).set('A1', { ...EMPTY_WELL, kitVersion: other });
  const of = { run, plate, slots, day: '2026-11-28' };
  const entries = [entry('S-1', 'LCT')];
  const preview = plateFromWorkList({ list: repeatsAsList(entries), reading: REPEATS_READING, ...of });
  expect(withKits(preview, { entries, ...of }).after.get('A1')?.kitVersion?.id).toBe('earlier');
});

test('IMPEXP-124 only samples for kits of the run are offered, and not those from it or a later run', () => {
  const entries = [entry('S-1', 'LCT'), entry('S-2', 'FV'), entry('S-3', 'LCT', 2), entry('S-4', 'LCT', 3)];
  expect(repeatsFor(runWith('LCT'), entries).map(({ name }) => name)).toEqual(['S-1']);
});

test('IMPEXP-123 a saved list is read again with every name, also one that looks like a formula', () => {
  const csv = `Name;Order id;Sample type;Kit;Reason;From run;From well\r\nS-1;O-1;DNA;LCT;Chosen;62;A3\r\n'-12;;Blood;LCT;Chosen;62;A4\r\na,-b;;Blood;LCT;Chosen;62;A5\r\n''-1;;Blood;LCT;Chosen;62;A6\r\n`;
  const list = readWorkList(new TextEncoder().encode(csv));
  if ('refusal' in list) throw new Error(list.refusal);
  const { after, changed, problems } = plateFromWorkList({
    list,
    reading: guessedReading(list, null),
    run: runWith('LCT'),
    plate: empty,
    slots,
    day: '2026-11-28',
  });
  expect(problems).toEqual([]);
  expect(
    changed.map((position) => [position, after.get(position)?.name, after.get(position)?.orderId]),
  ).toEqual([
    ['A1', 'S-1', 'O-1'],
    ['A2', '-12', null],
    ['A3', 'a,-b', null],
    ['A4', "'-1", null],
  ]);
});
