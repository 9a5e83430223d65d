import { exportRequestSchema } from '@curvewell/contracts';
import {
  callSentence,
  interpretedWellSchema,
  runCheckSchema,
  wellFlagTexts,
  type InterpretedWell,
  type Run,
} from '@curvewell/domain';
import papaparse from 'papaparse';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { openWorkbook } from '../../../test/open-workbook.ts';
import { interpretedRun, SMALL_PLATE } from '../../../test/run-factory.ts';
import { exportRows } from './export-rows.ts';

let test: TestApp;
let run: Run;
let wells: readonly InterpretedWell[];

const at = (tm: number, width = 0.75, amplitude = 1000) => [
  { channel: 'FAM' as const, tm, amplitude, width },
];

/**
 * Wells without flags, and four others: two near the edge of a zone, one with signal that no peak explains,
 * one with a peak outside all zones.
 */
const WELLS = [
  ...SMALL_PLATE,
  { position: 'A5', name: 'S-5', sampleType: null, melts: at(58, 4.8, 3000) },
  { position: 'A6', name: 'S-6', sampleType: null, melts: at(57.4) },
  { position: 'A7', name: 'S-7', sampleType: null, melts: at(53.15) },
  { position: 'A8', name: 'S-8', sampleType: null, melts: at(68) },
];

const exported = (format: 'CSV' | 'XLSX' | 'PDF') =>
  test.call('tech', 'POST', `/run/export/${run.id}`, { format });

async function readRun(): Promise<void> {
  run = (await test.call('tech', 'GET', `/run/${run.id}`)).json<Run>();
  const chart = await test.call('tech', 'GET', `/run/${run.id}/chart`);
  wells = z.array(interpretedWellSchema).parse(chart.json());
}

beforeAll(async () => {
  test = await createTestApp();
  run = await interpretedRun(test, { seed: 120, wells: WELLS });
  const { id = '' } = run.analyses[0]?.wells['A2'] ?? {};
  const set = await test.call('tech', 'PATCH', `/run/${run.id}/interpreted-wells?wellIds=${id}`, {
    id: null,
    comment: 'Two samples in one well',
  });
  expect(set.statusCode, set.body).toBe(200);
  await readRun();
});
afterAll(() => test.close());

async function csvRows(): Promise<Map<string, Record<string, string>>> {
  const { body } = await exported('CSV');
  const { data } = papaparse.parse<Record<string, string>>(body.trim(), { header: true, delimiter: ';' });
  return new Map(data.map((row) => [row['Position'] ?? '', row]));
}

async function xlsxRows(): Promise<Map<string, Record<string, string>>> {
  const workbook = await openWorkbook((await exported('XLSX')).rawPayload);
  const sheet = workbook.getWorksheet('Results');
  const heads = sheet?.getRow(1);
  const rows = (sheet?.getRows(2, sheet.rowCount - 1) ?? []).map((row) => {
    const cells: Record<string, string> = {};
    row.eachCell((cell, column) => (cells[heads?.getCell(column).text ?? ''] = cell.text));
    return cells;
  });
  return new Map(rows.map((row) => [row['Position'] ?? '', row]));
}

it('EXPORT-124 the Run sheet of a workbook states the facts about controls, kits, lots and files', async () => {
  const sheetText = async (bytes: Buffer): Promise<string[]> => {
    const workbook = await openWorkbook(bytes);
    const sheet = workbook.getWorksheet('Run');
    const rows = sheet?.getRows(2, sheet.rowCount - 1) ?? [];
    return rows.filter((row) => row.getCell(1).text === 'Remark').map((row) => row.getCell(2).text);
  };
  const answer = await test.call('tech', 'GET', `/run/${run.id}/check?decision=submit`);
  const { doubts } = runCheckSchema.parse(answer.json());
  const remarks = await sheetText((await exported('XLSX')).rawPayload);
  expect(remarks.length).toBeGreaterThan(0);
  expect(remarks).toEqual(doubts.facts.map(({ text }) => text));
  // A workbook with one sample must not report the plate's control as missing.
  const { id = '' } = run.analyses[0]?.wells['A5'] ?? {};
  const one = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'XLSX', wellIds: [id] });
  expect(await sheetText(one.rawPayload)).toEqual(remarks);
});

async function pdfText(): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array((await exported('PDF')).rawPayload));
  const { text } = await extractText(document, { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}

/** The flags that the page shows, by position. */
const shownFlags = (): Map<string, readonly string[]> =>
  new Map(
    wells.map((called) => {
      const well = run.analyses[0]?.wells[called.position];
      return [called.position, well === undefined ? [] : wellFlagTexts(run, well, called)];
    }),
  );

it('EXPORT-120 wells have the same flags on the page and in CSV, workbook and report', async () => {
  const shown = shownFlags();
  const flagged = [...shown].filter(([, flags]) => flags.length > 0).map(([position]) => position);
  expect(flagged).toEqual(expect.arrayContaining(['A5', 'A6', 'A7', 'A8']));
  expect(flagged).not.toContain('A1');
  const [csv, xlsx, pdf] = [await csvRows(), await xlsxRows(), await pdfText()];
  for (const [position, flags] of shown) {
    expect(csv.get(position)?.['Flags'] ?? '', position).toBe(flags.join(' '));
    expect(xlsx.get(position)?.['Flags'] ?? '', position).toBe(flags.join(' '));
    if (flags.length > 0) expect(pdf).toContain(`Flags: ${flags.join(' ')}`);
  }
  expect(pdf.split('Flags: ')).toHaveLength(flagged.length + 1);
});

it('EXPORT-121 a well without a call is No call in every export, never Negative', async () => {
  const [csv, xlsx, pdf] = [await csvRows(), await xlsxRows(), await pdfText()];
  expect([csv.get('A5')?.['Result'], xlsx.get('A5')?.['Result']]).toEqual(['No call', 'No call']);
  expect(pdf).toContain('3 ? No call');
  expect(pdf).toMatch(/A5 FAM S-5 \? No call/);
  for (const text of [(await exported('CSV')).body, pdf]) expect(text).not.toMatch(/No result|Negative;/);
});

it('RESULT-41 a well with a peak outside all zones differs from one without a peak in every export', async () => {
  const [csv, xlsx, pdf] = [await csvRows(), await xlsxRows(), await pdfText()];
  expect(['A4', 'A8'].map((position) => xlsx.get(position)?.['Combination'])).toEqual(['NONE', 'in no zone']);
  expect(['A2', 'A4', 'A8'].map((position) => csv.get(position)?.['Combination'])).toEqual([
    'A + B + C + D',
    'NONE',
    'in no zone',
  ]);
  const outside = /Peaks ANNEAL 6\d\.\d\d °C; MELT 6\d\.\d\d °C in no zone, but melt in no zone: no call/;
  expect(pdf).toMatch(outside);
  const sentences = wells
    .filter(({ position }) => ['A4', 'A8'].includes(position))
    .map(({ explanation }) => callSentence(explanation));
  expect(sentences).toEqual(['No peak counts: NONE', expect.stringMatching(outside)]);
});

it('EXPORT-122 an override to No call is exported with the suggestion, the user and the reason', async () => {
  const expected = ['Heterozygous', 'No call', 'Two samples in one well'];
  for (const rows of [await csvRows(), await xlsxRows()]) {
    const row = rows.get('A2');
    expect([row?.['Suggested result'], row?.['Result'], row?.['Reason for the change']]).toEqual(expected);
    expect(row?.['Changed by']).toMatch(/^Tara Holm, .* \(Europe\/Stockholm\)$/);
  }
  expect(await pdfText()).toMatch(
    /Changed by Tara Holm, [^:]*:\d\d \(Europe\/Stockholm\): “Two samples in one well”/,
  );
});

it('EXPORT-123 a well that algorithm 1.0.0 called without grounds keeps its call, and its flags are listed', () => {
  const called = wells.find(({ position }) => position === 'A1');
  if (called === undefined) throw new Error('A1 is interpreted');
  const unread = {
    code: 'zone-not-read' as const,
    phase: 'MELT' as const,
    zone: 'C',
    temperature: null,
    measured: 75.1,
    limit: 48.5,
  };
  const former = { ...called, explanation: { ...called.explanation, flags: [unread] } };
  const drawn = { ...former, data: [] } as unknown as Parameters<typeof exportRows>[1][number]; // rows do not use the curves
  const [row] = exportRows(run, [drawn], exportRequestSchema.parse({}));
  expect(row).toMatchObject({ result: 'Homozygous wild type', noCall: null, flagCodes: ['ZONE_NOT_READ'] });
  expect(row?.description.flags).toEqual([
    'MELT: zone C was not read whole: it begins at 48.50 °C, the readings at 75.10 °C.',
  ]);
});
