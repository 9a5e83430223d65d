import { expect, test } from 'vitest';

import { halves, nameParts } from './name-parts.ts';

const partsOf = (names: readonly string[]) =>
  [...nameParts(names).values()].map(({ before, own, after }) => [before, own, after]);

// A row showed “admin_2026-11-18 08-3…elt Curve RFU Results.xlsx”: the end is the same in every row.
test('SHELL-230 a name keeps what differs from the other names of its instrument', () => {
  const END = '_783BR20183 - Melt Curve RFU Results.xlsx';
  expect(partsOf([`admin_2026-11-18 08-31-00${END}`, `admin_2026-11-19 14-02-00${END}`])).toEqual([
    ['admin_', '2026-11-18 08-31-00', END],
    ['admin_', '2026-11-19 14-02-00', END],
  ]);
});

test('SHELL-230 no number and no word is cut, and each name keeps a distinctive part', () => {
  expect(partsOf(['Plate 112 Results.txt', 'Plate 118 Results.txt'])).toEqual([
    ['Plate ', '112', ' Results.txt'],
    ['Plate ', '118', ' Results.txt'],
  ]);
  expect(partsOf(['melting run.xlsx', 'melting run copy.xlsx'])).toEqual([
    ['melting ', 'run', '.xlsx'],
    ['melting ', 'run copy', '.xlsx'],
  ]);
});

test('SHELL-230 a single name, or one that has little in common with the others, is shown in full', () => {
  expect(partsOf(['run.xlsx', 'run.xlsx'])).toEqual([['', 'run.xlsx', '']]);
  expect(partsOf(['a.xlsx', 'b.xlsx'])).toEqual([
    ['', 'a.xlsx', ''],
    ['', 'b.xlsx', ''],
  ]);
});

// A row showed “Käsivarren näytesarja 20…1 – Schmelzkurven –” of runs that differed by their time.
test('LIST-146 a long name parts near its middle, at a space or “_”, and its end fits on a line', () => {
  expect(halves('Käsivarren näytesarja 2026-11-18 08-31-07_CT020311 – Schmelzkurven –')).toEqual([
    'Käsivarren näytesarja 2026-11-18 ',
    '08-31-07_CT020311 – Schmelzkurven –',
  ]);
  const long = `${'Probenserie Nord '.repeat(6)}2026-11-18_08-31`;
  expect(halves(long)[1].length).toBeLessThanOrEqual(36);
  expect(halves(long).join('')).toBe(long);
  expect(halves('run.xlsx')).toEqual(['run.', 'xlsx']);
});

test('SHELL-289 long names with the same ends show the part in the middle that differs, also among other names', () => {
  const named = (sample: string) =>
    `Laboratory for Molecular Diagnostics North_plate ${sample}_lactase and thrombophilia panel_Melt Curve RFU.xlsx`;
  const parts = nameParts([named('260311-00417'), named('260311-00418'), 'run.xlsx']);
  expect(parts.get(named('260311-00417'))?.own).toBe('260311-00417');
  expect(parts.get(named('260311-00418'))?.own).toBe('260311-00418');
  expect(parts.get('run.xlsx')?.own).toBe('run.xlsx');
});
