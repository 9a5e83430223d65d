import { archiveRecordSchema, exportRequestSchema } from '@curvewell/contracts';
import {
  interpretedWellSchema,
  runDoubts,
  wellFlagTexts,
  type InterpretedWell,
  type Reinterpretation,
  type Run,
  type RunCheck,
} from '@curvewell/domain';
import papaparse from 'papaparse';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import {
  configuration,
  decide,
  importedRun,
  interpretedRun,
  SMALL_PLATE,
  submit,
} from '../../../test/run-factory.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { exportRows } from './export-rows.ts';
import { fhirBundle } from './results/fhir-bundle.ts';
import { fhirBundleSchema, type FhirBundle } from './results/fhir-schema.ts';

let test: TestApp;
let run: Run;
let check: RunCheck;
let wells: readonly InterpretedWell[];

const at = (tm: number, width = 0.75, amplitude = 1000) => [
  { channel: 'FAM' as const, tm, amplitude, width },
];

/** Wells of an approved run: A5 has no call, A2 is overridden to no call, A7 is borderline. */
const WELLS = [
  ...SMALL_PLATE,
  { position: 'A5', name: 'S-5', sampleType: null, melts: at(58, 4.8, 3000) },
  { position: 'A7', name: 'S-7', sampleType: null, melts: at(53.15) },
];

beforeAll(async () => {
  test = await createTestApp();
  const { id, analyses } = await interpretedRun(test, { seed: 121, wells: WELLS });
  const well = analyses[0]?.wells['A2']?.id ?? '';
  const url = `/run/${id}/interpreted-wells?wellIds=${well}`;
  await test.call('tech', 'PATCH', url, { id: null, comment: 'Two samples in one well' });
  await submit(test, id);
  const decided = await decide(test, id);
  expect(decided.statusCode, decided.body).toBe(200);
  run = (await test.call('tech', 'GET', `/run/${id}`)).json<Run>();
  check = (await test.call('physician', 'GET', `/run/${id}/check?decision=approve`)).json<RunCheck>();
  const chart = await test.call('tech', 'GET', `/run/${id}/chart`);
  wells = z.array(interpretedWellSchema).parse(chart.json());
});
afterAll(() => test.close());

const results = (format: string) => test.call('tech', 'POST', `/run/export/${run.id}/results`, { format });

async function lisRows(): Promise<Map<string, Record<string, string>>> {
  const { body } = await results('LIS_CSV');
  const { data } = papaparse.parse<Record<string, string>>(body.trimEnd(), { header: true });
  return new Map(data.map((row) => [row['position'] ?? '', row]));
}

const readBundle = ({ entry }: FhirBundle) => {
  const resources = entry.map(({ resource }) => resource);
  const observations = resources.filter((one) => one.resourceType === 'Observation');
  const at = (position: string) =>
    observations.find(({ identifier }) => identifier.some(({ value }) => value === position));
  return { at, reports: resources.filter((one) => one.resourceType === 'DiagnosticReport') };
};
const bundle = async () => readBundle(fhirBundleSchema.parse((await results('FHIR')).json()));

it('RESULT-20 the CSV for a LIS has no result for a well without a call, but codes with the reason', async () => {
  const rows = await lisRows();
  const cells = (position: string) =>
    ['run_status', 'result_status', 'result_code', 'result', 'no_result_codes'].map(
      (column) => rows.get(position)?.[column],
    );
  expect(cells('A1')).toEqual(['final', 'final', 'HOMOZYGOUS_WILD_TYPE', 'Homozygous wild type', '']);
  expect(cells('A2')).toEqual(['final', 'no-call', '', '', 'SET_BY_HAND']);
  expect(cells('A5')).toEqual(['final', 'no-call', '', '', 'UNRESOLVED_MELT']);
  expect(rows.get('A2')?.['no_result_reason']).toMatch(
    /^No call\. Set by Tara Holm, .* \(Europe\/Stockholm\): “Two samples in one well”\.$/,
  );
});

it('RESULT-21 the CSV for a LIS has the flags of the page, as codes and as sentences', async () => {
  const rows = await lisRows();
  for (const called of wells) {
    const row = rows.get(called.position);
    const well = run.analyses[0]?.wells[called.position];
    const flags = well === undefined ? [] : wellFlagTexts(run, well, called);
    expect(row?.['flags'], called.position).toBe(flags.join(' '));
    expect(row?.['flag_codes'] !== '', called.position).toBe(flags.length > 0);
  }
  expect(rows.get('A7')?.['flag_codes']).toMatch(/BORDER/);
});

it('RESULT-22 the CSV for a LIS has the facts of the run on the rows that they apply to', async () => {
  expect(check.doubts.facts.length).toBeGreaterThan(0);
  for (const [position, row] of await lisRows()) {
    const facts = check.doubts.facts.filter(
      ({ positions }) => positions.length === 0 || positions.includes(position),
    );
    expect(row['remarks']).toBe([...new Set(facts.map(({ short }) => short))].join('; '));
  }
});

it('RESULT-23 an observation without a call is never final, and has the reason given by its flags', async () => {
  const { at: observed, reports } = await bundle();
  const absent = (one: ReturnType<typeof observed>) => [
    one?.status,
    one?.valueCodeableConcept?.text,
    one?.dataAbsentReason?.coding?.[0]?.code,
  ];
  expect(absent(observed('A1'))).toEqual(['final', 'Homozygous wild type', undefined]);
  expect(absent(observed('A2'))).toEqual(['cancelled', undefined, 'unknown']);
  expect(absent(observed('A5'))).toEqual(['cancelled', undefined, 'unknown']);
  expect(new Set(reports.map(({ status }) => status))).toEqual(new Set(['final']));

  const called = wells.find(({ position }) => position === 'A5');
  if (called === undefined) throw new Error('A5 is interpreted');
  for (const [code, reason] of [
    ['zone-not-read', 'not-performed'],
    ['no-signal', 'error'],
  ] as const) {
    const flag = { code, phase: 'MELT', zone: 'C', temperature: null, measured: 75.1, limit: 48.5 } as const;
    const flagged = { ...called, explanation: { ...called.explanation, flags: [flag] }, data: [] };
    const drawn = flagged as unknown as Parameters<typeof exportRows>[1][number]; // rows do not use the curves
    const rows = exportRows(run, [drawn], exportRequestSchema.parse({}));
    const facts = {
      softwareVersion: '1',
      algorithmVersion: '1.1.0',
      configurationSha256: 'a'.repeat(64),
      exportedBy: 'Tara Holm',
      exportedAt: '2026-11-23T09:00:00Z',
      auditEntries: {},
      isChanged: false,
      signature: null,
    };
    const one = readBundle(fhirBundle({ run, rows, samples: [], combined: [], facts, remarks: [] })).at('A5');
    expect(absent(one)).toEqual(['cancelled', undefined, reason]);
    expect(one?.dataAbsentReason?.text).toContain('No call. MELT: ');
  }
});

it('RESULT-24 an observation has its flags as notes, and its report the facts of the run', async () => {
  const { at: observed, reports } = await bundle();
  const [near] = wells.filter(({ position }) => position === 'A7');
  const well = run.analyses[0]?.wells['A7'];
  if (near === undefined || well === undefined) throw new Error('A7 is interpreted');
  const flags = wellFlagTexts(run, well, near);
  expect(flags.length).toBeGreaterThan(0);
  expect(observed('A7')?.note.map(({ text }) => text)).toEqual(expect.arrayContaining([...flags]));
  const everywhere = check.doubts.facts.filter(({ positions }) => positions.length === 0);
  for (const { conclusion = '' } of reports)
    for (const { text } of everywhere) expect(conclusion).toContain(text);
  expect(
    reports.filter(({ conclusion }) => conclusion?.startsWith('No call for 1 of 1 results.')),
  ).toHaveLength(2);
});

it('RESULT-25 the facts of an approved run are as signed, whatever has changed since', async () => {
  const before = await lisRows();
  await test.db.lot.updateMany({ data: { expirationDate: new Date('2020-01-01') } });
  const after = await lisRows();
  expect(after.size).toBeGreaterThan(0);
  for (const [position, row] of after) expect(row['remarks']).toBe(before.get(position)?.['remarks']);
});

/** An approved run whose A1 is a standard. */
async function approvedStandard(): Promise<Run> {
  const imported = await importedRun(test, { seed: 123 });
  const body = await configuration(test.db, imported);
  const { id } = await test.db.diagnosticColor.findFirstOrThrow({
    where: { kit: { name: 'LCT-13910' }, diagnosticName: 'HOMOZYGOUS_WILD_TYPE' },
  });
  const analyses = body.analyses?.map(({ channel, wells: { A1, ...wells } }) => ({
    channel,
    wells: { ...wells, ...(A1 && { A1: { ...A1, sampleType: 'STANDARD', expectedDiagnostic: { id } } }) },
  }));
  await test.call('tech', 'PUT', `/run/${imported.id}`, { ...body, analyses });
  await test.call('tech', 'POST', `/run/${imported.id}/interpret`);
  await submit(test, imported.id);
  expect((await decide(test, imported.id)).statusCode).toBe(200);
  return (await test.call('tech', 'GET', `/run/${imported.id}`)).json<Run>();
}

it('TRUST-656 a decided run keeps the flags, expiry dates and expected results that were signed, whatever is changed afterwards', async () => {
  const standard = await approvedStandard();
  const before = await lisRows();
  const shown = (await test.call('tech', 'GET', `/run/${run.id}`)).json<Run>();
  expect(before.get('A7')?.['flag_codes']).toContain('NEAR_BORDER');
  const { analyses, kits, rules } = shown;

  await test.db.laboratory.updateMany({ data: { rules: { nearBorderPercent: 1 } } });
  await test.db.lot.updateMany({ data: { expirationDate: new Date('2020-01-02') } });
  await test.db.diagnosticColor.updateMany({ data: { label: 'Other words' } });
  expect(await lisRows()).toEqual(before);
  const after = (await test.call('tech', 'GET', `/run/${run.id}`)).json<Run>();
  expect(after).toMatchObject({ analyses, kits });
  expect(after.rules.nearBorderPercent).toBe(rules.nearBorderPercent);
  const label = standard.analyses[0]?.wells['A1']?.expectedDiagnostic?.diagnosticLabel;
  expect(label).not.toBe('Other words');
  const sameStandard = (await test.call('tech', 'GET', `/run/${standard.id}`)).json<Run>();
  expect(sameStandard.analyses).toEqual(standard.analyses);

  // A run that is not decided follows the rules, dates and words of now.
  const open = await interpretedRun(test, { seed: 122, wells: WELLS });
  expect(open.rules.nearBorderPercent).toBe(1);
  expect(open.kits[0]?.lots[0]?.expirationDate).toBe('2020-01-02');
});

it('TRUST-670 a decided run shows the status of its kits and the missing controls as they were signed, an earlier one those of today', async () => {
  const { id } = await interpretedRun(test, { seed: 126, wells: WELLS });
  await submit(test, id);
  expect((await decide(test, id)).statusCode).toBe(200);
  const factsOf = async (runId: string) => {
    const shown = (await test.call('tech', 'GET', `/run/${runId}`)).json<Run>();
    const called = z
      .array(interpretedWellSchema)
      .parse((await test.call('tech', 'GET', `/run/${runId}/chart`)).json());
    return runDoubts({ run: shown, called }).facts.map(({ text }) => text);
  };
  const signed = (await test.call('tech', 'GET', `/run/${id}/check?decision=approve`)).json<RunCheck>();
  const texts = signed.doubts.facts.map(({ text }) => text);
  expect(await factsOf(id)).toEqual(texts);
  const kitId = run.kits[0]?.kitVersion.kit.id ?? '';
  expect(texts.join(' ')).not.toMatch(/not validated|5 required/);
  await test.db.kitAnalyser.updateMany({ where: { kitId }, data: { status: 'NOT_VALIDATED' } });
  await test.db.kitVersion.updateMany({ where: { kitId }, data: { negativeControls: 5 } });
  expect(await factsOf(id)).toEqual(texts);
  const open = await interpretedRun(test, { seed: 127, wells: WELLS });
  expect((await factsOf(open.id)).join(' ')).toMatch(
    /5 required.*is not validated|requires 5.*is not validated/,
  );

  await test.db.$transaction([
    test.db.$executeRaw`ALTER TABLE run_decision DISABLE TRIGGER run_decision_unchanged`,
    test.db
      .$executeRaw`UPDATE run_decision SET "check" = "check" #- '{doubts,facts}' WHERE run_id = ${id}::uuid`,
    test.db.$executeRaw`ALTER TABLE run_decision ENABLE TRIGGER run_decision_unchanged`,
  ]);
  expect((await factsOf(id)).join(' ')).toContain('is not validated');
  await test.db.kitAnalyser.updateMany({ where: { kitId }, data: { status: 'VALIDATED' } });
  await test.db.kitVersion.updateMany({ where: { kitId }, data: { negativeControls: 1 } });
});

it('TRUST-656 a rejected run keeps them, also archived, until it is reinterpreted; a decision without them shows those of now', async () => {
  const { id } = await interpretedRun(test, { seed: 125, wells: WELLS });
  await submit(test, id);
  expect((await decide(test, id, { status: 'REJECTED' })).statusCode).toBe(200);
  const factsOf = ({ rules, kits, analyses }: Run) => {
    const lot = analyses[0]?.wells['A1']?.lot?.expirationDate;
    return [rules.nearBorderPercent, kits[0]?.lots[0]?.expirationDate, lot];
  };
  const shown = async () => factsOf((await test.call('tech', 'GET', `/run/${id}`)).json<Run>());
  const signed = await shown();
  await test.db.laboratory.updateMany({ data: { rules: { nearBorderPercent: 2 } } });
  await test.db.lot.updateMany({ data: { expirationDate: new Date('2020-01-03') } });
  const current = [2, '2020-01-03', '2020-01-03'];
  expect(signed).not.toEqual(current);
  expect(await shown()).toEqual(signed);
  await test.db.run.update({ where: { id }, data: { archivedAt: new Date() } });
  const archived = await test.call('tech', 'GET', `/run/${id}/archive`);
  expect(factsOf(archiveRecordSchema.parse(archived.json()).run)).toEqual(signed);
  await test.db.run.update({ where: { id }, data: { archivedAt: null } });

  // As decisions of earlier releases, which a run may have beside later ones.
  const update = (change: Prisma.Sql) =>
    test.db.$transaction([
      test.db.$executeRaw`ALTER TABLE run_decision DISABLE TRIGGER run_decision_unchanged`,
      test.db.$executeRaw`UPDATE run_decision SET ${change} WHERE run_id = ${id}::uuid`,
      test.db.$executeRaw`ALTER TABLE run_decision ENABLE TRIGGER run_decision_unchanged`,
    ]);
  const kept = await test.db.runDecision.findMany({ where: { runId: id }, orderBy: { at: 'asc' } });
  await update(Prisma.sql`"check" = "check" - 'resultRules' #- '{doubts,standards}', lots = NULL`);
  expect(await shown()).toEqual(current);
  await update(Prisma.sql`"check" = NULL`);
  expect(await shown()).toEqual(current);
  const [submitted, rejected] = kept;
  await update(Prisma.sql`"check" = CASE decision WHEN 'submit' THEN ${JSON.stringify(submitted?.check)}::jsonb END,
    lots = ${JSON.stringify(rejected?.lots)}::jsonb`);
  expect(await shown()).toEqual(signed);

  const address = `/run/${id}/reinterpretation`;
  const { revision, proposal } = (await test.call('tech', 'GET', address)).json<Reinterpretation>();
  const answer = await test.call('tech', 'POST', address, { revision, proposal, reason: 'Repeat' });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await shown()).toEqual(current);
});
