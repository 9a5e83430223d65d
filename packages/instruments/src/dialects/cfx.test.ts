import { describe, expect, test } from 'vitest';

import { exampleRun } from '../../test/example-run.ts';
import { edited, named, readAs, refusalOf, textOf } from '../../test/variants.ts';
import {
  generateCfxCsv,
  generateCfxSpreadsheetMl,
  generateCfxXml,
  writeZip,
} from '../../test/generate/index.ts';
import { writeXlsx } from '../../test/generate/workbook-writer.ts';
import type { SourceFile } from '../index.ts';

const CFX = 'bio-rad-cfx96';
const made = exampleRun({ step: 2, wellCount: 6 });
const oneDye = exampleRun({ channels: ['FAM'], phases: ['MELT'], step: 2, wellCount: 4 });

const tableOf = (dye: string, files: readonly SourceFile[] = generateCfxCsv(made, 'german')) =>
  files.find(({ name }) => name.endsWith(`RFU Results_${dye}.csv`))!;
const informationOf = (files: readonly SourceFile[]) =>
  files.find(({ name }) => name.includes('Run Information'))!;

describe('tables of CFX software', () => {
  test('are read as tab-separated text named xls, with decimal comma and with point', async () => {
    const whole = await readAs(CFX, generateCfxCsv(made));
    for (const [locale, delimiter] of [
      ['german', ';'],
      ['english', ','],
    ] as const) {
      const files = generateCfxCsv(made, locale).map((file) =>
        named(
          edited(file, (text) => text.replaceAll(delimiter, '\t')),
          file.name.replace(/csv$/, 'xls'),
        ),
      );
      expect((await readAs(CFX, files)).curves).toEqual(whole.curves);
    }
  });

  test('with quoted fields and empty trailing columns, as saved again by a spreadsheet program', async () => {
    const whole = await readAs(CFX, generateCfxCsv(made));
    const files = generateCfxCsv(made).map((file) =>
      edited(file, (text) =>
        text.replaceAll(
          /^(.*)\r\n/gm,
          (_, line: string) =>
            `${line
              .split(',')
              .map((field) => `"${field}"`)
              .join(',')},,\r\n`,
        ),
      ),
    );
    expect((await readAs(CFX, files)).curves).toEqual(whole.curves);
  });

  test('are read without the empty first column, which users remove', async () => {
    const whole = await readAs(CFX, [tableOf('FAM')]);
    const run = await readAs(CFX, [edited(tableOf('FAM'), (text) => text.replaceAll(/^;/gm, ''))]);
    expect(run.curves).toEqual(whole.curves);
  });

  test('are called “Melt Curve Amplification Results” in CFX Manager 2.1, which uses a 12-hour clock', async () => {
    const files = generateCfxCsv(oneDye)
      .filter(({ name }) => !name.includes('Derivative'))
      .map((file) => named(file, file.name.replace('RFU', 'Amplification')));
    const dated = files.map((file) =>
      file.name.includes('Run Information')
        ? edited(file, (text) =>
            text
              .replace(/Run Started,[^\r]*/, 'Run Started,4/9/2023 1:35:03 PM UTC -06:00')
              .replace('3.1.1517.0823. ', '2.1.1022.0523. '),
          )
        : file,
    );
    const run = await readAs(CFX, dated);
    expect(run.curves).toEqual((await readAs(CFX, generateCfxCsv(oneDye))).curves);
    expect(run).toMatchObject({
      runDate: '2023-04-09T13:35:03',
      formatVersion: '2.1.1022.0523',
      software: 'CFX Manager 2.1.1022.0523',
    });
  });

  test('of CFX Maestro name it', async () => {
    const files = generateCfxCsv(oneDye).map((file) =>
      file.name.includes('Run Information')
        ? edited(file, (text) => text.replace('CFX Manager Version', 'CFX Maestro Version'))
        : file,
    );
    expect((await readAs(CFX, files)).software).toBe('CFX Maestro 3.1.1517.0823');
  });

  test.each(['Texas Red', 'Tex 615', 'Cal Red 610', 'ROX', 'texas red'])(
    'of the dye %s are the channel TEXAS_RED',
    async (dye) => {
      const table = named(tableOf('Texas Red'), tableOf('Texas Red').name.replace('Texas Red', dye));
      const run = await readAs(CFX, [tableOf('FAM'), table]);
      expect([...new Set(run.curves.map(({ channel }) => channel))]).toEqual(['FAM', 'TEXAS_RED']);
    },
  );

  test('of a dye without a channel are skipped, and the report says so', async () => {
    const run = await readAs(CFX, [
      tableOf('FAM'),
      named(tableOf('Texas Red'), tableOf('Texas Red').name.replace('Texas Red', 'Alexa 405')),
    ]);
    expect([...new Set(run.curves.map(({ channel }) => channel))]).toEqual(['FAM']);
    expect(run.report.ignored.map(({ part }) => part)).toContain('Alexa 405');
  });

  test('KIT-191 of five dyes are five channels, in order', async () => {
    const dyes = ['Cy5', 'FAM', 'HEX', 'Quasar 705', 'Texas Red'];
    const files = dyes.map((dye) =>
      named(tableOf('Texas Red'), tableOf('Texas Red').name.replace('Texas Red', dye)),
    );
    const { curves, report } = await readAs(CFX, files);
    expect([...new Set(curves.map(({ channel, dye }) => `${channel} ${dye}`))]).toEqual([
      'FAM FAM',
      'TEXAS_RED Texas Red',
      'HEX HEX',
      'CY5 Cy5',
      'CY5_5 Quasar 705',
    ]);
    expect(report.ignored).toEqual([]);
  });

  test('one for each phase, falling and rising, are one run', async () => {
    const rising = generateCfxCsv(exampleRun({ channels: ['FAM'], phases: ['MELT'], step: 2, wellCount: 4 }));
    const falling = generateCfxCsv(
      exampleRun({ channels: ['FAM'], phases: ['ANNEAL'], step: 2, wellCount: 4 }),
    );
    const run = await readAs(CFX, [
      tableOf('FAM', rising),
      named(tableOf('FAM', falling), `cooling -  Melt Curve RFU Results_FAM.csv`),
      informationOf(rising),
    ]);
    expect([...new Set(run.curves.map(({ phase }) => phase))].sort()).toEqual(['ANNEAL', 'MELT']);
    expect(run.curves).toHaveLength(8);
  });

  test('are read from a zip with a folder and macOS metadata', async () => {
    const files = generateCfxCsv(made);
    const inFolder = files.map((file) => named(file, `export 1/${file.name}`));
    const bytes = await writeZip([
      ...inFolder,
      { name: `__MACOSX/export 1/._${files[0]!.name}`, bytes: new Uint8Array([0, 5, 22, 7]) },
    ]);
    expect((await readAs(CFX, [{ name: 'export.zip', bytes }])).curves).toEqual(
      (await readAs(CFX, files)).curves,
    );
  });

  test('are recognised with underscores for spaces in their names', async () => {
    const files = generateCfxCsv(made).map((file) => named(file, file.name.replaceAll(' ', '_')));
    expect((await readAs(CFX, files)).curves.map(({ channel }) => channel)).toEqual(
      (await readAs(CFX, generateCfxCsv(made))).curves.map(({ channel }) => channel),
    );
  });

  test('with a comma among decimal points are refused, because it is not a decimal comma', async () => {
    const [first] = generateCfxCsv(oneDye);
    const odd = edited(first!, (text) => text.replace(/\r\n,(\d+),(\d+)\.\d+/, '\r\n,$1,"$2,125"'));
    expect(await refusalOf(readAs(CFX, [odd]))).toMatchObject({
      code: 'unexpected-content',
      place: { row: 2, column: 'C' },
    });
  });

  test('OPS-603 without the fluorophore in the name are refused, with the export to make', async () => {
    const error = await refusalOf(readAs(CFX, [named(tableOf('FAM'), 'export.csv')]));
    expect(error).toMatchObject({
      code: 'missing-information',
      expected: expect.stringContaining('Melt Curve RFU Results_FAM.csv') as string,
    });
    expect(error.message).toContain('export all data sheets again and keep the names of the files');
  });

  test.each([' (1)', ' (12)', ' - Copy'])('OPS-602 are read as copies named “%s”', async (mark) => {
    const copy = named(tableOf('FAM'), `x -  Melt Curve RFU Results_FAM${mark}.csv`);
    const { curves } = await readAs(CFX, [copy]);
    expect(new Set(curves.map(({ dye }) => dye))).toEqual(new Set(['FAM']));
  });

  test('OPS-603 by cycle instead of temperature are refused, with the export to make', async () => {
    const cycles = named(
      edited(tableOf('FAM'), (text) => text.replace('Temperature', 'Cycle')),
      'x -  Quantification Amplification Results_FAM.csv',
    );
    const error = await refusalOf(readAs(CFX, [cycles]));
    expect(error.code).toBe('no-melt-data');
    expect(error.message).toContain(
      'export the melting curves: export all data sheets, which include “Melt Curve RFU Results”',
    );
  });
});

describe('CFX xml', () => {
  const xml = generateCfxXml(made);
  const everywhere = (edit: (text: string) => string) =>
    xml.map((file) => ({ ...file, bytes: new TextEncoder().encode(edit(textOf(file))) }));

  test.each([
    ['a declaration', (text: string) => `<?xml version="1.0" standalone="yes"?>\n${text}`],
    ['blanks written as underlines', (text: string) => text.replaceAll('Texas_x0020_Red', 'Texas_Red')],
    ['indentation', (text: string) => text.replaceAll('><', '>\r\n  <')],
    ['decimal commas', (text: string) => text.replaceAll(/>(-?\d+)\.(\d+)</g, '>$1,$2<')],
  ])('with %s is the same run', async (_what, edit) => {
    expect(
      (await readAs(CFX, everywhere(edit))).curves.map(
        ({ channel, position, phase, temperature, value }) => ({
          channel,
          position,
          phase,
          temperature,
          value,
        }),
      ),
    ).toEqual(
      (await readAs(CFX, xml)).curves.map(({ channel, position, phase, temperature, value }) => ({
        channel,
        position,
        phase,
        temperature,
        value,
      })),
    );
  });
});

test('SpreadsheetML with its sheet’s texts as numbers with decimal comma is the same run', async () => {
  const [file] = generateCfxSpreadsheetMl(oneDye);
  const local = edited(file!, (text) =>
    text.replaceAll(/<Data ss:Type="Number">(-?\d+)\.(\d+)<\/Data>/g, '<Data ss:Type="String">$1,$2</Data>'),
  );
  expect((await readAs(CFX, [local])).curves).toEqual((await readAs(CFX, [file!])).curves);
});

describe('a workbook of CFX software', () => {
  const rows = [
    [null, 'Temperature', 'A1', 'B12'],
    ...Array.from({ length: 20 }, (_, index) => [null, 60 + index, 1000 - index, 900 - index]),
  ];

  test('is read with a sheet for each fluorophore and other sheets between them', async () => {
    const bytes = await writeXlsx([
      { name: 'FAM', rows },
      { name: 'Comments', rows: [['hello']] },
      { name: 'Tex 615', rows },
      { name: 'HEX', rows },
      {
        name: '0',
        rows: [
          [null, 'Well', 'Fluor', 'Target', 'Content', 'Sample', 'Melt Temp'],
          ...['FAM', 'Tex 615', 'HEX'].flatMap((dye) =>
            ['A01', 'B12'].map((well) => [null, well, dye, null, 'NTC-1', 'water', 'None']),
          ),
        ],
      },
    ]);
    const run = await readAs(CFX, [{ name: 'x -  Melt Curve RFU Results.xlsx', bytes }]);
    expect(run.curves.map(({ channel, position }) => `${channel} ${position}`)).toEqual([
      'FAM A1',
      'FAM B12',
      'TEXAS_RED A1',
      'TEXAS_RED B12',
      'HEX A1',
      'HEX B12',
    ]);
    expect(run.wells).toEqual(
      ['A1', 'B12'].map((position) => ({ position, name: 'water', sampleType: 'NEGATIVE_TEST' })),
    );
    expect(run.report.ignored.map(({ part }) => part)).toEqual(['Comments']);
  });
});
