import { buffer } from 'node:stream/consumers';

import type { Run } from '@curvewell/domain';
import PDFKit from 'pdfkit';
import { getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';

import type { ReportFacts } from '../report-facts.ts';
import { signaturesHeight, writeSignatures, writeSummary } from './pdf-first-page.ts';
import { writeFrames } from './pdf-layout.ts';
import { tagDocument } from './pdf-tags.ts';
import { registerFonts, type Pdf } from './pdf-text.ts';

const NAME = 'Wilhelmina Featherstonehaugh-Cholmondeley of the Department of Molecular Diagnostics';
const act = { name: NAME, at: '2026-11-20T09:42:00.000Z' };
// Only what signatures and frames read.
const runIn = (status: Run['status']) =>
  ({
    businessId: 1,
    status,
    files: [],
    laboratory: { name: 'North' },
    laboratoryTimeZone: 'Europe/Paris',
    acts: { interpreted: act, submitted: act, approved: act, rejected: null },
  }) as unknown as Run;
const FACTS = {
  auditEntries: { 'run.approve': '17' },
  signature: null,
  isChanged: false,
} as unknown as ReportFacts;

async function itemsOf(draw: (pdf: Pdf) => void) {
  const pdf: Pdf = new PDFKit({ bufferPages: true, tagged: true });
  registerFonts(pdf);
  draw(pdf);
  pdf.end();
  const document = await getDocumentProxy(new Uint8Array(await buffer(pdf)));
  const { items } = await (await document.getPage(1)).getTextContent();
  return items.flatMap((item) =>
    'str' in item && item.str.trim() !== '' ? [{ text: item.str, y: Number(item.transform[5]) }] : [],
  );
}

it('EXPORT-176 a signature that takes several lines is not written over by the next', async () => {
  let end = 0;
  const run = runIn('APPROVED');
  const items = await itemsOf((pdf) => {
    end = 72 + signaturesHeight(pdf, run, FACTS);
    tagDocument(pdf, (part) => {
      writeSignatures(part, run, { facts: FACTS, y: 72 });
    });
  });
  const lines = [...new Set(items.map(({ y }) => Math.round(y)))].sort((a, b) => b - a);
  // The heading, two lines for each of three signatures, and two to sign on paper.
  expect(lines).toHaveLength(1 + 3 * 2 + 2);
  const gaps = lines.slice(1).map((y, index) => (lines[index] ?? 0) - y);
  expect(Math.min(...gaps)).toBeGreaterThan(8);
  expect(792 - (lines.at(-1) ?? 0)).toBeLessThan(end);
});

it.each([
  ['RUN_TO_INTERPRET', 'NOT APPROVED'],
  ['WAIT_FOR_APPROVAL', 'NOT APPROVED'],
  ['REJECTED', 'REJECTED'],
  ['APPROVED', null],
] as const)('EXPORT-175 each page of a run that is %s has across it: %s', async (status, mark) => {
  const items = await itemsOf((pdf) => {
    writeFrames(pdf, runIn(status), FACTS);
  });
  // The head of the page begins with the number of the run.
  const across = items.flatMap(({ text }) => (/^[A-Z ]*(?:APPROVED|REJECTED)$/.test(text) ? [text] : []));
  expect(across).toEqual(mark === null ? [] : [mark]);
});

it('TRUST-624 the summary has the controls of every kit and lot on the plate, not only those of the first well', async () => {
  const control = (position: string, name: string) => ({ position, result: { diagnostic: { name } } });
  const row = (position: string, ...controls: object[]) => ({ position, channel: 'FAM', controls });
  const rows = [
    row('A1', control('A6', 'OK')),
    row('B1', control('B6', 'KO')),
    row('B2', control('B6', 'KO')),
  ];
  const wells = [{ channel: 'FAM', interpretedWellDiagnostics: [] }];
  const items = await itemsOf((pdf) => {
    tagDocument(pdf, (part) => {
      writeSummary(part, { wells, rows, y: 72 } as unknown as Parameters<typeof writeSummary>[1]);
    });
  });
  expect(items.map(({ text }) => text)).toContain('FAM controls: A6 OK · B6 KO');
});
