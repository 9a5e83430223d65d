import type { ChannelName, ReadAnswers } from '@curvewell/domain';
import { describe, expect, test } from 'vitest';

import { profile } from '../test/example-run.ts';
import { HAS_REAL_FILES, realFiles, WHY_SKIPPED } from '../test/real-files.ts';
import { vendorDerivative } from '../test/generate/index.ts';
import { readRun } from './index.ts';
import type { RunFile } from './index.ts';

interface Truth {
  readonly name: string;
  readonly folder: string;
  readonly files: RegExp;
  readonly profile: string;
  readonly plateType?: RunFile['plateType'];
  readonly quantity?: 'fluorescence' | 'derivative';
  readonly answers?: ReadAnswers;
  readonly dye: string;
  /** Default: FAM. */
  readonly channel?: ChannelName;
  readonly wells: number;
  readonly points: number;
  /**
   * Well, temperature and value of the first reading of the first curve, and of the last reading of the last
   * curve.
   */
  readonly first: readonly [string, number, number];
  readonly last: readonly [string, number, number];
  /** Sums of all temperatures and of all values. */
  readonly sums: readonly [number, number];
  readonly run?: Partial<Pick<RunFile, 'formatVersion' | 'runDate' | 'instrument'>>;
  /** Name and sample type of some wells. */
  readonly labels?: Readonly<Record<string, readonly [string | null, string | null]>>;
}

const CSV = 'cfx-manager-csv-semicolon';
const MELT_CSV = /RFU|Summary|Run Information/;

// Extracted from the files by an independent script (Python: zipfile, regular expressions, xlrd).
const TRUTHS: readonly Truth[] = [
  {
    name: 'CFX Manager 2.1 xlsx',
    folder: 'cfx-manager-xlsx',
    files: /Melt Curve/,
    profile: 'bio-rad-cfx96',
    dye: 'SYBR',
    wells: 96,
    points: 251,
    first: ['A1', 25, 2236.60738280609],
    last: ['H12', 100, 2153.90118266212],
    sums: [1506000, 55096901.057715796],
    run: {
      formatVersion: '2.1.1022.0523',
      runDate: '2023-04-09T13:35:03',
      instrument: { name: 'Bio-Rad CFX', model: null, serial: 'CT001621' },
    },
  },
  {
    name: 'CFX Manager 3.1 csv, five fluorophores',
    folder: `${CSV}/run-2019-04-18-five-fluorophores`,
    files: MELT_CSV,
    profile: 'bio-rad-cfx96',
    dye: 'FAM',
    wells: 96,
    points: 61,
    first: ['A1', 65, 3754.40116759273],
    last: ['H12', 95, 2031.58683681185],
    sums: [468480, 17945892.75023029],
    run: { formatVersion: '3.1.1517.0823', runDate: '2019-04-18T13:47:21Z' },
    labels: { A1: [null, null] },
  },
  {
    name: 'CFX Manager 3.1 csv derivative, five fluorophores',
    folder: `${CSV}/run-2019-04-18-five-fluorophores`,
    files: /Derivative/,
    profile: 'bio-rad-cfx96',
    quantity: 'derivative',
    dye: 'FAM',
    wells: 96,
    points: 61,
    first: ['A1', 65, 11.2059321383811],
    last: ['H12', 95, 3.68463238817105],
    sums: [468480, 395490.09326501325],
  },
  {
    name: 'CFX Manager 3.1 csv, 88 wells',
    folder: `${CSV}/run-2019-07-01-samples-67-68-69-73`,
    files: MELT_CSV,
    profile: 'bio-rad-cfx96',
    dye: 'SYBR',
    wells: 88,
    points: 61,
    first: ['A1', 65, 3964.449606222],
    last: ['H11', 95, 2239.36686917339],
    sums: [429440, 14979367.961060083],
    run: { runDate: '2019-07-01T09:01:24Z' },
    labels: { A1: ['MouseCaecum1', null], A9: ['MouseCaecum1', 'POSITIVE_TEST'] },
  },
  {
    name: 'CFX Manager 3.1 csv, 22 wells',
    folder: `${CSV}/run-2019-07-11-sample-48-partial-plate`,
    files: MELT_CSV,
    profile: 'bio-rad-cfx96',
    dye: 'SYBR',
    wells: 22,
    points: 61,
    first: ['A1', 65, 4515.3597242981],
    last: ['B11', 95, 2202.81488437107],
    sums: [107360, 3984276.7152790604],
  },
  {
    name: 'QuantStudio 1, three workbooks',
    folder: 'quantstudio1-xlsx-split',
    files: /xlsx$/,
    profile: 'quantstudio',
    dye: 'SYBR',
    wells: 96,
    points: 113,
    first: ['A1', 59.99330139160156, 989365.5625],
    last: ['H12', 94.75152587890625, 26311.900390625],
    sums: [839125.7183837891, 2878650148.633789],
    run: {
      formatVersion: '2.6.2',
      runDate: '2022-05-01T16:42:24Z',
      instrument: { name: '2721220100840', model: 'QuantStudio™ 1 System', serial: '2721220100840' },
    },
    labels: { A1: ['E57aAGL', null], H12: ['E57aNTC2', 'NEGATIVE_TEST'] },
  },
  {
    name: 'QuantStudio 7 Pro, one workbook',
    folder: 'quantstudio7pro-xlsx-single',
    files: /xlsx$/,
    profile: 'quantstudio',
    dye: 'SYBR',
    wells: 96,
    points: 109,
    first: ['A1', 59.99489974975586, 1326409.25],
    last: ['H12', 93.7809829711914, 3253.33251953125],
    sums: [805014.1811523438, 6870850125.585449],
    run: { formatVersion: '2.7.0', runDate: '2019-03-19T04:06:56-04:00' },
    labels: { A1: ['Roche gDNA', null] },
  },
  {
    name: 'StepOnePlus xls, derivative only',
    folder: 'stepone-xls-melt',
    files: /xls$/,
    profile: 'stepone-7500',
    quantity: 'derivative',
    dye: 'SYBR',
    wells: 85,
    points: 117,
    first: ['A1', 60.23939895629883, 0.42395657300949097],
    last: ['H1', 94.97360229492188, 0.0033694920130074024],
    sums: [772202.4667701721, 3012.4786693854257],
    run: {
      runDate: '2021-03-15T16:25:32-04:00',
      instrument: { name: null, model: 'steponeplus', serial: null },
    },
    labels: { A1: ['19WT1', null] },
  },
  {
    name: 'LightCycler 480 text in gzip',
    folder: 'lightcycler480-txt',
    files: /calibration_2019-02-02\.txt/,
    profile: 'lightcycler-480',
    plateType: 'RECTANGULAR_384',
    dye: '483-533',
    wells: 384,
    points: 176,
    first: ['A1', 59.93, 5.4],
    last: ['P24', 94.74, 0.29],
    sums: [5223095.04, 207309.09],
    run: { formatVersion: '1.5.0.39', runDate: null },
    labels: { A1: ['Sample 1', null], P24: ['Sample 384', null] },
  },
  {
    name: 'Rotor-Gene 6000, HOXD12',
    folder: 'rotorgene-rex-xml',
    files: /HOXD12/,
    profile: 'rotor-gene-q',
    dye: 'HRM',
    wells: 72,
    points: 126,
    first: ['A1', 65, 1.32478828107118],
    last: ['F12', 90, 0.31442561002428],
    sums: [703080, 180230.303666839],
    run: { formatVersion: 'REX 3.14', runDate: '2017-06-17T15:48:10' },
    labels: { A1: ['NTC (HOXD12)', null] },
  },
  {
    name: 'Rotor-Gene 6000, PRAC',
    folder: 'rotorgene-rex-xml',
    files: /PRAC/,
    profile: 'rotor-gene-q',
    dye: 'HRM',
    wells: 72,
    points: 126,
    first: ['A1', 65, 40.053758707913],
    last: ['F12', 90, 0.328984512092775],
    sums: [703080, 147959.81433484616],
  },
  {
    name: 'RDES 1.0',
    folder: 'rdes-tsv',
    files: /melting/,
    profile: 'rdml',
    dye: 'SYBRGreen I',
    wells: 90,
    points: 82,
    first: ['A1', 60, 2779.61],
    last: ['H10', 92.4, 480.54],
    sums: [562356, 13135700.14],
    labels: { A1: ['gDNA', null], A11: ['NTC', 'NEGATIVE_TEST'] },
  },
  {
    name: 'RDML 1.4, LightCycler 480',
    folder: 'rdml-lightcycler480-two-product-mix',
    files: /rdml$/,
    profile: 'rdml',
    plateType: 'RECTANGULAR_384',
    dye: 'CYBR Green I',
    wells: 50,
    points: 149,
    first: ['G12', 64.91, 30.82],
    last: ['K21', 96.76, 1.12],
    sums: [601511.5, 105660.2],
    run: { formatVersion: '1.4' },
    labels: { G12: ['A0_CRE100', null] },
  },
  {
    name: 'RDML 1.1, CFX96, the first of two dyes',
    folder: 'rdml-cfx96-fam-cy5',
    files: /rdml$/,
    profile: 'bio-rad-cfx96',
    answers: { dyes: [{ dye: 'Cy5', channel: null }] },
    dye: 'FAM',
    wells: 30,
    points: 61,
    first: ['A1', 35, 2763.42351342791],
    last: ['H10', 95, 2714.04014448435],
    sums: [118950, 4896953.781417321],
    run: {
      formatVersion: '1.1',
      instrument: { name: 'Bio-Rad CFX', model: '96FX', serial: 'CC009466' },
    },
    labels: { A1: ['Alm12', 'POSITIVE_TEST'] },
  },
  {
    name: 'KIT-191 RDML 1.1, CFX96, the second of two dyes',
    folder: 'rdml-cfx96-fam-cy5',
    files: /rdml$/,
    profile: 'bio-rad-cfx96',
    answers: { dyes: [{ dye: 'FAM', channel: null }] },
    dye: 'Cy5',
    channel: 'CY5',
    wells: 30,
    points: 61,
    first: ['A1', 35, 2756.69600547656],
    last: ['H10', 95, 2903.77129762148],
    sums: [118950, 5234174.738677149],
  },
];

interface Refusal {
  readonly folder: string;
  readonly files: RegExp;
  readonly profile: string;
  readonly code: string;
}

const REFUSALS: readonly Refusal[] = [
  { folder: 'cfx-manager-csv-comma-no-melt', files: /csv$/, profile: 'bio-rad-cfx96', code: 'no-melt-data' },
  { folder: 'cfx-manager-xlsx', files: /Tm_values/, profile: 'bio-rad-cfx96', code: 'unsupported-file' },
  { folder: 'lightcycler480-txt', files: /_Cq/, profile: 'lightcycler-480', code: 'no-melt-data' },
  { folder: 'lightcycler480-txt', files: /^JA/, profile: 'lightcycler-480', code: 'no-melt-data' },
  { folder: 'native-closed-files', files: /pcrd$/, profile: 'bio-rad-cfx96', code: 'closed-file' },
  { folder: 'native-closed-files', files: /eds$/, profile: 'stepone-7500', code: 'closed-file' },
  { folder: 'quantstudio1-xlsx-split', files: /Raw/, profile: 'quantstudio', code: 'missing-information' },
  { folder: 'quantstudio1-xlsx-split', files: /_Results/, profile: 'quantstudio', code: 'no-melt-data' },
  { folder: 'rdes-tsv', files: /amplification/, profile: 'rdml', code: 'no-melt-data' },
  { folder: 'rdml-three-instruments', files: /rdml$/, profile: 'rdml', code: 'several-runs' },
  { folder: 'rdml-without-melt', files: /BioRad_384/, profile: 'rdml', code: 'no-melt-data' },
  { folder: 'rdml-without-melt', files: /lc96/, profile: 'rdml', code: 'no-melt-data' },
  { folder: 'rdml-without-melt', files: /stepone/, profile: 'rdml', code: 'no-melt-data' },
  { folder: 'rotorgene-rex-xml', files: /slc6a2/, profile: 'rotor-gene-q', code: 'unreadable-file' },
  { folder: 'stepone-xls-cooling', files: /xls$/, profile: 'stepone-7500', code: 'missing-information' },
  { folder: 'stepone-xls-melt', files: /xls$/, profile: 'bio-rad-cfx96', code: 'unsupported-file' },
  { folder: 'r-melt-datasets', files: /DMP\.rda$/, profile: 'rdml', code: 'unsupported-file' },
];

/** Permits any number of files, because these tests check their content. */
function generousProfile(id: string) {
  return { ...profile(id), maxNumberOfFilesByRun: 50 };
}

function sum(arrays: readonly Float64Array[]): number {
  return arrays.reduce((total, array) => total + array.reduce((part, value) => part + value, 0), 0);
}

describe.skipIf(!HAS_REAL_FILES)(`real files (${HAS_REAL_FILES ? 'present' : WHY_SKIPPED})`, () => {
  test.each(TRUTHS)('$name is read exactly', async (truth) => {
    const files = realFiles(truth.folder, truth.files);
    const { answers = {} } = truth;
    const run = await readRun(files, { profile: generousProfile(truth.profile), answers });
    const { curves } = run;
    expect(curves).toHaveLength(truth.wells);
    for (const { channel, phase, dye, quantity, value, temperature } of curves) {
      expect([channel, phase, dye, quantity]).toEqual([
        truth.channel ?? 'FAM',
        'MELT',
        truth.dye,
        truth.quantity ?? 'fluorescence',
      ]);
      expect([value.length, temperature.length]).toEqual([truth.points, truth.points]);
    }
    const [first, last] = [curves[0]!, curves.at(-1)!];
    expect([first.position, first.temperature[0], first.value[0]]).toEqual(truth.first);
    expect([last.position, last.temperature.at(-1), last.value.at(-1)]).toEqual(truth.last);
    const sums = [sum(curves.map((one) => one.temperature)), sum(curves.map((one) => one.value))];
    expect(sums[0]! / truth.sums[0]).toBeCloseTo(1, 12);
    expect(sums[1]! / truth.sums[1]).toBeCloseTo(1, 12);
    expect(run.plateType).toBe(truth.plateType ?? 'RECTANGULAR_96');
    expect(run).toMatchObject(truth.run ?? {});
    for (const [position, [name, sampleType]] of Object.entries(truth.labels ?? {})) {
      expect(run.wells.find((well) => well.position === position)).toEqual({ position, name, sampleType });
    }
  });

  test.each(REFUSALS)('$folder $files is refused: $code', async ({ folder, files, profile: id, code }) => {
    const refused = readRun(realFiles(folder, files), { profile: generousProfile(id) });
    await expect(refused).rejects.toMatchObject({ name: 'ReadError', code });
  });

  test.each([
    'run-2019-04-18-five-fluorophores',
    'run-2019-07-01-samples-67-68-69-73',
    'run-2019-07-11-sample-48-partial-plate',
  ])(
    'the formula of the vendor’s derivative reproduces its table from its fluorescence: %s',
    async (folder) => {
      const options = { profile: generousProfile('bio-rad-cfx96') };
      const fluorescence = await readRun(realFiles(`${CSV}/${folder}`, /RFU/), options);
      const derivative = await readRun(realFiles(`${CSV}/${folder}`, /Derivative/), options);
      expect(derivative.curves).toHaveLength(fluorescence.curves.length);
      derivative.curves.forEach(({ position, value }, index) => {
        const own = fluorescence.curves[index]!;
        expect(own.position).toBe(position);
        const computed = vendorDerivative(own.value, own.temperature[1]! - own.temperature[0]!);
        const worst = computed.reduce((most, one, at) => Math.max(most, Math.abs(one - value[at]!)), 0);
        expect(worst).toBeLessThan(1e-9);
      });
    },
  );

  test('KIT-205 the whole export of a run is read, listing what was skipped and why', async () => {
    const files = realFiles(`${CSV}/run-2019-04-18-five-fluorophores`, /csv$/);
    const run = await readRun(files, { profile: profile('bio-rad-cfx96') });
    expect(files).toHaveLength(13);
    expect(run.curves).toHaveLength(96);
    expect(run.sources.map((source) => files[source]!.name.replace(/^.*CC011384[ _-]*/, ''))).toEqual([
      'Melt Curve Derivative Results_FAM.csv',
      'Melt Curve Peak Results_0.csv',
      'Melt Curve RFU Results_FAM.csv',
      'Quantification Amplification Results_FAM.csv',
      'Quantification Cq Results_0.csv',
      'Run Information.csv',
    ]);
    const left = new Set(run.report.ignored.map(({ file }) => file));
    expect(files.every(({ name }, source) => run.sources.includes(source) || left.has(name))).toBe(true);
    expect(run.report.ignored.map(({ reason }) => reason).join()).toMatch(/derivative/);
    expect(run.report.remarks, 'KIT-205').toContain(
      'The files also list Cy5, HEX, Quasar 705, Texas Red, but hold no melting curves of them. If the assay needs them, export their curves too.',
    );
  });

  test('files of two runs are refused as one run', async () => {
    const information = (folder: string) => realFiles(`${CSV}/${folder}`, /Run Information/);
    const files = [
      ...realFiles(`${CSV}/run-2019-04-18-five-fluorophores`, MELT_CSV),
      ...information('run-2019-07-11-sample-48-partial-plate'),
    ];
    await expect(readRun(files, { profile: generousProfile('bio-rad-cfx96') })).rejects.toMatchObject({
      code: 'several-runs',
    });
  });
});
