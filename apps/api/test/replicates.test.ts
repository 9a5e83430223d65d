import { interpretedWellSchema, runCheckSchema, type Run } from '@curvewell/domain';
import { verifyRecord } from '@curvewell/verify';
import papaparse from 'papaparse';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { openWorkbook } from './open-workbook.ts';
import { decide, interpretedRun, SMALL_PLATE, submit } from './run-factory.ts';

let test: TestApp;
let run: Run;

const at = (...temperatures: readonly number[]) =>
  temperatures.map((tm) => ({ channel: 'FAM' as const, tm, amplitude: 1000, width: 0.75 }));

/** A1, A5 and A6 are one sample, and A6 has a second product; A3 and A7 agree. */
const WELLS = [
  ...SMALL_PLATE,
  { position: 'A5', name: 'S-1', sampleType: null, melts: at(55.3) },
  { position: 'A6', name: 'S-1', sampleType: null, melts: at(55.3, 60.8) },
  { position: 'A7', name: 'S-3', sampleType: null, melts: at(60.8) },
];
const DIFFER = ['A1', 'A5', 'A6'];

/** Peaks and their results. */
const EXPLANATION =
  /^ANNEAL: replicates differ: .* MELT: replicates differ: A6 has a peak at 60\.\d\d °C that A1 and A5 lack\. Replicates differ: Homozygous wild type in A1 and A5; Heterozygous in A6\.$/;

beforeAll(async () => {
  test = await createTestApp();
  const { id } = await interpretedRun(test, { seed: 130, wells: WELLS });
  await submit(test, id);
  const decided = await decide(test, id);
  expect(decided.statusCode, decided.body).toBe(200);
  run = (await test.call('tech', 'GET', `/run/${id}`)).json<Run>();
});
afterAll(() => test.close());

const exported = (format: string) => test.call('tech', 'POST', `/run/export/${run.id}`, { format });
const results = (format: string) => test.call('tech', 'POST', `/run/export/${run.id}/results`, { format });

it('REVIEW-215 differing wells of one sample are flagged, and listed in the check', async () => {
  const chart = await test.call('tech', 'GET', `/run/${run.id}/chart`);
  const flagged = z
    .array(interpretedWellSchema)
    .parse(chart.json())
    .filter(({ explanation }) => explanation.flags.some(({ code }) => code === 'replicates-differ'));
  expect(flagged.map(({ position }) => position).sort()).toEqual(DIFFER);
  const answer = await test.call('physician', 'GET', `/run/${run.id}/check?decision=approve`);
  const { curves } = runCheckSchema.parse(answer.json()).doubts;
  expect(curves.map(({ position }) => position)).toEqual(DIFFER);
  for (const { texts } of curves) expect(texts.join(' ')).toMatch(EXPLANATION);
});

it('REVIEW-216 the difference is in CSV, workbook, report, and the files for a LIS', async () => {
  const { data: csv } = papaparse.parse<Record<string, string>>((await exported('CSV')).body, {
    header: true,
    delimiter: ';',
  });
  const { data: lis } = papaparse.parse<Record<string, string>>((await results('LIS_CSV')).body, {
    header: true,
  });
  const workbook = await openWorkbook((await exported('XLSX')).rawPayload);
  const cells =
    workbook
      .getWorksheet('Results')
      ?.getSheetValues()
      .map((row) => JSON.stringify(row)) ?? [];
  const pdf = await getDocumentProxy(new Uint8Array((await exported('PDF')).rawPayload));
  const pages = (await extractText(pdf, { mergePages: true })).text.replaceAll(/\s+/g, ' ');
  const fhir = (await results('FHIR')).body;
  const first = 'replicates differ: A6 has a peak at';
  for (const position of DIFFER) {
    expect(csv.find((row) => row['Position'] === position)?.['Flags']).toMatch(EXPLANATION);
    const row = lis.find((one) => one['position'] === position);
    expect(row?.['flags']).toMatch(EXPLANATION);
    expect(row?.['flag_codes']).toContain('REPLICATES_DIFFER');
  }
  expect(cells.filter((row) => row.includes(first))).toHaveLength(DIFFER.length);
  // Shown with the wells, and in the check of each decision.
  expect(pages.split(`Flags: ANNEAL: ${first}`)).toHaveLength(DIFFER.length + 1);
  expect(fhir.split(first).length).toBeGreaterThan(DIFFER.length);
});

it('REVIEW-217 a signed record has the data of the comparison: calling again gives the same', async () => {
  const answer = await test.call('physician', 'POST', `/run/export/${run.id}/record`);
  const findings = await verifyRecord(answer.rawPayload, null);
  expect(findings.filter(({ state }) => state === 'fails')).toEqual([]);
});

it('DIAG-92 a check names diagnostics by the words of the kit, and one that was signed before keeps its words', async () => {
  await test.db.diagnosticColor.updateMany({
    where: { diagnosticName: 'HOMOZYGOUS_WILD_TYPE' },
    data: { label: 'p50 wild type' },
  });
  const textsOf = async (id: string, decision: 'submit' | 'approve') => {
    const answer = await test.call('physician', 'GET', `/run/${id}/check?decision=${decision}`);
    return runCheckSchema.parse(answer.json()).doubts.curves.map(({ texts }) => texts.join(' '));
  };
  for (const text of await textsOf(run.id, 'approve')) expect(text).toMatch(EXPLANATION);
  const record = await test.call('physician', 'POST', `/run/export/${run.id}/record`);
  const findings = await verifyRecord(record.rawPayload, null);
  expect(findings.filter(({ state }) => state === 'fails')).toEqual([]);
  const { id } = await interpretedRun(test, { seed: 131, wells: WELLS });
  const texts = await textsOf(id, 'submit');
  expect(texts).toHaveLength(DIFFER.length);
  for (const text of texts)
    expect(text).toMatch(/Replicates differ: p50 wild type in A1 and A5; Heterozygous in A6\.$/);
});
