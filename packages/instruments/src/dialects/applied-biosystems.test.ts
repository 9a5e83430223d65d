import { describe, expect, test } from 'vitest';

import { exampleRun } from '../../test/example-run.ts';
import { edited, readAs, refusalOf } from '../../test/variants.ts';
import { generateQuantStudioText } from '../../test/generate/index.ts';
import { writeWorkbook, writeXlsx, type WrittenSheet } from '../../test/generate/workbook-writer.ts';
import type { SourceFile } from '../index.ts';

type Rows = WrittenSheet['rows'];

const TEMPERATURES = Array.from({ length: 20 }, (_, index) => 60 + index * 0.31);
const WELLS = ['A1', 'A2'];
const DYES = ['FAM', 'Texas Red'];

const KEYS: Rows = [
  ['File Name', 'run.eds'],
  ['Barcode', '012345'],
  ['Instrument Type', 'QuantStudio™ 5 System'],
  ['Block Type', '96-Well 0.2-mL Block'],
  ['Instrument Serial Number', 272522],
  ['Run Start Date/Time', '2022-05-01 04:42:24 PM UTC'],
  ['Passive Reference', 'ROX'],
  ['Software Name and Version', 'Design & Analysis Software v2.6.2'],
];
const OLDER_KEYS: Rows = [
  ['Plate File Name', 'run.eds'],
  ['Plate Barcode', null],
  ['Instrument Type', 'QuantStudio™ 3 System'],
  ['Block Type', '96-Well 0.2-mL Block'],
  ['Plate Run Start Date/Time', '2019-03-19 04:06:56 AM EDT'],
  ['Melt Stage where Analysis is performed', 3],
];

const RESULTS: Rows = [
  ['Well', 'Well Position', 'Omit', 'Sample', 'Target', 'Task', 'Reporter', 'Quencher', 'Tm1'],
  ...WELLS.flatMap((well, row) =>
    DYES.map((dye) => [row + 1, well, 'FALSE', `S ${row + 1}`, `probe ${dye}`, 'UNKNOWN', dye, 'NFQ-MGB', 0]),
  ),
];

function meltRows(reading = 'Reading Number'): Rows {
  return [
    ['Well', 'Well Position', reading, 'Target', 'Temperature', 'Fluorescence', 'Derivative'],
    ...WELLS.flatMap((well, row) =>
      DYES.flatMap((dye) =>
        TEMPERATURES.map((now, index) => [
          row + 1,
          well,
          index + 1,
          `probe ${dye}`,
          now + row / 100,
          1000 - index,
          1,
        ]),
      ),
    ),
  ];
}

async function workbook(
  name: string,
  sheets: readonly (readonly [string, Rows])[],
  keys = KEYS,
): Promise<SourceFile> {
  const bytes = await writeXlsx(
    sheets.map(([sheet, rows]) => ({ name: sheet, rows: [...keys, [], ...rows] })),
  );
  return { name, bytes };
}

describe('QuantStudio Design & Analysis', () => {
  test('with two dyes in each well, distinguished by their targets, and a temperature axis for each well', async () => {
    const run = await readAs('quantstudio', [
      await workbook('run.xlsx', [
        ['Results', RESULTS],
        ['Melt Curve Raw', meltRows()],
      ]),
    ]);
    expect(run.curves.map(({ channel, position }) => `${channel} ${position}`)).toEqual([
      'FAM A1',
      'FAM A2',
      'TEXAS_RED A1',
      'TEXAS_RED A2',
    ]);
    expect(run.curves[1]!.temperature[0]).toBe(60.01);
    expect(run).toMatchObject({
      plateId: '012345',
      instrument: { serial: '272522' },
      runDate: '2022-05-01T16:42:24Z',
    });
  });

  test('as one workbook for each table, beside other sheets', async () => {
    const files = [
      await workbook('run_Results_1.xlsx', [['Results', RESULTS]]),
      await workbook('run_Melt Curve Raw_2.xlsx', [['Melt Curve Raw', meltRows()]]),
      await workbook('run_Target Call_3.xlsx', [
        [
          'Target Call',
          [
            ['Well', 'Target', 'Call'],
            ['A1', 'probe FAM', 'x'],
          ],
        ],
      ]),
    ];
    const run = await readAs('quantstudio', files);
    expect(run.curves).toHaveLength(4);
    expect(run.report.ignored.map(({ part }) => part)).toEqual(['Target Call']);
  });

  test('is read with an older header, and “Reading” for “Reading Number”', async () => {
    const run = await readAs('quantstudio', [
      await workbook(
        'run.xlsx',
        [
          ['Results', RESULTS],
          ['Melt Curve Raw Data', meltRows('Reading')],
        ],
        OLDER_KEYS,
      ),
    ]);
    expect(run.curves).toHaveLength(4);
    expect(run).toMatchObject({ plateType: 'RECTANGULAR_96', runDate: '2019-03-19T04:06:56-04:00' });
  });

  test('without the table of results is refused, naming the table with the dyes', async () => {
    const error = await refusalOf(
      readAs('quantstudio', [await workbook('run.xlsx', [['Melt Curve Raw', meltRows()]])]),
    );
    expect(error.code).toBe('missing-information');
    expect(error.message).toContain('“Results”');
  });
});

describe('QuantStudio Real-Time', () => {
  const made = exampleRun({ channels: ['FAM'], step: 2, wellCount: 3 });
  const [text] = generateQuantStudioText(made);

  test('with “NA” for blanks, quoted names and a 24-hour time with PM', async () => {
    const file = edited(text!, (lines) =>
      lines
        .replace('* Experiment Barcode = PLATE-001', '* Experiment Barcode = NA')
        .replace(/Start Time = .*/, 'Start Time = 2023-05-12 17:00:10 PM CST')
        .replace(/(\t)([^\t]+)(\tprobe FAM\t)/, '$1"Name, first"$3'),
    );
    const run = await readAs('quantstudio', [file]);
    expect(run).toMatchObject({ plateId: null, runDate: '2023-05-12T17:00:10' });
    expect(run.wells[0]!.name).toBe('Name, first');
    expect(run.curves).toEqual((await readAs('quantstudio', [text!])).curves);
  });

  test('is read with sections after the melting curves', async () => {
    const file = edited(
      text!,
      (lines) => `${lines}\r\n[Amplification Data]\r\nWell\tCycle\tRn\r\n1\t1\t0.5\r\n`,
    );
    expect((await readAs('quantstudio', [file])).curves).toEqual(
      (await readAs('quantstudio', [text!])).curves,
    );
  });
});

describe('StepOne and 7500', () => {
  const readings = TEMPERATURES.map((_, index) => `Reading ${index + 1}`);
  const keys = (block: string, instrument: string): Rows => [
    ['Block Type', block],
    ['Chemistry', 'OTHER'],
    ['Experiment File Name', 'D:\\run.eds'],
    ['Experiment Run End Time', '2021-03-15 16:25:32 PM EDT'],
    ['Instrument Type', instrument],
    ['Passive Reference', 'ROX'],
    [],
  ];
  const wide = (value: (index: number) => number): Rows => [
    ['Well', 'Well Location', 'Target', 'Reporter Dye', ...readings],
    ...WELLS.map((well, row) => [
      row + 1,
      well,
      'probe',
      'FAM',
      ...TEMPERATURES.map((_, index) => value(index)),
    ]),
  ];
  const sheets = (block: string, instrument: string, values: string): WrittenSheet[] => [
    {
      name: 'Melt Region Temperature Data',
      rows: [...keys(block, instrument), ...wide((index) => TEMPERATURES[index]!)],
    },
    { name: values, rows: [...keys(block, instrument), ...wide((index) => 1000 - index)] },
  ];

  test.each([
    ['StepOnePlus', '96well', 'steponeplus', 'Melt Region Derivative Data', 'derivative'],
    ['7500 Fast', '96fast', 'sds7500fast', 'Melt Region Derivative Data', 'derivative'],
    ['7500', '96well', 'sds7500', 'Melt Region Normalized Data', 'fluorescence'],
  ])('of %s is read as xls, xlsx and SpreadsheetML', async (_what, block, instrument, values, quantity) => {
    const made = sheets(block, instrument, values);
    for (const bytes of [writeWorkbook(made, 'biff8'), writeWorkbook(made, 'xlml'), await writeXlsx(made)]) {
      const run = await readAs('stepone-7500', [{ name: 'data.xls', bytes }]);
      expect(run.curves.map(({ position, channel, quantity: of }) => [position, channel, of])).toEqual(
        WELLS.map((well) => [well, 'FAM', quantity]),
      );
      expect(run).toMatchObject({ instrument: { model: instrument }, runDate: '2021-03-15T16:25:32-04:00' });
    }
  });

  test('with readings by cycle and no temperatures are refused, with what to export', async () => {
    const bytes = writeWorkbook(
      [
        {
          name: 'Raw Data',
          rows: [
            ...keys('96well', 'steponeplus'),
            ['Well', 'Cycle', 'BLUE', 'GREEN', 'YELLOW', 'RED'],
            ['A1', 1, 1, 2, 3, 4],
          ],
        },
      ],
      'biff8',
    );
    const error = await refusalOf(readAs('stepone-7500', [{ name: 'data.xls', bytes }]));
    expect(error.code).toBe('missing-information');
    expect(error.message).toContain('export the melt region data');
  });
});
