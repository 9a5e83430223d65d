import { gzipSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { exampleRun, profile } from '../../test/example-run.ts';
import { WRITABLE_FORMATS } from '../../test/formats.ts';
import { edited, readAs, refusalOf, textOf } from '../../test/variants.ts';
import { generateLightCycler480Text, generateRdes, generateRotorGene } from '../../test/generate/index.ts';
import { readRun } from '../index.ts';
import type { SourceFile } from '../index.ts';

describe.each(WRITABLE_FORMATS)('$name', (format) => {
  test('is the same run if it is compressed with gzip', async () => {
    const files = await format.generate(exampleRun({ channels: format.channels, step: 4, wellCount: 4 }));
    const packed = files.map(({ name, bytes }) => ({
      name: `${name}.gz`,
      bytes: new Uint8Array(gzipSync(bytes)),
    }));
    const options = { profile: profile(format.profile) };
    expect((await readRun(packed, options)).curves).toEqual((await readRun(files, options)).curves);
  });
});

const TEXTS = WRITABLE_FORMATS.filter(({ name }) =>
  /csv \(|txt|tsv|SpreadsheetML|CFX xml|rex|RDML xml/.test(name),
);

describe.each(TEXTS)('$name', (format) => {
  test.each([
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text.replace(/^<\?xml.*?\?>\s*/, '')}`, 'utf16le')],
    [
      'UTF-16, the other way round',
      (text: string) => Buffer.from(`\uFEFF${text.replace(/^<\?xml.*?\?>\s*/, '')}`, 'utf16le').swap16(),
    ],
  ])('in %s is the same run', async (_what, encode) => {
    const files = await format.generate(exampleRun({ channels: format.channels, step: 4, wellCount: 4 }));
    const encoded = files.map((file) => ({ name: file.name, bytes: new Uint8Array(encode(textOf(file))) }));
    const options = { profile: profile(format.profile) };
    expect((await readRun(encoded, options)).curves).toEqual((await readRun(files, options)).curves);
  });
});

describe('LightCycler 480', () => {
  const [raw] = generateLightCycler480Text(exampleRun({ step: 2 }));
  const curvesOf = async (file: SourceFile) => (await readAs('lightcycler-480', [file])).curves;

  test.each([
    ['the filters of the first model', '483-533', '558-610', ['FAM', 'TEXAS_RED']],
    ['the filters of the second model, with blanks', '465 - 510', '533 - 610', ['FAM', 'TEXAS_RED']],
    ['a filter of no channel', '465-510', '440-488', ['FAM']],
  ])('is read with %s', async (_what, green, red, channels) => {
    const file = edited(raw!, (text) =>
      text.replace('465-510', `x${green}`).replace('533-610', red).replace(`x${green}`, green),
    );
    const run = await readAs('lightcycler-480', [file]).catch((error: unknown) => error);
    expect([
      ...new Set((run as Awaited<ReturnType<typeof readAs>>).curves.map(({ channel }) => channel)),
    ]).toEqual(channels);
  });

  test('OPS-603 a table of results is refused with the export to make', async () => {
    const table =
      'Experiment: X  Selected Filter: SYBR Green I / HRM Dye (483-533)\r\nInclude\tColor\tPos\tName\tGroup\tScore\tRes\tStatus\r\nTrue\t151\tA1\tSample 1\t3\t0.83\t0.15\t\r\n';
    const file = { name: 'x.txt', bytes: new TextEncoder().encode(table) };
    const { code, message } = await refusalOf(readAs('lightcycler-480', [file]));
    expect(code).toBe('no-melt-data');
    expect(message).toContain(
      'export the raw data of the experiment as text, with the columns Prog#, Seg# and Temp',
    );
  });

  test('with cycles before the melting curves, Unix line endings and a time', async () => {
    const file = edited(raw!, (text) => {
      const [title = '', header = '', ...rows] = text.split('\r\n').filter((line) => line !== '');
      const wells = [...new Set(rows.map((row) => row.split('\t', 1)[0]!))];
      const cycles = wells.flatMap((well) =>
        [1, 2, 3].map((cycle) => `${well}\tSample\t2\t2\t${cycle}\t${cycle}000\t59.9\t0.5\t0.6\t`),
      );
      return `${[title, header, ...cycles, ...rows].join('\n')}\n`;
    });
    expect(await curvesOf(file)).toEqual(await curvesOf(raw!));
  });

  test('without a column of temperatures is refused, with the required headers', async () => {
    const error = await refusalOf(
      readAs('lightcycler-480', [edited(raw!, (text) => text.replace('\tTemp\t', '\t'))]),
    );
    expect(error).toMatchObject({ code: 'missing-information' });
    expect(error.message).toContain('export the raw data with time and temperature');
  });
});

describe('Rotor-Gene', () => {
  const [rex] = generateRotorGene(exampleRun({ step: 2, wellCount: 4 }));
  const curvesOf = async (file: SourceFile) => (await readAs('rotor-gene-q', [file])).curves;

  test.each([
    ['the masculine ordinal for the degree sign', (text: string) => text.replaceAll('>deg.<', '>ºC<')],
    ['a degree sign', (text: string) => text.replaceAll('>deg.<', '>°C<')],
    [
      'numbers without a leading zero, and line ends of Windows',
      (text: string) =>
        text.replaceAll('<StepX>2<', '<StepX>2.0<').replaceAll('>0.', '>.').replaceAll('\n', '\r\n'),
    ],
    [
      'cycling channels beside',
      (text: string) =>
        text.replace(
          '<RawChannels>',
          '<RawChannels>\n<RawChannel>\n<Name>Cycling A.Green</Name>\n<StartX>1</StartX>\n<StepX>1</StepX>\n<MinXPoints>3</MinXPoints>\n<XAxisLabel>Cycle</XAxisLabel>\n<Reading>1 2 3</Reading>\n</RawChannel>',
        ),
    ],
    [
      'as many points as are stated',
      (text: string) =>
        text.replaceAll(/<MinXPoints>(\d+)</g, (_, count: string) => `<MinXPoints>${Number(count) - 1}<`),
    ],
    [
      'attributes and a comment',
      (text: string) => text.replace('<Experiment>', '<Experiment version="1"><!-- saved -->'),
    ],
  ])('is read with %s', async (_what, edit) => {
    expect(await curvesOf(edited(rex!, edit))).toEqual(await curvesOf(rex!));
  });

  test('with more tubes than a plate has wells is refused', async () => {
    const many = edited(rex!, (text) =>
      text.replaceAll(
        /(<Reading>[^<]*<\/Reading>)\n<\/RawChannel>/g,
        (_, reading: string) => `${`${reading}\n`.repeat(97)}</RawChannel>`,
      ),
    );
    expect(await refusalOf(readAs('rotor-gene-q', [many]))).toMatchObject({ expected: 'at most 96 tubes' });
  });
});

describe('RDES', () => {
  const [tsv] = generateRdes(exampleRun({ step: 2, wellCount: 4 }));
  const curvesOf = async (file: SourceFile) => (await readAs('rdml', [file])).curves;
  const withColumn = (heading: string, value: string) => (text: string) =>
    text
      .split('\n')
      .map((line, row) =>
        line === ''
          ? line
          : line
              .split('\t')
              .toSpliced(6, 0, row === 0 ? heading : value)
              .join('\t'),
      )
      .join('\n');

  test.each([
    ['a column of melting temperatures', withColumn('Tm', '60.5')],
    ['an empty column of melting temperatures', withColumn('Tm', '')],
    ['line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    ['padded wells', (text: string) => text.replaceAll(/^([A-H])(\d)\t/gm, '$10$2\t')],
  ])('is read with %s', async (_what, edit) => {
    expect((await curvesOf(edited(tsv!, edit))).map(({ position, value }) => [position, value])).toEqual(
      (await curvesOf(tsv!)).map(({ position, value }) => [position, value]),
    );
  });
});
