import { describe, expect, test } from 'vitest';

import { lineEnds, survivingCuts } from '../../test/cuts.ts';
import { exampleRun, profile } from '../../test/example-run.ts';
import { edited, named, readAs, refusalOf, textOf } from '../../test/variants.ts';
import {
  generateAzureCieloCsv,
  generateMxProText,
  generateRdmlXml,
  writeZip,
} from '../../test/generate/index.ts';
import { writeXlsx } from '../../test/generate/workbook-writer.ts';
import { ANALYSER_PROFILES, readRun, readRunOfAny } from '../index.ts';
import type { SourceFile } from '../index.ts';

const UNKNOWN = 'known from documentation only';

function fileOf(name: string, text: string): SourceFile {
  return { name, bytes: new TextEncoder().encode(text) };
}

describe('IMPORT-130 MxPro “Text Format 1”', () => {
  const [file] = generateMxProText(exampleRun({ phases: ['MELT'], step: 4, wellCount: 14 }));
  const read = (text: (text: string) => string) => readAs('agilent-mx3005p', [edited(file!, text)]);

  test('the wells are counted row by row, and the plateau is its amplification', async () => {
    const run = await readAs('agilent-mx3005p', [file!]);
    expect(run.wells.at(-1)?.position).toBe('B2');
    expect(run.plateType).toBe('RECTANGULAR_96');
    expect(run.report.ignored).toEqual([]);
    expect(run.report.amplification).toMatchObject([
      { channel: 'FAM', cqCount: 0 },
      { channel: 'TEXAS_RED', cqCount: 0 },
    ]);
    expect(run.report.files[0]?.parts.map(({ name }) => name)).toEqual(['segment 4, ramp 1']);
  });

  test('decimal points and equal temperatures are read', async () => {
    const text = textOf(file!);
    const points = text.replaceAll(/(\d),(\d)/g, '$1.$2');
    const whole = await readAs('agilent-mx3005p', [file!]);
    expect((await read(() => points)).curves).toEqual(whole.curves);
    const equal = await read((one) => one.replaceAll(/\t44\r/g, '\t40\r'));
    expect([...equal.curves[0]!.temperature.slice(0, 3)]).toEqual([40, 40, 48]);
  });

  test('the dye of assays is asked for once, because MxPro writes their names in its place', async () => {
    const text = (name: string) => textOf(file!).replaceAll('\tFAM\t', `\t${name}\t`);
    const assays = fileOf('assays.txt', text('5.8S rRNA').replaceAll('\t 1\t5.8S rRNA', '\t 1\tLPAR1'));
    const mx = profile('agilent-mx3005p');
    await expect(readRun([assays], { profile: mx })).rejects.toMatchObject({
      code: 'missing-information',
      dyes: ['no dye named'],
    });
    const dyes = [{ dye: 'no dye named', channel: 'FAM' as const }];
    const run = await readRun([assays], { profile: mx, answers: { dyes } });
    expect(run.curves.map(({ channel, value }) => [channel, value])).toEqual(
      (await readAs('agilent-mx3005p', [file!])).curves.map(({ channel, value }) => [channel, value]),
    );
  });

  test.each([
    ['a well of no plate', /\t14\tFAM/, '\t97\tFAM', 'unexpected-content'],
    ['a ramp of another kind', /\tR\t/, '\tX\t', 'unexpected-content'],
    ['a fluorescence in words', /\t *[\d,]+\t44\r/, '\tn/a\t44\r', 'unexpected-content'],
    ['a value without a heading', /\t44\r/, '\t44\t1\r', 'unexpected-content'],
    ['a well without its plateau', / 2\tP\t 2\t14\t.*\r\n/g, '', 'unreadable-file'],
    ['a reading less in one well', / 4\tR\t 1\t14\tFAM.*\t44\r\n/, '', 'unreadable-file'],
    ['readings of several cycles', /\t {2}1\t( *[\d,]+\t48\r)/g, '\t  2\t$1', 'no-melt-data'],
  ])('with %s is refused', async (_what, pattern, replacement, code) => {
    const refusal = await refusalOf(read((text) => text.replace(pattern, replacement)));
    expect(refusal).toMatchObject({ code });
    expect(refusal.message).toContain(file!.name);
  });

  test('a plateau whose temperature changes is not taken for a melting curve', async () => {
    const refusal = await refusalOf(read((text) => text.replaceAll(' 4\tR\t', ' 4\tP\t')));
    expect(refusal).toMatchObject({ code: 'no-melt-data' });
  });

  test('of two ramps the second may be lost unnoticed; the remark names the last well', async () => {
    const [two] = generateMxProText(exampleRun({ channels: ['FAM'], step: 5, wellCount: 3 }));
    const survivors = await survivingCuts([two!], profile('agilent-mx3005p'));
    expect(survivors).toHaveLength(1);
    const [{ cut, run }] = survivors as [(typeof survivors)[number]];
    expect(lineEnds(two!)).toContain(cut);
    expect(run.curves.map(({ phase }) => phase)).toEqual(['MELT', 'MELT', 'MELT']);
    expect(run.report.notes.join(' ')).toContain('it holds 3 of 96 wells, the last is A3');
  });

  test('in the other layout of its instrument data is refused with the one to export', async () => {
    const other = fileOf('data.txt', 'D:\\run.mxp\r\nSegment  2 Plateau  1 Well  1\r\n  1  13701  59.6\r\n');
    const refusal = await refusalOf(readAs('agilent-mx3005p', [other]));
    expect(refusal).toMatchObject({ code: 'unsupported-file' });
    expect(refusal.message).toContain('“Text Format 1”');
  });
});

describe('IMPORT-131 Azure Cielo', () => {
  const made = exampleRun({ channels: ['FAM', 'HEX'], phases: ['MELT'], step: 4, wellCount: 5 });
  const [file] = generateAzureCieloCsv(made);
  const read = (text: (text: string) => string) => readAs('azure-cielo', [edited(file!, text)]);
  const builtIn = ANALYSER_PROFILES.find(({ id }) => id === 'azure-cielo')!;

  test('asks which dye each channel reads, and reads them as answered', async () => {
    await expect(readRun([file!], { profile: builtIn })).rejects.toMatchObject({
      code: 'unknown-channel',
      dyes: ['Channel1', 'Channel2'],
    });
    const dyes = [
      { dye: 'Channel1', channel: 'FAM' as const },
      { dye: 'Channel2', channel: null },
    ];
    const run = await readRun([file!], { profile: builtIn, answers: { dyes } });
    expect(run.curves.map(({ channel }) => channel)).toEqual(Array.from({ length: 5 }, () => 'FAM'));
    expect([...run.curves[0]!.temperature.slice(0, 2)]).toEqual([40, 44]);
  });

  test('a channel with only zeros was not read', async () => {
    const run = await read((text) =>
      text.replace(/(Channel1 .*\r\n)((?:\d.*\r\n)+)/, (_all, title: string, rows: string) =>
        [title, rows.replaceAll(/,[^,\r]+/g, ',0')].join(''),
      ),
    );
    expect(run.curves.map(({ channel }) => channel)).toEqual(Array.from({ length: 5 }, () => 'HEX'));
    expect(run.report.ignored).toMatchObject([
      { part: 'Channel1', reason: 'all its readings are 0: it was not read' },
    ]);
  });

  test.each([
    [
      'temperatures in degrees',
      (text: string) => text.replaceAll(/^(\d\d)00,/gm, '$1,'),
      'unexpected-content',
    ],
    ['a channel twice', (text: string) => text.replace('Channel2', 'Channel1'), 'unexpected-content'],
    ['a well twice', (text: string) => text.replace(',A2,', ',A1,'), 'unexpected-content'],
    ['a word for a reading', (text: string) => text.replace(/^(4400,)[^,]+/m, '$1n/a'), 'unexpected-content'],
    [
      'other temperatures in a channel',
      (text: string) => text.replace(/7600(?=[^C]*$)/, '7601'),
      'unreadable-file',
    ],
    [
      'a well less in a channel',
      (text: string) => text.replace(/,A5,\r\n(?=[^C]*$)/, ',\r\n'),
      'unexpected-content',
    ],
  ])('with %s is refused', async (_what, edit, code) => {
    expect(await refusalOf(read(edit))).toMatchObject({ code });
  });

  test('whole channels at the end may be lost unnoticed; the remark names the last one', async () => {
    const survivors = await survivingCuts([file!], profile('azure-cielo'));
    const whole = await readAs('azure-cielo', [file!]);
    expect(whole.report.notes.join(' ')).toContain(
      '2 channels with 11 readings, the last is Channel2 up to 80 °C',
    );
    const FEWEST = 8;
    const FIRST = 11;
    expect(survivors.map(({ cut }) => cut)).toEqual(lineEnds(file!).slice(FEWEST, FIRST + 1));
    for (const { run } of survivors) {
      const count = run.curves[0]!.value.length;
      expect(run.report.notes.join(' ')).toContain(
        `one channel with ${count} readings, the last is Channel1`,
      );
    }
  });
});

describe('IMPORT-132 a file of a known instrument that is not read says what to export', () => {
  const BINARY = new Uint8Array([1, 2, 3, 0, 0, 9]);
  const azure = (title: string) =>
    new Uint8Array(Buffer.from(`\0\0\0${String.fromCharCode(title.length)}${title}\0\0\0\0`, 'latin1'));

  test.each([
    ['run.amxd', BINARY, 'as RDML'],
    ['run.mxp', BINARY, '“Text Format 1”'],
    ['run.aze', BINARY, 'as csv'],
    ['renamed.dat', azure('Azure qPCR Project'), 'as csv'],
    ['renamed.dat', azure('Azure Data\0'), 'as csv'],
  ])('%s', async (name, bytes, advice) => {
    const refusal = await refusalOf(readAs('rdml', [{ name, bytes }]));
    expect(refusal).toMatchObject({ code: 'closed-file' });
    expect(refusal.message).toContain(advice);
  });

  test('a file of a known format is read whatever its name', async () => {
    const [file] = generateMxProText(exampleRun({ phases: ['MELT'], step: 4, wellCount: 2 }));
    expect((await readAs('agilent-mx3005p', [named(file!, 'run.mxp')])).wells).toHaveLength(2);
  });

  test('if it is the Excel export of AriaMx', async () => {
    const bytes = await writeXlsx([{ name: 'Tabular Results', rows: [['Well', 'Cq (∆Rn)']] }]);
    const refusal = await refusalOf(readAs('rdml', [{ name: 'aria.xlsx', bytes }]));
    expect(refusal).toMatchObject({ code: 'unsupported-file', found: 'sheets Tabular Results' });
    expect(refusal.message).toContain('as RDML');
  });

  test('if it is a table of results of a qTOWER', async () => {
    const table = [
      'Title:,run',
      'Date/Time:,9/15/2022 1:49:58 PM,9/15/2022 4:03:57 PM',
      'Device:,qTOWER³ G,1',
      '',
      'Well,,Sample name,Sample type,Ct',
      'A1,,c1,Unknown,13.39',
      '',
    ].join('\r\n');
    const bytes = new Uint8Array(Buffer.from(table, 'latin1'));
    const refusal = await refusalOf(readAs('rdml', [{ name: 'results.csv', bytes }]));
    expect(refusal).toMatchObject({ code: 'no-melt-data' });
    expect(refusal.message).toContain('export the run as RDML');
  });
});

test('IMPORT-133 a run read from a format without a real file says so, and one of a seen format does not', async () => {
  const [mx] = generateMxProText(exampleRun({ phases: ['MELT'], step: 4, wellCount: 2 }));
  const notes = (await readAs('agilent-mx3005p', [mx!])).report.notes;
  expect(notes[0]).toBe(
    'Files of Agilent Mx3000P / Mx3005P (Agilent MxPro, text) are known from documentation only. Compare the curves with the analyser’s own display.',
  );
  const seen = { ...profile('agilent-mx3005p') };
  const formats = seen.formats.map((entry) => ({ ...entry, confidence: 'seen' as const }));
  const { report } = await readRun([mx!], { profile: { ...seen, formats } });
  expect(report.notes.join(' ')).not.toContain(UNKNOWN);
});

test('IMPORT-135 a LightCycler 96 experiment file is RDML beside other parts, read by the analyser of that name', async () => {
  const [rdml] = generateRdmlXml(exampleRun({ phases: ['MELT'], step: 4, wellCount: 3 }));
  const document = edited(rdml!, (text) =>
    text.replaceAll(/<instrument>.*?<\/instrument>/g, '<instrument>LC96SN11301</instrument>'),
  );
  const part = (name: string, root: string) =>
    fileOf(name, `<?xml version="1.0"?>\n<${root} xmlns="http://www.roche.ch/${root}"/>\n`);
  const bytes = await writeZip([
    part('app_data.xml', 'rocheLC96AppExtension'),
    part('calculated_data.xml', 'rocheLC96CalculatedData'),
    named(document, 'rdml_data.xml'),
  ]);
  const { run, profile: read } = await readRunOfAny([{ name: 'run.lc96p', bytes }], {
    profiles: ANALYSER_PROFILES,
  });
  expect(read.name).toBe('LightCycler 96');
  expect(run.instrument).toMatchObject({ name: 'LightCycler 96', serial: '11301' });
  expect(run.curves).toHaveLength(6);
  expect(run.report.notes[0]).toContain(UNKNOWN);
});
