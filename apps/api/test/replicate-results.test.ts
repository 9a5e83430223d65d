import { kitCalls, runCalls } from '@curvewell/contracts';
import { type ReplicateSettings, type Run, sampleFaults } from '@curvewell/domain';
import type { SyntheticWell } from '@curvewell/instruments/generate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fhirBundleSchema } from '../src/features/exports/results/fhir-schema.ts';
import { readSignedRecord } from '../src/features/decisions/read-record-state.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import {
  configureEntry,
  expectSameCalls,
  exportedVersion,
  importVersion,
  verifiedAfterApproval,
} from './kit-settings.ts';
import { openWorkbook } from './open-workbook.ts';
import { doubtsOf, lisLines, orderedRun, pdfText, sentResults } from './ordered-runs.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';
import { unzip } from './zip-parts.ts';

const SETTINGS: ReplicateSettings = { rule: 'all-agree', tmSpread: 0.3, ignoresNoCall: false };
const WILD = 55.3;
const MUTATED = 60.8;

const melt = (position: string, name: string, tm: number): SyntheticWell => ({
  position,
  name,
  sampleType: null,
  melts: [{ channel: 'FAM', tm, amplitude: 1000, width: 0.75 }],
});
/** Three wells that agree, two that do not, one alone, and the control. */
const WELLS: readonly SyntheticWell[] = [
  melt('A1', 'S-1', MUTATED),
  melt('A2', 'S-1', MUTATED),
  melt('A3', 'S-1', MUTATED + 0.06),
  melt('B1', 'S-2', MUTATED),
  melt('B2', 'S-2', WILD),
  melt('C1', 'S-3', WILD),
  { position: 'D1', name: 'NTC', sampleType: null, melts: [] },
];

let test: TestApp;
let versionId = '';
let plain: Run;
let run: Run;
beforeAll(async () => {
  test = await createTestApp();
  const where = { version: 'v2', kit: { name: 'LCT-13910' } };
  ({ id: versionId } = await test.db.kitVersion.findFirstOrThrow({ where }));
  plain = await interpretedRun(test, { seed: 5, wells: WELLS });
  await test.db.kitVersion.update({ where: { id: versionId }, data: { replicates: SETTINGS } });
  run = await orderedRun(test, { seed: 6, wells: WELLS });
}, 90_000);
afterAll(() => test.close());

const lineOf = async (of: Run, name: string) =>
  (await lisLines(test, of)).filter(({ sample_name }) => sample_name === name);

it('EXPORT-177 no file for other systems states a result of a rejected run, in a note or elsewhere', async () => {
  const rejected = await orderedRun(test, { seed: 9, wells: WELLS });
  const { id: wellId } = rejected.analyses[0]!.wells['C1']!;
  const where = { diagnosticName: 'HOMOZYGOUS_MUTATED', kit: { name: 'LCT-13910' } };
  const { id } = await test.db.diagnosticColor.findFirstOrThrow({ where });
  const url = `/run/${rejected.id}/interpreted-wells?wellIds=${wellId}`;
  const override = await test.call('tech', 'PATCH', url, { id, comment: 'Second peak is clear' });
  expect(override.statusCode, override.body).toBe(200);
  const result = /mutated|wild.type|Test OK|second peak|melting temperature, |no call for/i;
  for (const format of ['FHIR', 'LIS_CSV'] as const)
    expect(await sentResults(test, rejected, format), 'a preliminary one').toMatch(result);
  await submit(test, rejected.id);
  expect((await decide(test, rejected.id, { status: 'REJECTED' })).statusCode).toBe(200);
  for (const format of ['FHIR', 'LIS_CSV'] as const)
    expect(await sentResults(test, rejected, format)).not.toMatch(result);
});

describe('a run of a kit version with replicates', () => {
  it('REVIEW-401 lists the wells of a sample without a result as unresolved, and no name as used twice', async () => {
    const { samples, unresolved, plate } = await doubtsOf(test, run);
    expect(samples?.map(({ name, result, fault }) => [name, result?.diagnostic.name, fault])).toEqual([
      ['S-1', 'HOMOZYGOUS_MUTATED', null],
      ['S-2', undefined, 'results-differ'],
    ]);
    expect(unresolved.map(({ position, isOfSample }) => [position, isOfSample])).toEqual([
      ['B1', true],
      ['B2', true],
    ]);
    expect(unresolved[0]?.reason).toMatch(
      /^sample S-2 has no result, but M .* in 1 of 2 wells \(B1\), W .* \(B2\): replicates differ \(M .* in B1; W .* in B2;/,
    );
    expect(plate.map(({ text }) => text)).toEqual([]);
  });

  it('EXPORT-146 sends each sample once to the LIS, with its wells', async () => {
    const lines = await lisLines(test, run);
    expect(lines.map(({ position }) => position)).toEqual(['A1 A2 A3', 'B1 B2', 'C1', 'D1']);
    const [first, second, third] = lines;
    expect(first).toMatchObject({
      sample_name: 'S-1',
      result_code: 'HOMOZYGOUS_MUTATED',
      result_status: 'preliminary',
      replicates: '3',
    });
    expect(first!['well_id']!.split(' ')).toHaveLength(3);
    expect(first!['replicate_results']).toMatch(/ in A1, A2 and A3$/);
    expect(first!['replicate_tm']).toMatch(/60\.8\d ± 0\.0\d °C \(n 3\)/);
    expect(second).toMatchObject({
      result_code: '',
      result: '',
      result_status: 'no-call',
      no_result_codes: 'REPLICATES_DIFFER POSITIVE_WELL',
    });
    expect(second!['no_result_reason']).toMatch(
      /^No result, but M .* in 1 of 2 wells \(B1\), .*\. Replicates differ/,
    );
    expect(third).toMatchObject({ result_code: 'HOMOZYGOUS_WILD_TYPE', replicates: '' });
  });

  it('EXPORT-147 sends an observation for each sample that is derived from those of its wells', async () => {
    const { entry } = fhirBundleSchema.parse(JSON.parse(await sentResults(test, run, 'FHIR')));
    const resources = entry.map(({ resource }) => resource);
    const observations = resources.flatMap((one) => (one.resourceType === 'Observation' ? [one] : []));
    const ofSamples = observations.filter(({ derivedFrom }) => derivedFrom !== undefined);
    expect(ofSamples.map(({ derivedFrom }) => derivedFrom?.length)).toEqual([3, 2]);
    const [agreeing, differing] = ofSamples;
    expect(agreeing?.valueCodeableConcept?.text).toMatch(/mutated/i);
    expect(agreeing?.component?.map(({ code }) => code.text)).toContainEqual(
      expect.stringMatching(/^Mean melting temperature, MELT, zone /),
    );
    expect(differing?.dataAbsentReason?.text).toMatch(
      /^No result, but M .* in 1 of 2 wells \(B1\), .*\. Replicates differ/,
    );
    const ids = new Set(observations.map(({ id }) => `urn:uuid:${id}`));
    for (const { reference } of ofSamples.flatMap(({ derivedFrom }) => derivedFrom ?? []))
      expect(ids.has(reference!)).toBe(true);
    // A receiver that reads all observations finds one with each order, and the wells marked.
    const ordered = observations.flatMap(({ id, basedOn = [] }) =>
      basedOn.map(({ identifier }) => [identifier?.value, id]),
    );
    expect(ordered.map(([order]) => order).sort()).toEqual(['LIS-S-1', 'LIS-S-2', 'LIS-S-3']);
    expect(ordered).toContainEqual(['LIS-S-2', differing!.id]);
    const wells = observations.filter(({ note: [first] }) => first?.text.includes('not a result of its own'));
    expect(wells.map(({ id }) => `urn:uuid:${id}`).sort()).toEqual(
      ofSamples.flatMap(({ derivedFrom = [] }) => derivedFrom.map(({ reference }) => reference)).sort(),
    );
    const results = resources.flatMap((one) => (one.resourceType === 'DiagnosticReport' ? [one.result] : []));
    expect(results.map((references) => references.map(({ reference }) => reference))).toEqual([
      [`urn:uuid:${agreeing!.id}`],
      [`urn:uuid:${differing!.id}`],
      [expect.any(String)],
    ]);
  });

  it('EXPORT-148 states the sample beside its wells in CSV, and once in the report', async () => {
    const csv = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'CSV' });
    expect(csv.body).toMatch(
      /Sample result;No sample result because;Wells of the sample;Mean Tm ± SD of the wells/,
    );
    expect(csv.body).toMatch(/B1;FAM;S-2;.*;"No result, but .*";"?replicates differ .*;B1 B2;/);
    const pdf = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'PDF' });
    const text = await pdfText(pdf.rawPayload);
    expect(text).toMatch(/Results by sample/);
    expect(text).toMatch(/No result, but M .*\. Replicates differ/s);
    const workbook = await openWorkbook(
      (await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'XLSX' })).rawPayload,
    );
    const sheet = workbook.getWorksheet('Samples')?.getSheetValues() ?? [];
    const cells = sheet.map((row) => JSON.stringify(row));
    expect(cells.filter((row) => row.includes('B1 B2') && row.includes('No result'))).not.toEqual([]);
  });

  it('EXPORT-149 a file about one name has no result of another sample', async () => {
    const body = { format: 'PDF', groupByWellName: true };
    const byName = await test.call('tech', 'POST', `/run/export/${run.id}`, body);
    const parts = [...(await unzip(byName.rawPayload))];
    const [, first] = parts.find(([name]) => name.includes('S-1'))!;
    const pages = await pdfText(first);
    const [, samples = ''] = pages.split('Results by sample');
    expect(samples).toContain('S-1');
    expect(samples).not.toContain('S-2');
  });

  it('TRUST-611 signs the result after an override, and a verifier derives it from the record', async () => {
    const well = run.analyses[0]!.wells['B2']!;
    const colors = await test.db.diagnosticColor.findMany({ where: { kit: { name: 'LCT-13910' } } });
    const mutated = colors.find(({ diagnosticName }) => diagnosticName === 'HOMOZYGOUS_MUTATED')!;
    const changed = await test.call('tech', 'PATCH', `/run/${run.id}/interpreted-wells?wellIds=${well.id}`, {
      id: mutated.id,
      comment: 'Repeat of the sample agrees',
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await lineOf(run, 'S-2')).toMatchObject([
      { result_code: 'HOMOZYGOUS_MUTATED', changed_by_hand: 'yes' },
    ]);
    const findings = await verifiedAfterApproval(test, run);
    expectSameCalls(findings, WELLS.length);
    expect(findings.map(({ text }) => text).join(' ')).toMatch(
      /The results of 2 samples with several wells follow/,
    );
    expect(await lineOf(run, 'S-2')).toMatchObject([{ run_status: 'final', result_status: 'final' }]);
  });

  it('LIST-144 a page of runs counts the samples of replicates in an approved run, and no control', async () => {
    const { listObjects } = runCalls.list.answer.parse((await test.call('tech', 'GET', '/run')).json());
    expect(listObjects.map(({ id, samples }) => [id, samples])).toContainEqual([
      run.id,
      { positive: 2, negative: 0, none: 0 },
    ]);
    expect(listObjects.find(({ id }) => id === plain.id)).not.toHaveProperty('samples');
  });

  it('TRUST-612 a signed result that does not follow from its wells is named', async () => {
    const { record } = (await readSignedRecord(test.db, run.id))!;
    expect(sampleFaults(record)).toEqual([]);
    const forged = structuredClone(record);
    const samples = forged.decisions.at(-1)!.check!.doubts.samples!;
    samples[0]!.result!.diagnostic.name = 'HOMOZYGOUS_WILD_TYPE';
    expect(sampleFaults(forged)).toEqual([
      {
        what: 'Sample S-1 FAM A1: result, diagnostic, name',
        signed: 'HOMOZYGOUS_MUTATED',
        found: 'HOMOZYGOUS_WILD_TYPE',
      },
    ]);
    samples.shift();
    expect(sampleFaults(forged)).toMatchObject([{ what: 'Sample S-1 FAM A1', found: null }]);
    const otherRule = structuredClone(record);
    const { assays } = otherRule.interpretation.configuration as {
      assays: { replicates: ReplicateSettings }[];
    };
    for (const { replicates } of assays) replicates.tmSpread = 0.05;
    expect(sampleFaults(otherRule)).not.toEqual([]);
  });
});

it('REVIEW-402 a run that was interpreted before shows and sends the same results as then', async () => {
  expect(plain.replicates).toEqual([]);
  const { samples, unresolved, plate } = await doubtsOf(test, plain);
  expect([samples, unresolved]).toEqual([undefined, []]);
  expect(plate.map(({ text }) => text)).toEqual(['3 wells with the name S-1', '2 wells with the name S-2']);
  const lines = await lisLines(test, plain);
  expect(lines).toHaveLength(WELLS.length);
  expect(Object.keys(lines[0]!)).not.toContain('replicates');
  const { configuration } = await test.db.interpretation.findFirstOrThrow({ where: { runId: plain.id } });
  expect(JSON.stringify(configuration)).not.toContain('replicates');
});

describe('the replicates of a kit version', () => {
  const version = async (settings: ReplicateSettings | null) => {
    const kit = await test.db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } });
    const created = await test.call('research', 'POST', '/kit', {
      kit: { id: kit.id },
      kitVersion: { version: `replicates ${settings?.rule ?? 'off'}`, copyOf: versionId },
    });
    const { kitVersion } = kitCalls.create.answer.parse(created.json());
    const answer = await test.call('research', 'PUT', `/kit/${kitVersion.id}`, {
      kit: { id: kit.id },
      kitVersion: { id: kitVersion.id, revision: kitVersion.revision },
      replicates: settings,
    });
    return { copied: kitVersion.replicates, id: kitVersion.id, answer };
  };

  it('IMPEXP-147 are copied, and a change is audited', async () => {
    const { copied, answer, id } = await version({ ...SETTINGS, rule: 'majority' });
    expect(copied).toEqual(SETTINGS);
    expect(answer.statusCode, answer.body).toBe(200);
    const { details } = await configureEntry(test, id);
    expect(details).toMatchObject({
      from: { replicates: SETTINGS },
      to: { replicates: { rule: 'majority' } },
    });
    const off = await version(null);
    expect(kitCalls.update.answer.parse(off.answer.json()).kitVersion.replicates).toBeNull();
  });

  it('IMPEXP-146 are exported and imported with it', async () => {
    const document = await exportedVersion(test, versionId);
    expect(document.version.replicates).toEqual(SETTINGS);
    const answer = await importVersion(test, document, 'replicates imported');
    expect(answer.statusCode, answer.body).toBe(200);
    const imported = await test.db.kitVersion.findFirstOrThrow({ where: { version: 'replicates imported' } });
    expect(imported.replicates).toEqual(SETTINGS);
    const wrong = { ...document.version, replicates: { ...SETTINGS, tmSpread: 9 } };
    expect((await importVersion(test, { ...document, version: wrong }, 'wrong')).statusCode).toBe(422);
  });
});
