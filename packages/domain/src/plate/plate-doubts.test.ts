import { expect, test } from 'vitest';

import { doubtsByWell, plateDoubts, plateDoubtText } from './plate-doubts.ts';
import type { Well } from '../run/run.ts';

type FilledWell = Pick<Well, 'name' | 'kitVersion' | 'lot' | 'sampleType'>;
const EMPTY_WELL: FilledWell = { name: null, kitVersion: null, lot: null, sampleType: 'BLOOD' };

const TODAY = { day: '2026-11-20', sameNameIsReplicate: false };
const kitVersion = (id: string, kit = id): FilledWell['kitVersion'] => ({
  id,
  version: 'v1',
  kit: { id: kit, name: kit },
});
const lot = (name: string, expirationDate = '2027-03-31'): FilledWell['lot'] => ({
  id: name,
  name,
  expirationDate,
});
const plateOf = (wells: Readonly<Record<string, Partial<FilledWell>>>) =>
  new Map(Object.entries(wells).map(([position, well]) => [position, { ...EMPTY_WELL, ...well }]));

test('a plate without doubts has none', () => {
  const well = { kitVersion: kitVersion('K'), lot: lot('L') };
  expect(plateDoubts(plateOf({ A1: { ...well, name: 'S-1' }, A2: { ...well, name: 'S-2' } }), TODAY)).toEqual(
    [],
  );
});

test('a name repeated within a kit, in any versions, is reported with all its wells', () => {
  const plate = plateOf({
    A1: { name: 'S-1', kitVersion: kitVersion('K1', 'K') },
    A2: { name: 'S-1', kitVersion: kitVersion('K2', 'K') },
    A3: { name: 'S-1', kitVersion: kitVersion('other') },
    A4: { name: 'S-1' },
    A5: { kitVersion: kitVersion('K1', 'K') },
    A6: { kitVersion: kitVersion('K1', 'K') },
  });
  expect(plateDoubts(plate, TODAY)).toEqual([{ kind: 'twice', name: 'S-1', positions: ['A1', 'A2'] }]);
});

test('REVIEW-401 a name of replicates is not repeated, unless its wells are several samples', () => {
  const well = { name: 'S-1', kitVersion: kitVersion('K'), lot: lot('L') };
  const of = (other: Partial<Well>, versions = ['K']) =>
    plateDoubts(plateOf({ A1: well, A2: { ...well, ...other } }), {
      ...TODAY,
      replicateVersions: new Set(versions),
    }).filter(({ kind }) => kind === 'twice').length;
  expect([of({}), of({}, [])]).toEqual([0, 1]);
  // The laboratory's rule leaves out names of plain wells, not of wells that are several samples.
  const expected = (versions: readonly string[]) =>
    plateDoubts(plateOf({ A1: well, A2: { ...well, sampleType: 'DNA' } }), {
      day: TODAY.day,
      sameNameIsReplicate: true,
      replicateVersions: new Set(versions),
    }).length;
  expect([expected([]), expected(['K'])]).toEqual([0, 1]);
  for (const other of [
    { orderId: 'LIS-2' },
    { lot: lot('M') },
    { reactionBuffer: { id: 'b', name: 'b' } },
    { sampleType: 'DNA' as const },
    { kitVersion: kitVersion('K2', 'K') },
  ])
    expect(of(other)).toBe(1);
});

test('REVIEW-401 names of replicates that differ only in case, spaces or Unicode form are named', () => {
  const well = { kitVersion: kitVersion('K'), lot: lot('L') };
  const of = (names: readonly string[], versions = ['K']) =>
    plateDoubts(plateOf(Object.fromEntries(names.map((name, i) => [`A${i + 1}`, { ...well, name }]))), {
      ...TODAY,
      replicateVersions: new Set(versions),
    }).map(plateDoubtText);
  expect(of(['S-1', 'S-1', 's-1'])).toEqual(['3 wells with almost the same name: S-1, s-1']);
  expect(of(['Zoë', 'Zoe\u0308'])).toHaveLength(1);
  expect(of(['S 1', 'S\u00A01'])).toHaveLength(1);
  expect(of(['S-1', 'S-2'])).toEqual([]);
  expect(of(['S-1', 's-1'], [])).toEqual([]);
});

test('of a version’s lots, those of fewer wells are reported as one doubt', () => {
  const of = (name: string) => ({ kitVersion: kitVersion('K'), lot: lot(name) });
  const plate = plateOf({ B1: of('rare'), A1: of('seldom'), A2: of('usual'), A10: of('usual'), A3: {} });
  expect(plateDoubts(plate, TODAY)).toEqual([
    {
      kind: 'otherLot',
      kitVersion: kitVersion('K'),
      lots: [lot('seldom'), lot('rare')],
      positions: ['A1', 'B1'],
    },
  ]);
});

test('of two lots in equally many wells the second on the plate is reported', () => {
  const of = (name: string) => ({ kitVersion: kitVersion('K'), lot: lot(name) });
  const [doubt] = plateDoubts(plateOf({ A2: of('second'), A1: of('first') }), TODAY);
  expect(doubt).toMatchObject({ kind: 'otherLot', positions: ['A2'] });
});

test('each version has its own lots', () => {
  const plate = plateOf({
    A1: { kitVersion: kitVersion('K1'), lot: lot('one') },
    A2: { kitVersion: kitVersion('K2'), lot: lot('two') },
  });
  expect(plateDoubts(plate, TODAY)).toEqual([]);
});

test('a lot is expired from the day after its expiry date', () => {
  const of = (day: string) => ({ kitVersion: kitVersion(day), lot: lot(day, day) });
  const plate = plateOf({ A1: of('2026-11-19'), A2: of('2026-11-20') });
  expect(plateDoubts(plate, TODAY)).toMatchObject([{ kind: 'expired', positions: ['A1'] }]);
});

test('a well lists all its doubts, its name first', () => {
  const old = { kitVersion: kitVersion('K'), lot: lot('old', '2026-01-31'), name: 'S-1' };
  const fresh = { kitVersion: kitVersion('K'), lot: lot('new') };
  const plate = plateOf({ A1: fresh, A2: fresh, A3: fresh, B1: old, B2: old });
  const byWell = doubtsByWell(plateDoubts(plate, TODAY));
  expect(byWell.get('B1')).toEqual(['twice', 'expired', 'otherLot']);
  expect(byWell.has('A1')).toBe(false);
});

// A collapsed list with dozens of repeated names used to hide an expired lot.
test('REVIEW-140 a doubt names its subject, lots before names', () => {
  const kit = { kitVersion: kitVersion('LCT') };
  const plate = plateOf({
    A1: { ...kit, lot: lot('26A'), name: 'S-1' },
    A2: { ...kit, lot: lot('26A'), name: 'S-1' },
    A3: { ...kit, lot: lot('26B', '2026-10-31') },
  });
  expect(plateDoubts(plate, TODAY).map(plateDoubtText)).toEqual([
    'Lot 26B expired 31-10-2026',
    '2 lots of LCT v1: 26B',
    '2 wells with the name S-1',
  ]);
});

test('DECIDE-43 controls and the laboratory’s replicates may share a name', () => {
  const kit = { kitVersion: kitVersion('K'), name: 'S-1' };
  const controls = plateOf({
    A1: { ...kit, sampleType: 'NEGATIVE_TEST' },
    A2: { ...kit, sampleType: 'NEGATIVE_TEST' },
    A3: { ...kit, sampleType: 'STANDARD' },
    A4: kit,
  });
  expect(plateDoubts(controls, TODAY)).toEqual([]);
  const samples = plateOf({ A1: kit, A2: { ...kit, sampleType: 'DNA' } });
  expect(plateDoubts(samples, TODAY)).toMatchObject([{ kind: 'twice', positions: ['A1', 'A2'] }]);
  expect(plateDoubts(samples, { ...TODAY, sameNameIsReplicate: true })).toEqual([]);
});
