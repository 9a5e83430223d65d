import { expect, test } from 'vitest';

import { readAs } from '../../test/variants.ts';
import { writeXlsx } from '../../test/generate/workbook-writer.ts';

const READINGS = [
  [null, 'Temperature', 'A1', 'B12'],
  ...Array.from({ length: 20 }, (_, index) => [null, 60 + index * 0.5, 1000 - index, 900 - index]),
];
const HEAD = [null, 'Well', 'Fluor', 'Target', 'Content', 'Sample', 'Melt Temp'];

/** A workbook of two dyes whose list of wells has a row for each dye: well, dye, content and sample. */
async function runOf(rows: readonly (readonly [string, string, string, string])[]) {
  const bytes = await writeXlsx([
    { name: 'FAM', rows: READINGS },
    { name: 'HEX', rows: READINGS },
    {
      name: '0',
      rows: [
        HEAD,
        ...rows.map(([well, dye, content, sample]) => [null, well, dye, null, content, sample, 'None']),
      ],
    },
  ]);
  return readAs('bio-rad-cfx96', [{ name: 'x -  Melt Curve RFU Results.xlsx', bytes }]);
}

test('TRUST-675 a well has no name or type if the files give it two, and the report says so', async () => {
  const { wells, report } = await runOf([
    ['A01', 'FAM', 'Unkn', 'S-1'],
    ['A01', 'HEX', 'Unkn', 'S-2'],
    ['B12', 'FAM', 'Pos Ctrl-1', 'S-3'],
    ['B12', 'HEX', 'NTC-1', 'S-3'],
  ]);
  expect(wells).toEqual([
    { position: 'A1', name: null, sampleType: null },
    { position: 'B12', name: 'S-3', sampleType: null },
  ]);
  expect(report.notes).toEqual(
    expect.arrayContaining([
      'The files give some wells more than one name, so these have none: A1 (“S-1”, “S-2”).',
      'The files give some wells more than one sample type, so these have none: B12 (“Positive control”, “Negative control”).',
    ]),
  );
});

test('TRUST-676 a name of a file has no invisible characters, and the report says so', async () => {
  const { wells, report } = await runOf([
    ['A01', 'FAM', 'Unkn', 'S-1\u202e21'],
    ['A01', 'HEX', 'Unkn', 'S-1\u202e21'],
    ['B12', 'FAM', 'Unkn', 'S\u200b-3'],
    ['B12', 'HEX', 'Unkn', 'S-3'],
  ]);
  expect(wells.map(({ name }) => name)).toEqual(['S-121', 'S-3']);
  expect(report.notes).toContain(
    'Invisible characters in names of the files were left out. Check these names: A1 (“S-121”), B12 (“S-3”).',
  );
});

test('TRUST-675 names and types that agree are kept without a note', async () => {
  const { wells, report } = await runOf([
    ['A01', 'FAM', 'Unkn', 'S-1'],
    ['A01', 'HEX', 'Unkn', 'S-1'],
    ['B12', 'FAM', 'Unkn', ''],
    ['B12', 'HEX', 'NTC-1', 'S-3'],
  ]);
  expect(wells.map(({ name, sampleType }) => [name, sampleType])).toEqual([
    ['S-1', null],
    ['S-3', 'NEGATIVE_TEST'],
  ]);
  expect(report.notes.filter((note) => /name|sample type/.test(note))).toEqual([]);
});
