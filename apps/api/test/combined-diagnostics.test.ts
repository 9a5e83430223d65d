import type { ChannelRules, KitDocument, Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { fhirBundleSchema, type FhirObservation } from '../src/features/exports/results/fhir-schema.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { expectSameCalls, exportedVersion, importVersion, verifiedAfterApproval } from './kit-settings.ts';
import { openWorkbook } from './open-workbook.ts';
import { lisLines, orderedRun, pdfText, sentResults } from './ordered-runs.ts';
import { configuration, decide, importedRun, interpretedAs, submit, withWells } from './run-factory.ts';

/** In each channel instead of the mutation. */
const SPECIES = {
  name: 'Species A',
  label: 'Species A found',
  color: '#45746a',
  letters: 'SA',
  meaning: 'positive',
};
const CODES = { lisCode: 'CALB', snomedCt: '53326005', loinc: '84413-4' };
const RULES: ChannelRules = [
  { conditions: [{ channel: 'FAM', diagnostic: SPECIES.name }], result: { diagnostic: SPECIES.name } },
  {
    conditions: [
      { channel: 'FAM', diagnostic: 'HOMOZYGOUS_WILD_TYPE' },
      { channel: 'TEXAS_RED', diagnostic: 'HOMOZYGOUS_WILD_TYPE' },
    ],
    result: { name: 'Not found', meaning: 'negative', lisCode: 'NF' },
  },
];
const peak = (channel: 'FAM' | 'TEXAS_RED', tm: number) => ({ channel, tm, amplitude: 1000, width: 0.75 });
const WELLS = [
  { position: 'A1', name: 'S-1', sampleType: null, melts: [peak('FAM', 60.8), peak('TEXAS_RED', 58.8)] },
  { position: 'A2', name: 'S-2', sampleType: null, melts: [peak('FAM', 55.3), peak('TEXAS_RED', 58.8)] },
  { position: 'A3', name: 'NTC', sampleType: null, melts: [] },
];

let test: TestApp;
let kitId = '';
let versionId = '';
let species = '';
beforeAll(async () => {
  test = await createTestApp();
  ({ id: versionId, kitId } = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
  }));
  await saved({});
  ({ id: species } = await test.db.diagnosticColor.findFirstOrThrow({
    where: { kitId, diagnosticName: SPECIES.name },
  }));
  const mutated = { kitVersionId: versionId, channel: 'FAM' as const, zones: { equals: ['B', 'D'] } };
  await test.db.combinationRule.updateMany({ where: mutated, data: { diagnosticColorId: species } });
  await test.db.kitVersion.update({ where: { id: versionId }, data: { channelRules: RULES } });
});
afterAll(() => test.close());

/** Saves the diagnostic with these parts. */
async function save(parts: object) {
  const row = await test.db.diagnosticColor.findFirst({ where: { kitId, diagnosticName: SPECIES.name } });
  const stored = row && { id: row.id, active: row.active, revision: row.revision };
  return test.call('super', 'PUT', '/diagnostics/kit', [{ ...SPECIES, ...stored, kitId, ...parts }]);
}
async function saved(parts: object): Promise<void> {
  const answer = await save(parts);
  expect(answer.statusCode, answer.body).toBe(200);
}
const newRun = (seed: number): Promise<Run> =>
  orderedRun(test, { seed, wells: WELLS, channels: ['FAM', 'TEXAS_RED'] });
const resourcesOf = async (run: Run) =>
  fhirBundleSchema
    .parse(JSON.parse(await sentResults(test, run, 'FHIR')))
    .entry.map(({ resource }) => resource);
const observations = async (run: Run): Promise<FhirObservation[]> =>
  (await resourcesOf(run)).flatMap((one) => (one.resourceType === 'Observation' ? [one] : []));
const ofFirst = async (run: Run) =>
  (await lisLines(test, run)).find(({ order_id }) => order_id === 'LIS-S-1');

it('EXPORT-178 EXPORT-183 a combined result that is a diagnostic of the kit is sent with its codes, as they were at the interpretation', async () => {
  const before = await newRun(5);
  expect(await ofFirst(before)).toMatchObject({ result_code: 'Species A found', result: 'Species A found' });
  expectSameCalls(await verifiedAfterApproval(test, before), 2 * WELLS.length);
  const decided = await sentResults(test, before, 'LIS_CSV');

  await saved(CODES);
  const run = await newRun(6);
  expect(await ofFirst(run)).toMatchObject({
    position: 'A1',
    channel: 'FAM TEXAS_RED',
    result_code: 'CALB',
    result: 'Species A found',
  });
  const [combined] = (await observations(run)).filter(({ basedOn }) => basedOn !== undefined);
  expect(combined).toMatchObject({
    code: { coding: [{ system: 'http://loinc.org', code: '84413-4' }] },
    valueCodeableConcept: {
      coding: [
        { system: 'http://snomed.info/sct', code: '53326005' },
        { code: 'CALB', display: 'Species A found' },
      ],
      text: 'Species A found',
    },
  });
  const file = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'XLSX' });
  const sheet = (await openWorkbook(file.rawPayload)).getWorksheet('Codes');
  expect(sheet?.getSheetValues().slice(1)).toEqual([
    [undefined, 'Kit', 'Result', 'Of', 'Code for the LIS', 'SNOMED CT', 'LOINC'],
    [undefined, 'LCT-13910 v2', 'Species A found', 'well', 'CALB', '53326005', '84413-4'],
    [undefined, 'LCT-13910 v2', 'Species A found', 'combined result', 'CALB', '53326005', '84413-4'],
    [undefined, 'LCT-13910 v2', 'Not found', 'combined result', 'NF'],
  ]);
  // The decided run is unchanged.
  const again = await sentResults(test, before, 'LIS_CSV');
  expect(again).toBe(decided);
  expect(again).not.toContain('CALB');
});

it('EXPORT-189 the PDF report lists the codes of its results between results and curves, as they were at the interpretation', async () => {
  const reported = async (run: Run, request: object = {}): Promise<string> => {
    const file = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'PDF', ...request });
    return (await pdfText(file.rawPayload)).replaceAll(/\s+/g, ' ');
  };
  await saved({ lisCode: null, snomedCt: null, loinc: null });
  const wells = [WELLS[0]!, WELLS[2]!];
  const uncoded = await orderedRun(test, { seed: 10, wells, channels: ['FAM', 'TEXAS_RED'] });
  await saved(CODES);
  expect(await reported(uncoded)).not.toContain('Codes of the results');

  const run = await newRun(11);
  const text = await reported(run);
  const codes =
    'Codes of the results Result Of Kit Code for the LIS SNOMED CT LOINC' +
    ' Species A found well LCT-13910 v2 CALB 53326005 84413-4' +
    ' Species A found combined result LCT-13910 v2 CALB 53326005 84413-4';
  expect(text).toContain(`${codes} Not found combined result LCT-13910 v2 NF NOT APPROVED`);
  const places = ['Results by well', 'Codes of the results', 'Curves'].map((part) => text.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const { id: sampleWellId } = run.analyses[0]!.wells['A1']!;
  expect(await reported(run, { sampleWellId })).toContain(`${codes} NOT APPROVED`);
  expectSameCalls(await verifiedAfterApproval(test, run), 2 * WELLS.length);
});

it('EXPORT-180 a well behind the result of a sample has no code of a test in FHIR, also if the sample has no result', async () => {
  await saved(CODES);
  const wells = [{ ...WELLS[0]!, melts: [peak('FAM', 60.8)] }, ...WELLS.slice(1)];
  const run = await orderedRun(test, { seed: 7, wells, channels: ['FAM', 'TEXAS_RED'] });
  const all = await observations(run);
  const ofFirst = all.filter(({ identifier }) => identifier.some(({ value }) => value === 'A1'));
  expect(ofFirst.map(({ valueCodeableConcept }) => valueCodeableConcept?.text)).toContain('Species A found');
  const parts = all.filter(({ basedOn }) => basedOn === undefined);
  expect(parts).toHaveLength(4);
  expect(parts.map(({ code }) => code.coding)).toEqual(parts.map(() => undefined));
});

it('EXPORT-181 the observation of a sample states the overrides of its wells', async () => {
  await saved(CODES);
  const run = await newRun(8);
  const { id } = run.analyses.find(({ channel }) => channel === 'FAM')!.wells['A2']!;
  const body = { id: species, comment: 'Peak seen by eye' };
  const changed = await test.call('tech', 'PATCH', `/run/${run.id}/interpreted-wells?wellIds=${id}`, body);
  expect(changed.statusCode, changed.body).toBe(200);
  const notes = (await observations(run)).flatMap(({ basedOn, note }) =>
    basedOn?.[0]?.identifier?.value === 'LIS-S-2' ? note.map(({ text }) => text) : [],
  );
  expect(notes.filter((text) => text.includes('Overridden'))).toEqual([
    expect.stringMatching(
      /^A2, FAM: Overridden by Tara Holm, .*, suggested was Homozygous wild type\. Peak seen by eye$/,
    ),
  ]);
  await submit(test, run.id);
  await decide(test, run.id, { status: 'REJECTED' });
  expect(await sentResults(test, run, 'FHIR')).not.toContain('Overridden');
});

it('EXPORT-179 blood and DNA of one name and order are two specimens in FHIR', async () => {
  await saved(CODES);
  const wells = WELLS.map((well) => ({ ...well, name: well.name === 'NTC' ? 'NTC' : 'S-1' }));
  const imported = await importedRun(test, { seed: 9, wells, channels: ['FAM', 'TEXAS_RED'] });
  const setup = withWells(await configuration(test.db, imported), (position) =>
    position === 'A2' ? { sampleType: 'DNA' } : {},
  );
  const run = await interpretedAs(test, imported, setup);
  const resources = await resourcesOf(run);
  const specimens = resources.flatMap((one) => (one.resourceType === 'Specimen' ? [one] : []));
  expect(specimens.map(({ type, identifier }) => [type.text, identifier[0]?.value])).toEqual([
    ['Blood', 'S-1'],
    ['DNA', 'S-1'],
  ]);
  const specimenOf = (position: string) =>
    resources
      .flatMap((one) => (one.resourceType === 'Observation' ? [one] : []))
      .filter(({ identifier }) => identifier.some(({ value }) => value === position))
      .map(({ specimen }) => specimen.reference);
  const [blood, dna] = specimens.map(({ id }) => `urn:uuid:${id}`);
  expect(new Set(specimenOf('A1'))).toEqual(new Set([blood]));
  expect(new Set(specimenOf('A2'))).toEqual(new Set([dna]));
  const [report] = resources.flatMap((one) => (one.resourceType === 'DiagnosticReport' ? [one] : []));
  expect(report?.specimen.map(({ reference }) => reference)).toEqual([blood, dna]);
});

it('DIAG-93 a diagnostic that is a combined result stays, and takes no code or words that such a result cannot have', async () => {
  await saved(CODES);
  const refusal = async (parts: object) => (await save(parts)).body;
  expect(await refusal({ lisCode: 'NF' })).toContain('with another meaning');
  expect(await refusal({ label: 'Incomplete' })).toContain(
    'Version v2: Rule 1: “Incomplete” cannot be a combined result',
  );
  const others = RULES.map((rule) => ({ ...rule, conditions: RULES[1]!.conditions }));
  const wells = { kitVersionId: versionId, diagnosticColorId: species } as const;
  const rules = await test.db.combinationRule.findMany({ where: wells });
  await test.db.combinationRule.deleteMany({ where: wells });
  await test.db.kitVersion.update({ where: { id: versionId }, data: { channelRules: others } });
  expect(await refusal({ meaning: 'negative' })).toContain('is in use');
  await test.db.kitVersion.update({ where: { id: versionId }, data: { channelRules: RULES } });
  await test.db.combinationRule.createMany({ data: rules as never });
});

it('KIT-322 an exported kit refers to the diagnostic, and an import takes the one of the kit', async () => {
  await saved(CODES);
  const document = await exportedVersion(test, versionId);
  expect(document.version.channelRules).toEqual(RULES);
  // Another installation has another name for the code.
  const renamed = JSON.parse(
    JSON.stringify(document).replaceAll('"Species A"', '"Candida albicans"'),
  ) as KitDocument;
  const imported = await importVersion(test, renamed, 'v9');
  expect(imported.statusCode, imported.body).toBe(200);
  const { channelRules } = await test.db.kitVersion.findFirstOrThrow({ where: { kitId, version: 'v9' } });
  expect(channelRules).toEqual(RULES);

  const of = (rules: ChannelRules) => ({
    ...document,
    version: { ...document.version, channelRules: rules },
  });
  const [first, second] = RULES as [ChannelRules[number], ChannelRules[number]];
  const unknown = await importVersion(
    test,
    of([{ ...first, result: { diagnostic: 'Gone' } }, second]),
    'v10',
  );
  expect(unknown.body).toContain('Rule 1: its result Gone is not a diagnostic of the kit.');
  const wild = { ...first, result: { diagnostic: 'HOMOZYGOUS_WILD_TYPE' } };
  expect((await importVersion(test, of([wild, second]), 'v10')).body).toContain(
    'it is sent as the built-in HOMOZYGOUS_WILD_TYPE',
  );
});
