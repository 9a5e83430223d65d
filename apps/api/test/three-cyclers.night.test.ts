import {
  type ChannelRules,
  type KitDocument,
  kitDocumentSchema,
  rulesWithResults,
  type Run,
  sentResultDiagnostic,
} from '@curvewell/domain';
import {
  generateLightCycler480Text,
  generateRdmlXml,
  generateRotorGene,
  syntheticRun,
  type SyntheticWell,
} from '@curvewell/instruments/generate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fhirBundleSchema } from '../src/features/exports/results/fhir-schema.ts';
import { fitOfRows } from '../src/features/runs/index.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { importVersion } from './kit-settings.ts';
import { lisLines, pdfText, sentResults } from './ordered-runs.ts';
import { decide, importFiles, submit } from './run-factory.ts';

type Diagnostic = KitDocument['kit']['diagnostics'][number];
type Channel = KitDocument['configurations'][number]['channels'][number];

/** A built-in diagnostic, or one of the kit, with a code of each system. */
const coded = (
  name: string,
  lisCode: string,
  snomedCt: string,
  own: Partial<Diagnostic> = {},
): Diagnostic => ({
  name,
  label: own.label ?? name,
  color: '#41cfff',
  lisCode,
  snomedCt,
  loinc: '51969-4',
  ...own,
});
const NEGATIVE = coded('NEGATIVE', 'NEG', '260415000', { label: 'Not detected', color: '#b3b9ad' });
const WILD = coded('HOMOZYGOUS_WILD_TYPE', 'GT-W', '260373001', { label: 'Wild type' });
const HETEROZYGOUS = coded('HETEROZYGOUS', 'GT-X', '260373001', { label: 'Carrier', color: '#ffd60f' });
const MUTATED = coded('HOMOZYGOUS_MUTATED', 'GT-M', '260373001', { label: 'Affected', color: '#c26e00' });
const SPECIES = ['53326005', '112283007', '3092008', '53326005', '112283007'].map((snomedCt, index) =>
  coded(`Species ${'ABCDE'.charAt(index)}`, `SP-${index + 1}`, snomedCt, {
    letters: `S${index + 1}`,
    meaning: 'positive',
    color: `#41cf0${index}`,
  }),
);

const ZONES = { A: [53.5, 57], B: [58.5, 62.5], C: [63.5, 67] } as const;
type Zone = keyof typeof ZONES;

/** A rule says the diagnostic where these zones, and no others, have a peak. */
type Rule = readonly [
  zones: readonly Zone[],
  diagnostic: string,
  expressions?: Channel['rules'][number]['expressions'],
];
const channelOf = (name: Channel['name'], minThreshold: number, rules: readonly Rule[]): Channel => ({
  name,
  phases: [
    {
      phaseType: 'MELT',
      minThreshold,
      slopeThreshold: 5,
      minQuality: 0.4,
      inversed: false,
      zones: [...new Set(rules.flatMap(([zones]) => zones))].sort().map((zone) => ({
        name: zone,
        minTemp: ZONES[zone][0],
        maxTemp: ZONES[zone][1],
        label: `Product ${zone}`,
        minThreshold: null,
        minQuality: null,
      })),
    },
  ],
  rules: rules.map(([zones, diagnostic, expressions = []]) => ({
    zones: [...zones],
    diagnostic,
    expressions,
  })),
});

interface Assay {
  readonly kit: string;
  readonly analyser: string;
  readonly write: typeof generateRotorGene | typeof generateRdmlXml;
  readonly amplitude: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly channels: readonly Channel[];
  readonly version?: Partial<KitDocument['version']>;
  /** The melting temperatures of each well by channel, and its result; null: a negative control. */
  readonly wells: Readonly<
    Record<string, readonly [fam: readonly number[], hex: readonly number[], result: string | null]>
  >;
  /** The diagnostics of standards. */
  readonly standards?: Readonly<Record<string, string>>;
}

const named = (
  [first]: readonly string[],
  rule: ChannelRules[number]['conditions'],
  meaning: 'positive' | 'negative',
) => ({
  conditions: rule,
  result: {
    name: first ?? '',
    meaning,
    lisCode: `PANEL-${first ?? ''}`.replace('Species ', '').replace(' ', '-'),
    loinc: '51969-4',
  },
});
const both = (fam: string, hex: string): ChannelRules[number]['conditions'] => [
  { channel: 'FAM', diagnostic: fam },
  { channel: 'HEX', diagnostic: hex },
];

const like = (name: string): Channel['rules'][number]['expressions'] => [
  { firstOperand: { shape: 'curve' }, operator: 'IS', secondOperand: { shape: { like: name } } },
];
const standards = (columns: readonly number[], name: string) =>
  Object.fromEntries(columns.map((column) => [`A${column}`, name]));

const ASSAYS: readonly Assay[] = [
  {
    kit: 'Genotyping',
    analyser: 'LightCycler 480',
    write: generateLightCycler480Text,
    amplitude: 30,
    diagnostics: [NEGATIVE, WILD, HETEROZYGOUS, MUTATED],
    channels: [
      channelOf('FAM', 3, [
        [[], 'NEGATIVE'],
        [['A'], WILD.name],
        [['B'], MUTATED.name],
        [['A', 'B'], HETEROZYGOUS.name],
      ]),
    ],
    wells: {
      A1: [[55.3], [], 'GT-W'],
      A2: [[55.3, 60.8], [], 'GT-X'],
      A3: [[60.8], [], 'GT-M'],
      A4: [[], [], null],
    },
  },
  {
    kit: 'Species panel',
    analyser: 'RDML / RDES',
    write: generateRdmlXml,
    amplitude: 1000,
    diagnostics: [NEGATIVE, ...SPECIES],
    channels: [
      channelOf('FAM', 100, [
        [[], 'NEGATIVE'],
        [['A'], 'Species A'],
        [['B'], 'Species B'],
        [['C'], 'Species C'],
      ]),
      channelOf('HEX', 100, [
        [[], 'NEGATIVE'],
        [['A'], 'Species D'],
        [['B'], 'Species E'],
      ]),
    ],
    version: {
      channelRules: [
        ...['Species A', 'Species B', 'Species C'].map((name) =>
          named([name], both(name, 'NEGATIVE'), 'positive'),
        ),
        ...['Species D', 'Species E'].map((name) => named([name], both('NEGATIVE', name), 'positive')),
        named(['No species'], both('NEGATIVE', 'NEGATIVE'), 'negative'),
      ],
    },
    wells: {
      A1: [[55.3], [], 'PANEL-A'],
      A2: [[60.8], [], 'PANEL-B'],
      A3: [[65.2], [], 'PANEL-C'],
      A4: [[], [55.3], 'PANEL-D'],
      A5: [[], [60.8], 'PANEL-E'],
      A6: [[], [], 'PANEL-No-species'],
      A7: [[], [], null],
    },
  },
  {
    kit: 'HRM',
    analyser: 'Rotor-Gene Q',
    write: generateRotorGene,
    amplitude: 50,
    diagnostics: [NEGATIVE, WILD, MUTATED],
    channels: [
      channelOf('FAM', 5, [
        [[], 'NEGATIVE'],
        [['B'], WILD.name, like(WILD.name)],
        [['B'], MUTATED.name, like(MUTATED.name)],
      ]),
    ],
    version: {
      curveShapes: [
        {
          channel: 'FAM',
          phase: 'MELT',
          before: [48, 51],
          after: [66, 69],
          background: 'linear',
          alignAt: null,
          references: [WILD.name, MUTATED.name],
          distance: 1,
          ratio: 2,
        },
      ],
    },
    wells: {
      A1: [[60.4], [], null],
      A2: [[60.42], [], null],
      A3: [[60.38], [], null],
      A4: [[61.2], [], null],
      A5: [[61.22], [], null],
      A6: [[61.18], [], null],
      A7: [[60.4], [], 'GT-M'],
      A8: [[61.2], [], 'GT-W'],
    },
    standards: { ...standards([1, 2, 3], MUTATED.name), ...standards([4, 5, 6], WILD.name) },
  },
];

const documentOf = ({ kit, analyser, diagnostics, channels, version }: Assay): KitDocument =>
  kitDocumentSchema.parse({
    format: 'curvewell-kit-version',
    formatVersion: 1,
    kit: { name: kit, channels: channels.map(({ name }) => ({ channel: name, label: '' })), diagnostics },
    version: {
      version: 'v1',
      validityStartDate: null,
      validityEndDate: null,
      isEditable: true,
      outsideDiagnostic: null,
      ...version,
    },
    configurations: [{ analyser, status: 'VALIDATED', reactionBuffer: 'RB-1', channels }],
  });

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** The kit of an assay with a lot, as an administrator brings it in. */
async function kitOf(assay: Assay) {
  const imported = await importVersion(test, documentOf(assay), 'v1');
  expect(imported.statusCode, imported.body).toBe(200);
  const version = await test.db.kitVersion.findFirstOrThrow({
    where: { kit: { name: assay.kit } },
    include: { kit: { include: { diagnostics: true } } },
  });
  const lot = await test.db.lot.create({
    data: {
      kitVersionId: version.id,
      name: `${assay.kit} lot`,
      active: true,
      expirationDate: new Date('2030-01-31'),
    },
  });
  const buffer = await test.db.reactionBuffer.findFirstOrThrow({ where: { name: 'RB-1' } });
  return { version, lot, buffer };
}

/** A run of the assay, from the cycler's file to the approval. */
async function approved(assay: Assay): Promise<Run> {
  const { version, lot, buffer } = await kitOf(assay);
  const channels = assay.channels.map(({ name }) => name);
  const wells = Object.entries(assay.wells).map(([position, [fam, hex, result]]): SyntheticWell => {
    const isControl = result === null && assay.standards?.[position] === undefined;
    return {
      position,
      name: isControl ? 'NTC' : `S-${position}`,
      sampleType: null,
      melts: [fam, hex].flatMap((tms, index) =>
        tms.map((tm) => ({
          channel: index === 0 ? ('FAM' as const) : ('HEX' as const),
          tm,
          amplitude: assay.amplitude,
          width: 0.75,
        })),
      ),
    };
  });
  const files = assay.write(
    syntheticRun({
      plateType: 'RECTANGULAR_96',
      wells,
      channels,
      phases: ['MELT'],
      seed: 11,
      temperature: { from: 45, to: 72, step: 0.2 },
      noise: assay.amplitude / 1000,
    }),
  );
  const { name: analyser } = await test.db.analyser.findFirstOrThrow({
    where: { name: { startsWith: assay.analyser } },
  });
  const imported = await importFiles(test, { analyser, files });
  expect(imported.statusCode, imported.body).toBe(200);
  const run = imported.json<Run>();
  const findings = await fitOfRows(test.db, {
    run: { analyserId: run.analyser, plateType: run.plateType, importReport: run.importReport },
    places: [{ kitVersionId: version.id, reactionBufferId: buffer.id }],
  });
  const settings = { kitVersion: { id: version.id }, lot: { id: lot.id }, reactionBuffer: { id: buffer.id } };
  const saved = await test.call('tech', 'PUT', `/run/${run.id}`, {
    revision: run.revision,
    kits: [{ kitVersion: { id: version.id }, reactionBuffer: { id: buffer.id }, lots: [{ id: lot.id }] }],
    confirmedFit: findings.flat().map(({ key }) => key),
    analyses: run.analyses.map(({ channel, wells: read }) => ({
      channel,
      wells: Object.fromEntries(
        Object.keys(assay.wells).flatMap((position) => {
          if (read[position] === undefined) return [];
          const standard = assay.standards?.[position];
          const expected = version.kit.diagnostics.find(({ diagnosticName }) => diagnosticName === standard);
          const isControl = assay.wells[position]?.[2] === null && standard === undefined;
          const sampleType = standard === undefined ? (isControl ? 'NEGATIVE_TEST' : 'BLOOD') : 'STANDARD';
          return [
            [
              position,
              {
                ...settings,
                name: isControl ? 'NTC' : `S-${position}`,
                sampleType,
                orderId: sampleType === 'BLOOD' ? `ORDER-${position}` : null,
                expectedDiagnostic: expected === undefined ? null : { id: expected.id },
              },
            ],
          ];
        }),
      ),
    })),
  });
  expect(saved.statusCode, saved.body).toBe(200);
  const interpreted = await test.call('tech', 'POST', `/run/${run.id}/interpret`);
  expect(interpreted.statusCode, interpreted.body).toBe(200);
  expect((await submit(test, run.id)).statusCode).toBe(200);
  const answer = await decide(test, run.id);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Run>();
}

describe.each(ASSAYS)('$kit on $analyser', (assay) => {
  it('EXPORT-166 sends each result of an approved run with the codes of its kit to LIS, FHIR and report', async () => {
    const run = await approved(assay);
    expect(run.status).toBe('APPROVED');
    const wanted = Object.entries(assay.wells).flatMap(([position, [, , code]]) =>
      code === null ? [] : [[position, code] as const],
    );
    const lines = (await lisLines(test, run)).filter((line) => line['order_id'] !== '');
    expect(lines.map((line) => [line['position'], line['result_code'], line['result_status']])).toEqual(
      wanted.map(([position, code]) => [position, code, 'final']),
    );

    const { kit, version } = documentOf(assay);
    const codes = new Map<
      string,
      { readonly snomedCt?: string | undefined; readonly loinc?: string | undefined }
    >([
      ...kit.diagnostics.map((one) => [one.lisCode ?? one.name, one] as const),
      ...(rulesWithResults(version.channelRules ?? [], kit.diagnostics.map(sentResultDiagnostic)) ?? []).map(
        ({ result }) => [result.lisCode ?? result.name, result] as const,
      ),
    ]);
    const { entry } = fhirBundleSchema.parse(JSON.parse(await sentResults(test, run, 'FHIR')));
    const ordered = entry.flatMap(({ resource }) =>
      resource.resourceType === 'Observation' && resource.basedOn !== undefined ? [resource] : [],
    );
    const codesIn = (coding: readonly { readonly code: string }[] = []) => coding.map(({ code }) => code);
    for (const [position, code] of wanted) {
      const one = ordered.find(({ basedOn }) => basedOn?.[0]?.identifier?.value === `ORDER-${position}`);
      const { snomedCt, loinc } = codes.get(code)!;
      expect(codesIn(one?.valueCodeableConcept?.coding)).toEqual(
        expect.arrayContaining([code, ...(snomedCt === undefined ? [] : [snomedCt])]),
      );
      expect(codesIn(one?.code.coding)).toContain(loinc);
      expect(one?.status).toBe('final');
    }
    expect(ordered).toHaveLength(wanted.length);

    const pdf = await test.call('physician', 'POST', `/run/export/${run.id}`, { format: 'PDF' });
    const text = (await pdfText(pdf.rawPayload)).replaceAll(/\s+/g, ' ');
    for (const [position] of wanted) expect(text).toContain(`S-${position}`);
    for (const line of lines) expect(text).toContain(line['result']!);
    const listed = text.slice(text.indexOf('Codes of the results'));
    for (const [, code] of wanted) {
      const { snomedCt = '', loinc = '' } = codes.get(code)!;
      expect(listed).toContain([code, snomedCt, loinc].filter((one) => one !== '').join(' '));
    }
  });
});
