import type { DiagnosticRow } from '@curvewell/domain';
import { expect, it } from 'vitest';

import { withName } from '../../shared/format/own-diagnostic.ts';
import { rowConflicts, resolvedRows } from './diagnostic-conflicts.ts';

import {
  blankRow,
  draftOf,
  changedRows,
  draftRows,
  isAbout,
  isSentByWords,
  NO_COLOUR,
  rowIssues,
  savedPart,
  sentRows,
  shownLetters,
  withDiagnostic,
  withoutRow,
} from './diagnostic-rows.ts';

const KIT = { id: 'kit', name: 'LCT-13910' };
const row = (name: DiagnosticRow['name'], label: string = name): DiagnosticRow => ({
  id: name,
  name,
  order: 0,
  active: true,
  kit: KIT,
  kits: [KIT],
  label,
  diagnosticColor: { id: name, diagnostic: { name, label }, diagnosticLabel: label, color: '#41cfff' },
  versions: 1,
  isUsed: true,
  revision: 3,
});

it('DIAG-04 an empty first row is not saved if it is the only empty one; any other empty row is an error', () => {
  expect(savedPart(draftRows([]))).toEqual([]);
  expect(rowIssues(draftRows([])).size).toBe(0);
  const below = [draftOf(row('NEGATIVE')), blankRow('new')];
  expect([...rowIssues(below)]).toEqual([['new', { missing: 'kit', isDuplicate: false }]]);
});

it('DIAG-05 DIAG-07 a row reports its first missing part', () => {
  const full = draftOf(row('NEGATIVE'));
  const missingOf = (change: object) => rowIssues([{ ...full, ...change }]).get(full.key)?.missing;
  expect(missingOf({})).toBeUndefined();
  expect(missingOf({ label: ' ' })).toBe('label');
  expect(missingOf({ name: null, label: '' })).toBe('name');
  expect(missingOf({ kitId: null })).toBe('kit');
});

it('DIAG-06 ERR-44 a duplicate diagnostic marks both rows of one kit, but not rows of different kits', () => {
  const first = draftOf(row('NEGATIVE'));
  const again = { ...first, key: 'again', saved: null, label: 'Nothing' };
  expect([...rowIssues([first, again]).values()].map(({ isDuplicate }) => isDuplicate)).toEqual([true, true]);
  expect(rowIssues([first, { ...again, kitId: 'other' }]).size).toBe(0);
});

const NO_PARTS = { letters: null, lisCode: null, snomedCt: null, loinc: null, meaning: null };

it('DIAG-03 only changed and new rows are sent', () => {
  const changed = { ...draftOf(row('NEGATIVE')), label: ' Nothing found ' };
  const added = { ...withDiagnostic(blankRow('new'), 'SICK'), kitId: 'kit', label: 'Sick' };
  expect(sentRows([draftOf(row('HETEROZYGOUS')), changed, added])).toEqual([
    {
      id: 'NEGATIVE',
      revision: 3,
      active: true,
      kitId: 'kit',
      name: 'NEGATIVE',
      label: 'Nothing found',
      color: '#41cfff',
      ...NO_PARTS,
    },
    { kitId: 'kit', name: 'SICK', label: 'Sick', color: '#b02401', ...NO_PARTS },
  ]);
});

it('DIAG-08 DIAG-09 choosing a diagnostic sets its default colour unless a colour was picked', () => {
  expect(withDiagnostic(blankRow('new'), 'HOMOZYGOUS_MUTATED_14010').color).toBe('#480182');
  expect(withDiagnostic(withDiagnostic(blankRow('new'), 'HEALTHY'), 'TEST_KO').color).toBe('#690000');
  expect(withDiagnostic({ ...blankRow('new'), color: '#123456' }, 'ABNORMAL').color).toBe('#123456');
  expect(blankRow('new').color).toBe(NO_COLOUR);
});

it('API-53 changes of two users to different fields are merged; each of mine can be resolved in their favour', () => {
  const stored = [row('NEGATIVE', 'Negative'), row('SICK', 'Sick')];
  const negative = stored.map(draftOf).map((one) => ({ ...one, label: `${one.label}!` }));
  const added = { ...blankRow('new'), kitId: 'kit', label: 'Mine' };
  const mine = [...negative, added];
  const [theirNegative, theirSick] = stored.map((one) => ({ ...one, revision: 4 }));
  if (!theirNegative || !theirSick) throw new Error('two rows are stored');
  const paint = { ...theirNegative.diagnosticColor, color: '#123456' };
  const theirs = [
    { ...theirNegative, diagnosticColor: paint },
    { ...theirSick, label: 'Ill' },
    { ...row('HEALTHY', 'Well'), revision: 1 },
  ];
  expect(rowConflicts(mine, theirs)).toEqual([
    {
      key: 'NEGATIVE label',
      what: 'Words on the report',
      where: 'LCT-13910, Negative',
      mine: 'Negative!',
      theirs: 'Negative',
    },
    {
      key: 'SICK label',
      what: 'Words on the report',
      where: 'LCT-13910, Sick',
      mine: 'Sick!',
      theirs: 'Ill',
    },
  ]);
  const settled = resolvedRows(mine, theirs, new Set());
  expect(settled.map(({ label, color }) => [label, color])).toEqual([
    ['Negative!', '#123456'],
    ['Sick!', '#41cfff'],
    ['Well', '#41cfff'],
    ['Mine', NO_COLOUR],
  ]);
  expect(sentRows(settled)).toMatchObject([
    { id: 'NEGATIVE', revision: 4, color: '#123456' },
    { id: 'SICK', revision: 4, label: 'Sick!' },
  ]);
  expect(resolvedRows(mine, theirs, new Set(['SICK label']))[1]?.label).toBe('Ill');
});

const named = (name: string) => ({
  ...withName(blankRow(name), name),
  kitId: 'kit',
  meaning: 'positive' as const,
});

it('DIAG-21 words and letters of a new own diagnostic follow its name until they are changed', () => {
  expect(named('Species A')).toMatchObject({ label: 'Species A', letters: 'SA', isOwn: true });
  expect(withName(named('Species'), 'Species B')).toMatchObject({ label: 'Species B', letters: 'SB' });
  const changed = { ...named('Species A'), label: 'Candida', letters: 'CA' };
  expect(withName(changed, 'Species B')).toMatchObject({ label: 'Candida', letters: 'CA' });
  expect(named('Mixed').letters).toBe('MI');
});

it('DIAG-21 DIAG-22 a row reports letters, codes and names that cannot be saved', () => {
  const faultOf = (change: object, others: readonly ReturnType<typeof named>[] = []) =>
    rowIssues([...others, { ...named('Species A'), ...change }]).get('Species A')?.fault?.text;
  expect(faultOf({})).toBeUndefined();
  expect(faultOf({ meaning: null })).toBe('A diagnostic of your own needs a meaning for the sample.');
  expect(faultOf({ letters: '' })).toBe('A diagnostic of your own needs letters on the well.');
  expect(faultOf({}, [named('Some Ape')])).toBe('These letters are those of “Some Ape”.');
  expect(faultOf({ lisCode: 'A|B' })).toMatch(/^A code for the LIS has 1 to 40/);
  expect(faultOf({ snomedCt: '53326006' })).toBe('The check digit of the SNOMED CT concept id is wrong.');
  expect(faultOf({ loinc: '51969-5' })).toBe('The check digit of the LOINC code is wrong.');
  expect(faultOf({ loinc: '51969-4', snomedCt: ' 53326005 ', lisCode: ' CALB ' })).toBeUndefined();
  expect(faultOf({}, [{ ...named('Some Ape'), kitId: 'another' }])).toBeUndefined();
});

it('DIAG-23 rows that are sent by their words are known', () => {
  expect(isSentByWords(named('Species A'))).toBe(true);
  expect(isSentByWords({ ...named('Species A'), lisCode: 'CALB' })).toBe(false);
  expect(isSentByWords(draftOf(row('NEGATIVE', 'Negative')))).toBe(false);
  expect(isSentByWords(draftOf(row('NEGATIVE', 'No product')))).toBe(true);
  expect([shownLetters(named('Species A')), shownLetters(draftOf(row('NEGATIVE')))]).toEqual(['SA', 'N']);
});

it('DIAG-33 a new row is removed at once; a stored one is deleted with the next save, and its name is free', () => {
  const stored = draftOf(row('NEGATIVE'));
  expect(withoutRow([stored, named('Species A')], named('Species A'))).toEqual([stored]);
  const rows = [...withoutRow([stored], stored), { ...stored, key: 'again', saved: null }];
  expect(rowIssues(rows).size).toBe(0);
  expect(sentRows(rows)).toMatchObject([
    { id: 'NEGATIVE', revision: 3, removed: true },
    { name: 'NEGATIVE' },
  ]);
});

it('DIAG-05 an issue is about its first missing part, its name if it is a duplicate, else the field of its fault', () => {
  const fault = { field: 'letters', text: 'These letters are taken.' } as const;
  const missing = { missing: 'label', isDuplicate: true, fault } as const;
  expect((['label', 'name', 'letters'] as const).map((field) => isAbout(missing, field))).toEqual([
    true,
    false,
    false,
  ]);
  const duplicate = { missing: null, isDuplicate: true, fault } as const;
  expect((['name', 'letters'] as const).map((field) => isAbout(duplicate, field))).toEqual([true, false]);
  expect(isAbout({ missing: null, isDuplicate: false, fault }, 'letters')).toBe(true);
  expect(isAbout({ missing: null, isDuplicate: false }, 'letters')).toBe(false);
  expect(isAbout(undefined, 'name')).toBe(false);
});

it('DIAG-21 a row of the table is of the catalogue or the kit’s own', () => {
  expect(draftOf(row('NEGATIVE')).isOwn).toBe(false);
  expect(draftOf(row('Species A')).isOwn).toBe(true);
  expect(withDiagnostic(named('Species A'), 'SICK').isOwn).toBe(false);
  expect(draftRows([row('NEGATIVE')]).map(({ name }) => name)).toEqual(['NEGATIVE']);
  expect(draftRows([])).toEqual([blankRow('first')]);
});

it('DIAG-23 blanks around a code, words or letters do not count', () => {
  const negative = draftOf(row('NEGATIVE', 'No product'));
  expect(isSentByWords({ ...negative, lisCode: ' ' })).toBe(true);
  expect(isSentByWords({ ...negative, label: ' ' })).toBe(false);
  expect(isSentByWords({ ...negative, name: null })).toBe(false);
  expect(shownLetters({ ...negative, letters: ' ' })).toBe('N');
  expect(shownLetters({ ...negative, letters: ' NP ' })).toBe('NP');
});

it('DIAG-04 only an untouched first row is not saved', () => {
  const blank = blankRow('first');
  const touched = [{ kitId: 'kit' }, { name: 'Mixed' }, { label: 'Mixed' }, { saved: row('NEGATIVE') }];
  for (const change of touched) expect(savedPart([{ ...blank, ...change }])).toHaveLength(1);
  expect(savedPart([{ ...blank, name: ' ', label: ' ' }])).toEqual([]);
});

it('DIAG-05 DIAG-06 names of blanks are missing, and no duplicates of each other', () => {
  const nameless = (key: string, name: string | null) => ({ ...named('Mixed'), key, name });
  const issues = rowIssues([nameless('a', ' '), nameless('b', ' '), nameless('c', null), nameless('d', '')]);
  expect([...issues.values()]).toEqual(
    Array.from({ length: 4 }, () => ({ missing: 'name', isDuplicate: false })),
  );
  const placeless = [named('Mixed'), { ...named('Mixed'), key: 'b' }].map((one) => ({ ...one, kitId: null }));
  expect([...rowIssues(placeless).values()]).toEqual(
    Array.from({ length: 2 }, () => ({ missing: 'kit', isDuplicate: false })),
  );
  const same = [named('Straße'), { ...named('Straße'), key: 'b', name: ' sTRAßE ' }];
  expect([...rowIssues(same).values()].map(({ isDuplicate }) => isDuplicate)).toEqual([true, true]);
});

it('DIAG-33 deleting a stored row leaves the others', () => {
  const rows = [draftOf(row('NEGATIVE')), draftOf(row('SICK'))];
  expect(withoutRow(rows, rows[0]!).map(({ isRemoved }) => isRemoved)).toEqual([true, false]);
});

it('DIAG-03 a change of any field is sent, and one of blanks is none', () => {
  const before = draftOf(row('Species A'));
  const changes = [
    { kitId: 'other' },
    { name: 'Species B' },
    { label: 'Other' },
    { color: '#123456' },
    { letters: 'Q' },
    { lisCode: 'Q' },
    { snomedCt: '1' },
    { loinc: '1' },
    { meaning: 'negative' },
    { isRemoved: true },
  ] as const;
  for (const change of changes)
    expect(changedRows([{ ...before, ...change }]), JSON.stringify(change)).toHaveLength(1);
  const blanks = {
    name: ' Species A ',
    label: ' Species A ',
    letters: ' ',
    lisCode: ' ',
    snomedCt: ' ',
    loinc: ' ',
  };
  expect(changedRows([before, { ...before, ...blanks }])).toEqual([]);
});

it('DIAG-03 codes are sent without blanks around them, and rows without a kit or name not at all', () => {
  const coded = {
    ...named('Species A'),
    name: ' Species A ',
    letters: ' SA ',
    lisCode: ' CALB ',
    snomedCt: ' 53326005 ',
    loinc: ' 51969-4 ',
  };
  expect(sentRows([coded])).toEqual([
    {
      kitId: 'kit',
      name: 'Species A',
      label: 'Species A',
      color: NO_COLOUR,
      letters: 'SA',
      lisCode: 'CALB',
      snomedCt: '53326005',
      loinc: '51969-4',
      meaning: 'positive',
    },
  ]);
  expect(
    sentRows([
      { ...coded, kitId: null },
      { ...coded, name: null },
    ]),
  ).toEqual([]);
});
