import type { UpdateRun } from '@curvewell/contracts';
import { resultFormatSchema, type ResultFormat, type Run } from '@curvewell/domain';
import papaparse from 'papaparse';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import {
  configuration,
  decide,
  importedRun,
  importFiles,
  SMALL_PLATE,
  submit,
  withWells,
} from '../../../test/run-factory.ts';
import * as codes from './results/fhir-codes.ts';
import { fhirBundleSchema, type FhirBundle, type FhirObservation } from './results/fhir-schema.ts';

let test: TestApp;
let run: Run;

/** Includes a well with signal that no peak explains, which has no result, and a second well of S-1. */
const WELLS = [
  ...SMALL_PLATE,
  {
    position: 'A5',
    name: 'S-5',
    sampleType: null,
    melts: [{ channel: 'FAM' as const, tm: 58, amplitude: 3000, width: 4.8 }],
  },
  { ...SMALL_PLATE[0]!, position: 'A6' },
];

const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  test.call('tech', method, url, body);
const runNow = async () => (await call('GET', `/run/${run.id}`)).json<Run>();
const orders = ({ analyses }: Run) =>
  Object.values(analyses[0]?.wells ?? {})
    .toSorted((a, b) => a.position.localeCompare(b.position))
    .map(({ orderId }) => orderId);

/** Saves the plate setup with order ids for some wells; undefined: the body omits it. */
async function withOrders(orderIds: Readonly<Record<string, string | undefined>>): Promise<UpdateRun> {
  return withWells(await configuration(test.db, await runNow()), (position) => {
    const orderId = orderIds[position];
    return orderId === undefined ? {} : { orderId };
  });
}

beforeAll(async () => {
  test = await createTestApp();
  run = await importedRun(test, { seed: 90, wells: WELLS });
  await call('PUT', `/run/${run.id}`, await withOrders({ A1: 'A-77', A2: '=1+1', A3: 'A-79', A6: 'A-77' }));
  await call('PUT', `/run/${run.id}`, await withOrders({ A3: '' }));
  await call('POST', `/run/${run.id}/interpret`);
});
afterAll(() => test.close());

it('WORKLIST-07 an order id is stored with its well, kept when omitted, and deleted when empty', async () => {
  expect(orders(await runNow())).toEqual(['A-77', '=1+1', null, null, null, 'A-77']);
  const long = await call('PUT', `/run/${run.id}`, await withOrders({ A1: 'x'.repeat(101) }));
  expect(long.statusCode).toBe(400);
});

it('WORKLIST-07 an order id is in every export', async () => {
  const exported = (format: string) => call('POST', `/run/export/${run.id}`, { format });
  const [heads, first, second] = (await exported('CSV')).body.split('\r\n');
  expect(heads).toContain(';Name;Order id;');
  expect(first).toContain(';S-1;A-77;');
  expect(second).toContain(";S-2;'=1+1;");
  const document = await getDocumentProxy(new Uint8Array((await exported('PDF')).rawPayload));
  const { text } = await extractText(document, { mergePages: true });
  expect(text.replaceAll(/\s+/g, ' ')).toContain('S-1, order A-77');
});

const resultsOf = (format: ResultFormat, { of = run, login = 'tech' } = {}) =>
  test.call(login, 'POST', `/run/export/${of.id}/results`, { format });
const bundleOf = async (of = run): Promise<FhirBundle> =>
  fhirBundleSchema.parse((await resultsOf('FHIR', { of })).json());
const resources = <Type extends FhirBundle['entry'][number]['resource']['resourceType']>(
  { entry }: FhirBundle,
  type: Type,
) =>
  entry.flatMap(({ resource }) =>
    resource.resourceType === type ? [resource as Extract<typeof resource, { resourceType: Type }>] : [],
  );
const observationAt = (bundle: FhirBundle, position: string): FhirObservation => {
  const found = resources(bundle, 'Observation').find(({ identifier }) =>
    identifier.some(({ type, value }) => type?.text === 'Well' && value === position),
  );
  if (found === undefined) throw new Error(`no observation of ${position}`);
  return found;
};

it('API-232 RESULT-01 a FHIR bundle has one report for each sample, and every reference in it resolves', async () => {
  const answer = await resultsOf('FHIR');
  expect(answer.headers['content-type']).toBe('application/fhir+json');
  expect(answer.headers['content-disposition']).toMatch(/_\d{8}\.fhir\.json$/);
  const bundle = await bundleOf();
  const urls = bundle.entry.map(({ fullUrl }) => fullUrl);
  expect(new Set(urls).size).toBe(urls.length);
  for (const { fullUrl, resource } of bundle.entry) {
    expect(fullUrl).toBe(`urn:uuid:${resource.id}`);
    for (const [, url] of JSON.stringify(resource).matchAll(/"reference":"([^"]*)"/g))
      expect(urls).toContain(url);
  }
  const reports = resources(bundle, 'DiagnosticReport').map(({ basedOn, result, specimen }) => [
    resources(bundle, 'Specimen').find(({ id }) => specimen[0]?.reference === `urn:uuid:${id}`)?.identifier[0]
      ?.value,
    basedOn?.[0]?.identifier?.value ?? null,
    result.length,
  ]);
  // Both wells of S-1 share an order; the negative control has none.
  expect(reports).toEqual([
    ['S-1', 'A-77', 2],
    ['S-2', '=1+1', 1],
    ['S-3', null, 1],
    ['S-5', null, 1],
  ]);
});

it('RESULT-02 codes are the intended ones of LOINC and HL7; concepts without a code have text', async () => {
  const known = Object.values(codes).flatMap((one) => ('code' in one ? [one.code] : []));
  const bundle = await bundleOf();
  const written = [...JSON.stringify(bundle).matchAll(/"system":"([^"]*)","code":"([^"]*)"/g)].map(
    ([, system, code]) => `${system ?? ''}#${code ?? ''}`,
  );
  expect(new Set(written)).toEqual(
    new Set([
      ...known.map((code) => `http://loinc.org#${code}`),
      'http://loinc.org#LA6706-1',
      'http://loinc.org#LA6705-3',
      'http://terminology.hl7.org/CodeSystem/observation-category#laboratory',
      'http://terminology.hl7.org/CodeSystem/v2-0074#GE',
      'http://terminology.hl7.org/CodeSystem/data-absent-reason#unknown',
      'http://unitsofmeasure.org#Cel',
    ]),
  );
  const [wild, het, mutated] = ['A1', 'A2', 'A3'].map((position) => {
    const { valueCodeableConcept, component } = observationAt(bundle, position);
    const allelic = component?.find(({ code }) => code.coding?.[0]?.code === '53034-5');
    return [valueCodeableConcept?.text, allelic?.valueCodeableConcept?.coding?.[0]?.code];
  });
  expect([wild, het, mutated]).toEqual([
    ['Homozygous wild type', undefined],
    ['Heterozygous', 'LA6706-1'],
    ['Homozygous mutated', 'LA6705-3'],
  ]);
});

it('RESULT-03 a well without a result states the reason, and no value', async () => {
  const { valueCodeableConcept, dataAbsentReason, code, component } = observationAt(await bundleOf(), 'A5');
  expect(valueCodeableConcept).toBeUndefined();
  expect(dataAbsentReason?.coding?.[0]?.code).toBe('unknown');
  expect(dataAbsentReason?.text).toMatch(/^No call\. MELT: the signal falls by/);
  // “Wild type” is missing from the codes because this result is not a genotype.
  expect(code).toEqual({ text: expect.stringContaining('FAM') as string });
  // FHIR forbids empty lists.
  expect(component).toBeUndefined();
});

it('RESULT-04 an observation names its run, well, files, algorithm and the responsible person', async () => {
  const bundle = await bundleOf();
  const now = await runNow();
  const { identifier, note, performer, status } = observationAt(bundle, 'A2');
  expect(status).toBe('preliminary');
  expect(identifier.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['A2', run.id, String(run.businessId)]),
  );
  const notes = note.map(({ text }) => text).join(' ');
  expect(notes).toContain(`SHA-256 ${run.files[0]?.sha256 ?? '?'}`);
  expect(notes).toContain(
    `Algorithm ${now.algorithmVersion ?? '?'}, settings SHA-256 ${now.configurationSha256 ?? '?'}`,
  );
  expect(notes).toContain('Controls of this kit and lot: A4 OK.');
  const [laboratory] = resources(bundle, 'Organization');
  expect([laboratory?.name, performer]).toEqual([
    run.laboratory.name,
    [{ reference: `urn:uuid:${laboratory?.id ?? ''}` }],
  ]);
  // Sending again yields the same identifiers, so that the receiver recognises it.
  const { timestamp: _, id: __, ...once } = bundle;
  const { timestamp: ___, id: ____, ...again } = await bundleOf();
  expect(again).toEqual(once);
});

it('RESULT-05 the CSV for a LIS has the fixed columns and no formulas', async () => {
  const answer = await resultsOf('LIS_CSV');
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.body).toMatch(
    /^run_id,run_number,run_status,plate_id,position,channel,well_id,sample_name,order_id,sample_type,/,
  );
  expect(answer.body.endsWith('\r\n')).toBe(true);
  const { data, errors } = papaparse.parse<Record<string, string>>(answer.body.trimEnd(), { header: true });
  expect(errors).toEqual([]);
  const rows = data.map((row) => [
    row['position'],
    row['sample_name'],
    row['order_id'],
    row['sample_type'],
    row['run_status'],
    row['result_code'],
    row['result'],
  ]);
  expect(rows).toEqual([
    ['A1', 'S-1', 'A-77', 'BLOOD', 'preliminary', 'HOMOZYGOUS_WILD_TYPE', 'Homozygous wild type'],
    ['A2', 'S-2', "'=1+1", 'BLOOD', 'preliminary', 'HETEROZYGOUS', 'Heterozygous'],
    ['A3', 'S-3', '', 'BLOOD', 'preliminary', 'HOMOZYGOUS_MUTATED', 'Homozygous mutated'],
    ['A4', 'NTC', '', 'NEGATIVE_TEST', 'preliminary', 'TEST_OK', 'Test OK'],
    ['A5', 'S-5', '', 'BLOOD', 'preliminary', '', ''],
    ['A6', 'S-1', 'A-77', 'BLOOD', 'preliminary', 'HOMOZYGOUS_WILD_TYPE', 'Homozygous wild type'],
  ]);
  expect(data[4]?.['no_result_reason']).toMatch(/^No call\. MELT: the signal falls by/);
  expect(data[0]).toMatchObject({ kit: 'LCT-13910', lot: '26B0417', files_sha256: run.files[0]?.sha256 });
});

it('RESULT-08 the RDML of a run imports as the same readings, bit by bit, with the same names', async () => {
  const { rawPayload, headers } = await resultsOf('RDML');
  expect(headers['content-disposition']).toMatch(/\.rdml$/);
  const again = (
    await importFiles(test, { files: [{ name: 'again.rdml', bytes: new Uint8Array(rawPayload) }] })
  ).json<Run>();
  const packs = ({ id }: Run) =>
    test.db.runCurves.findMany({
      where: { runId: id },
      select: {
        channel: true,
        phase: true,
        positions: true,
        pointCounts: true,
        temperaturesSha256: true,
        valuesSha256: true,
      },
      orderBy: [{ channel: 'asc' }, { phase: 'asc' }],
    });
  expect(await packs(again)).toEqual(await packs(run));
  const names = ({ analyses }: Run) =>
    analyses.map(({ wells }) =>
      Object.values(wells)
        .map(({ position, name }) => `${position} ${name ?? ''}`)
        .sort(),
    );
  expect(names(again)).toEqual(names(run));
  for (const format of resultFormatSchema.options)
    expect((await resultsOf(format, { of: again })).statusCode, 'nothing is interpreted').toBe(400);
});

it('API-232 RESULT-07 every such file is audited, and available to the caller’s laboratory only', async () => {
  for (const format of resultFormatSchema.options)
    expect((await resultsOf(format, { login: 'tech.south' })).statusCode).toBe(404);
  const entries = await test.db.auditEvent.findMany({ where: { action: 'run.export', entityId: run.id } });
  const noted = entries.map(({ details }) => (details as { format: string }).format);
  expect(noted).toEqual(expect.arrayContaining([...resultFormatSchema.options]));
});

it('RESULT-06 the results of a rejected run are not exported', async () => {
  await submit(test, run.id);
  await decide(test, run.id, { status: 'REJECTED' });
  const bundle = await bundleOf();
  for (const { status, valueCodeableConcept, dataAbsentReason } of resources(bundle, 'Observation'))
    expect([status, valueCodeableConcept, dataAbsentReason?.coding?.[0]?.code]).toEqual([
      'cancelled',
      undefined,
      'error',
    ]);
  expect(resources(bundle, 'DiagnosticReport').map(({ status }) => status)).toEqual(
    resources(bundle, 'DiagnosticReport').map(() => 'cancelled'),
  );
  const lines = (await resultsOf('LIS_CSV')).body;
  expect(lines).not.toMatch(/Heterozygous|HETEROZYGOUS/);
  expect(lines).toContain('The run was rejected');
});
