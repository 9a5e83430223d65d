import { gunzipSync } from 'node:zlib';

import type { ChannelName } from '@curvewell/domain';
import { describe, expect, test } from 'vitest';

import { exampleRun, profile } from '../../test/example-run.ts';
import { HAS_REAL_FILES, realFiles, WHY_SKIPPED } from '../../test/real-files.ts';
import {
  generateCfxCsv,
  generateLightCycler480Text,
  generateRdmlXml,
  withAmplification,
  type SyntheticRun,
} from '../../test/generate/index.ts';
import { ANALYSER_PROFILES, readRun, readRunOfAny } from '../index.ts';
import { inspectUpload } from '../upload/inspect-upload.ts';
import {
  amplificationSha256,
  packAmplification,
  unpackAmplification,
} from '../packed-curves/packed-amplification.ts';
import type { DyedSeries } from '../assemble/joined-dyes.ts';
import type { RunFile } from '../run-file.ts';
import type { SourceFile } from '../source-file.ts';
import { amplificationChannels } from './amplification-channels.ts';

const CFX = profile('bio-rad-cfx96');
const plain = exampleRun({ phases: ['MELT'], wellCount: 6 });
/** A1 amplifies in FAM, A2 in both channels, the others in none. */
const example: SyntheticRun = withAmplification(plain, {
  cycleCount: 40,
  cqOf: (position, channel) =>
    position === 'A2' ? 24.5 : position === 'A1' && channel === 'FAM' ? 30.25 : null,
  stated: (cq) => cq ?? 'none',
});

const edited = (files: readonly SourceFile[], change: (text: string, name: string) => string): SourceFile[] =>
  files.map(({ name, bytes }) => ({
    name,
    bytes: new TextEncoder().encode(change(new TextDecoder().decode(bytes), name)),
  }));

const CQS = [
  ['A1 FAM', 30.25],
  ['A2 FAM', 24.5],
  ...['A3', 'A4', 'A5', 'A6'].map((position) => [`${position} FAM`, 'none']),
  ['A1 TEXAS_RED', 'none'],
  ['A2 TEXAS_RED', 24.5],
  ...['A3', 'A4', 'A5', 'A6'].map((position) => [`${position} TEXAS_RED`, 'none']),
];

/** The raw data of LightCycler 480 software and its table of Cp. */
const withCps = (
  channels: readonly ChannelName[],
  { filter, rows }: { readonly filter: string; readonly rows: readonly string[] },
): SourceFile[] => [
  ...generateLightCycler480Text(exampleRun({ channels, phases: ['MELT'], step: 5 })),
  {
    name: 'results.txt',
    bytes: new TextEncoder().encode(
      [
        `Experiment: x  Selected Filter: ${filter}`,
        'Include\tColor\tPos\tName\tCp\tConcentration\tStandard\tStatus',
        ...rows,
        '',
      ].join('\r\n'),
    ),
  },
];
const LIGHTCYCLER = profile('lightcycler-480');
const cqsOf = ({ amplification }: RunFile) =>
  amplification.map(({ position, channel, cq }) => [`${position} ${channel}`, cq]);

describe('amplification beside melting curves', () => {
  const expectRead = async (files: readonly SourceFile[]) => {
    const run = await readRun(files, { profile: CFX });
    expect(run.curves).toHaveLength(12);
    expect(run.amplification.map(({ position, channel, cq }) => [`${position} ${channel}`, cq])).toEqual(CQS);
    expect(run.amplification.map(({ value }) => value)).toEqual(
      run.amplification.map(
        ({ position, channel }) =>
          example.amplification?.find((one) => one.position === position && one.channel === channel)?.value,
      ),
    );
    expect([...(run.amplification[0]?.cycle ?? [])].slice(0, 3)).toEqual([1, 2, 3]);
    expect(run.report.amplification).toEqual([
      { channel: 'FAM', dye: 'FAM', wellCount: 6, cycleCount: 40, cqCount: 6 },
      { channel: 'TEXAS_RED', dye: 'Texas Red', wellCount: 6, cycleCount: 40, cqCount: 6 },
    ]);
  };

  test('IMPORT-137 is read from RDML, with the Cq that the file states', () =>
    expectRead(generateRdmlXml(example)));

  test.each(['english', 'german'] as const)(
    'IMPORT-138 is read from the reports of CFX software, with the numbers of an %s computer',
    (locale) => expectRead(generateCfxCsv(example, locale)),
  );

  test('IMPORT-137 a run without amplification does not mention it, and its melting curves are the same', async () => {
    const without = await readRun(generateRdmlXml(plain), { profile: CFX });
    const beside = await readRun(generateRdmlXml(example), { profile: CFX });
    expect(without.amplification).toEqual([]);
    expect(without.report).not.toHaveProperty('amplification');
    expect(beside.curves).toEqual(without.curves);
  });

  test.each([
    ['a Cq of −1', (text: string) => text.replaceAll(/<cq>[^<]*<\/cq>/g, '<cq>-1.0</cq>')],
    ['excluded data', (text: string) => text.replaceAll(/(<cq>[^<]*<\/cq>)/g, '$1<excl>bad baseline</excl>')],
  ])('IMPORT-137 RDML does not state a Cq, nor that there is none, of %s', async (_, change) => {
    const run = await readRun(edited(generateRdmlXml(example), change), { profile: CFX });
    expect(run.amplification).toHaveLength(12);
    expect(new Set(run.amplification.map(({ cq }) => cq))).toEqual(new Set([null]));
  });

  test('IMPORT-137 an empty Cp states that there is none only of a well that is included', async () => {
    const rows = [
      'True\t255\tA1\tS\t20.5',
      'True\t255\tA2\tS\t',
      'False\t255\tA3\tS\t',
      'False\t255\tA4\tS\t21',
    ];
    const run = await readRun(withCps(['FAM'], { filter: '(465-510)', rows }), { profile: LIGHTCYCLER });
    expect(cqsOf(run)).toEqual([
      ['A1 FAM', 20.5],
      ['A2 FAM', 'none'],
    ]);
  });

  test.each([
    ['a cycle that is no number', (text: string) => text.replace('<cyc>3</cyc>', '<cyc>three</cyc>'), 11],
    ['cycles that do not rise', (text: string) => text.replace('<cyc>3</cyc>', '<cyc>1</cyc>'), 11],
    [
      'a point without fluorescence',
      (text: string) => text.replace(/(<cyc>3<\/cyc>)<fluor>[^<]*<\/fluor>/, '$1'),
      11,
    ],
  ])('IMPORT-139 %s is a doubt of the import, and every melting curve is read', async (_, change, kept) => {
    const run = await readRun(edited(generateRdmlXml(example), change), { profile: CFX });
    expect(run.curves).toHaveLength(12);
    expect(run.amplification).toHaveLength(kept);
    expect(run.report.notes.join()).toMatch(
      /One amplification curve of CW000001\.xml cannot be read and is not kept \(.*\)\. Melting curves are not affected\./,
    );
  });

  test('IMPORT-139 a report of CFX software that was cut short, or renamed, is a doubt as well', async () => {
    const isFam = (name: string) => name.includes('Amplification Results_FAM');
    const cut = edited(generateCfxCsv(example), (text, name) => (isFam(name) ? text.slice(0, -9) : text));
    const renamed = generateCfxCsv(example).map((file) =>
      isFam(file.name) ? { ...file, name: 'x.csv' } : file,
    );
    for (const files of [cut, renamed]) {
      const run = await readRun(files, { profile: CFX });
      expect(run.curves).toHaveLength(12);
      expect(run.amplification.filter(({ cycle }) => cycle.length > 0)).toHaveLength(6);
      expect(run.report.notes.join()).toMatch(/One amplification curve of .*csv cannot be read/);
    }
  });

  test('IMPORT-139 two curves of a well that differ are not kept', async () => {
    const [file] = generateRdmlXml(example);
    const twice = edited([file!], (text) =>
      text.replace(
        /(<react id="1">.*?)(<data><tar id="probe FAM"\/>)(.*?)<\/data>/,
        (_, head: string, data: string, points: string) =>
          `${head}${data}${points}</data>${data}${points.replaceAll(/<mdp>.*?<\/mdp>/g, '').replace('<cq>30.25', '<cq>20')}</data>`,
      ),
    );
    const run = await readRun(twice, { profile: CFX });
    expect(run.curves).toHaveLength(12);
    expect(run.amplification.map(({ position, channel }) => `${position} ${channel}`)).not.toContain(
      'A1 FAM',
    );
    expect(run.report.notes.join()).toContain(
      'two amplification curves or Cq values of one dye for 1 well, first A1',
    );
  });

  test.each([
    ['no filter', 'All ()'],
    ['a filter of no channel', '(440-488)'],
  ])('IMPORT-139 Cp of %s are not kept where a well has two', async (_, filter) => {
    const files = withCps(['FAM', 'TEXAS_RED'], { filter, rows: ['True\t255\tA1\tS\t20.5'] });
    const run = await readRun(files, { profile: LIGHTCYCLER });
    expect(run.amplification).toEqual([]);
    expect(
      run.report.notes.some((note) =>
        note.includes('does not state the dye or channel for 1 well, first A1'),
      ),
    ).toBe(filter === 'All ()');
    const one = await readRun(withCps(['FAM'], { filter: 'All ()', rows: ['True\t255\tA1\tS\t20.5'] }), {
      profile: LIGHTCYCLER,
    });
    expect(cqsOf(one)).toEqual([['A1 FAM', 20.5]]);
  });

  /** The amplification of TEXAS_RED as that of other dyes, without melting curves. */
  const withDyes = (...dyes: readonly string[]) =>
    edited(generateRdmlXml(exampleWithoutRed), (text) =>
      text
        .replace(
          '<target ',
          dyes.map((dye) => `<target id="of ${dye}"><dyeId id="${dye}"/></target>`).join('') + '<target ',
        )
        .replaceAll('</react>', `${dyes.map(dyeData).join('')}</react>`),
    );
  const exampleWithoutRed = exampleRun({ channels: ['FAM'], phases: ['MELT'], wellCount: 6 });
  const dyeData = (dye: string, index: number) => `<data><tar id="of ${dye}"/><cq>${20 + index}</cq></data>`;

  test('IMPORT-139 two dyes of one channel are not kept', async () => {
    const read = async (...dyes: readonly string[]) => readRun(withDyes(...dyes), { profile: CFX });
    expect(cqsOf(await read('HEX')).slice(0, 1)).toEqual([['A1 HEX', 20]]);
    const both = await read('VIC', 'HEX');
    expect(both.amplification).toEqual([]);
    expect(both.report.notes.join()).toContain('does not state the dye or channel for 6 wells, first A1');
  });

  test('IMPORT-139 a target of two dyes has no amplification, unless its table names the dye', () => {
    const melt = { position: 'A1', target: 'T', source: 0 };
    const at = (dyes: readonly string[]) =>
      amplificationChannels([{ ...series, dye: null }, ...dyes.map((dye) => ({ ...series, dye }))], {
        profile: CFX,
        answers: [],
        kept: [],
        channels: new Map([['FAM', 'FAM']]),
        series: [{ ...melt, dye: 'FAM' } as DyedSeries],
      }).channelOf;
    const series = {
      position: 'A1',
      target: 'T',
      cq: 20,
      cycle: new Float64Array(),
      value: new Float64Array(),
      place: { file: 'x' },
    };
    expect(at([])({ ...series, dye: null })).toBe('FAM');
    expect(at(['FAM'])({ ...series, dye: null })).toBe('FAM');
    expect(at(['FAM', 'HEX'])({ ...series, dye: null })).toBe('several');
    expect(at(['FAM', 'HEX'])({ ...series, dye: 'HEX' })).toBe('HEX');
  });

  test('TRUST-613 the report names an answer about a dye of amplification only, so that it is read again', async () => {
    const kept = [{ dye: 'New Red', channel: 'HEX' } as const];
    const run = await readRun(withDyes('New Red'), { profile: CFX, kept });
    expect(run.amplification).toHaveLength(6);
    expect(run.report.answers).toEqual({ dyes: kept });
    const again = await readRun(withDyes('New Red'), { profile: CFX, answers: run.report.answers! });
    expect(again.amplification).toEqual(run.amplification);
  });

  test.each([
    [25.3, null],
    [20, 'none'],
    [21, 'none'],
    [19.9, 19.9],
  ] as const)('IMPORT-139 a Cq of %s beside 20 cycles is kept as %s', async (stated, kept) => {
    const short = withAmplification(plain, { cycleCount: 20, cqOf: () => null, stated: () => stated });
    const { amplification, report } = await readRun(generateRdmlXml(short), { profile: CFX });
    expect(new Set(amplification.map(({ cq }) => cq))).toEqual(new Set([kept]));
    expect(
      report.notes.includes(
        'CW000001.xml has a Cq after the last cycle of the amplification curve for 12 wells, first A1. It is not kept. Melting curves are not affected.',
      ),
    ).toBe(kept === null);
  });

  test('IMPORT-140 a run that would have too many files with it is read without', async () => {
    const run = await readRun(generateCfxCsv(example), { profile: { ...CFX, maxNumberOfFilesByRun: 6 } });
    expect(run.curves).toHaveLength(12);
    expect(run.amplification).toEqual([]);
    expect(run.report.notes.join()).toContain(
      'Amplification is not kept: with it the run would have 9 files',
    );
  });

  test('IMPORT-141 packed amplification is restored to the bit, and its hash is of its content', async () => {
    const { amplification } = await readRun(generateRdmlXml(example), { profile: CFX });
    const unpacked = unpackAmplification(packAmplification(amplification));
    expect(unpacked).toEqual(amplification);
    expect(amplificationSha256(unpacked)).toBe(amplificationSha256(amplification));
    const [first, ...others] = unpacked;
    expect(amplificationSha256([{ ...first!, cq: null }, ...others])).not.toBe(amplificationSha256(unpacked));
    expect(() => unpackAmplification(packAmplification(amplification).fill(0, 0, 1))).toThrow(
      'do not begin with “CWPA”',
    );
    const onlyCq = [{ ...first!, cycle: new Float64Array(), value: new Float64Array() }];
    expect(unpackAmplification(packAmplification(onlyCq))).toEqual(onlyCq);
  });

  test('IMPORT-142 the check before an import names channels and cycles', async () => {
    const { runs } = await inspectUpload(generateRdmlXml(example), {
      candidates: [{ analyserId: 'x', profile: CFX, kept: [] }],
      now: new Date(),
    });
    expect(runs[0]?.analysers[0]?.amplification).toMatchObject([
      { channel: 'FAM', cycleCount: 40 },
      { channel: 'TEXAS_RED', cycleCount: 40 },
    ]);
  });
});

const REAL = [
  ['rdml-cfx96-fam-cy5', /rdml$/, { FAM: [30, 41, 26], CY5: [30, 41, 0] }],
  ['rdml-lightcycler480-two-product-mix', /rdml$/, { FAM: [50, 45, 0] }],
  ['cfx-manager-csv-semicolon/run-2019-07-01-samples-67-68-69-73', /csv$/, { FAM: [88, 40, 88] }],
  ['quantstudio7pro-xlsx-single', /xlsx$/, { FAM: [96, 40, 96] }],
  ['stepone-xls-melt', /xls$/, { FAM: [85, 40, 85] }],
  ['lightcycler480-txt', /Edward/, { FAM: [384, 40, 384] }],
  ['rdes-tsv', /tsv$/, { FAM: [90, 38, 55] }],
] as const;

/** Allows as many files as the published folders have. */
const GENEROUS = ANALYSER_PROFILES.map((one) => ({ ...one, maxNumberOfFilesByRun: 50 }));

test.skipIf(!HAS_REAL_FILES).each(REAL)(
  `IMPORT-140 the real run of %s has its amplification (else ${WHY_SKIPPED})`,
  async (folder, names, expected) => {
    const files = realFiles(folder, names).map(({ name, bytes }) =>
      name.endsWith('.gz')
        ? { name: name.slice(0, -3), bytes: new Uint8Array(gunzipSync(bytes)) }
        : { name, bytes },
    );
    const { run } = await readRunOfAny(files, { profiles: GENEROUS });
    const found = (run.report.amplification ?? []).map(({ channel, wellCount, cycleCount, cqCount }) => [
      channel,
      [wellCount, cycleCount, cqCount],
    ]);
    expect(Object.fromEntries(found)).toEqual(expected);
  },
);
