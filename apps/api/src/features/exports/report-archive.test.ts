import { inflateSync } from 'node:zlib';

import type { ExportRequest } from '@curvewell/contracts';
import { interpretedWellSchema, reportDocumentSchema, shownDiagnostic, type Run } from '@curvewell/domain';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { interpretedRun } from '../../../test/run-factory.ts';
import { SOFTWARE_BUILD } from '../../process/version.ts';

let test: TestApp;
let run: Run;
const OVERRIDE = 'Seen by eye';
const COMMENT = 'Second extraction\nno. 12 • S😀7 ≤ 5';

beforeAll(async () => {
  test = await createTestApp();
  const { id } = await interpretedRun(test, { seed: 90 });
  const [a1] = await wellsOf(id);
  const other = await test.db.diagnosticColor.findFirstOrThrow({
    where: { diagnosticName: 'HETEROZYGOUS', kit: { name: 'LCT-13910' } },
  });
  const change = { id: other.id, comment: OVERRIDE };
  await test.call('tech', 'PATCH', `/run/${id}/interpreted-wells?wellIds=${a1?.wellId ?? ''}`, change);
  await test.call('tech', 'POST', `/run/${id}/well/${a1?.wellId ?? ''}/comment`, { value: COMMENT });
  run = (await test.call('tech', 'GET', `/run/${id}`)).json<Run>();
});
afterAll(() => test.close());

async function wellsOf(runId: string) {
  return z.array(interpretedWellSchema).parse((await test.call('tech', 'GET', `/run/${runId}/chart`)).json());
}

async function reportOf(request: Partial<ExportRequest> = {}) {
  const answer = await test.call('tech', 'POST', `/run/export/${run.id}`, { ...request, format: 'PDF' });
  const document = await getDocumentProxy(new Uint8Array(answer.rawPayload));
  const files = [...((await document.getAttachments()) as Map<string, unknown>)];
  expect(files).toHaveLength(1);
  const [id = '', entry] = files[0] ?? [];
  const file = z.object({ filename: z.string(), description: z.string() }).parse(entry);
  const content: unknown = await document.getAttachmentContent(id);
  const json = new TextDecoder().decode(z.instanceof(Uint8Array).parse(content));
  return { raw: answer.rawPayload, document, file, json, data: reportDocumentSchema.parse(JSON.parse(json)) };
}

/** The content of a PDF object, with its stream unpacked. */
function objectOf(raw: Buffer, number: string | undefined) {
  const begin = raw.indexOf(`\n${number} 0 obj`);
  const head = raw.subarray(begin, raw.indexOf('endobj', begin)).toString('latin1');
  const stream = begin + head.indexOf('stream\n') + 'stream\n'.length;
  const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
  return { head, unpack: () => inflateSync(raw.subarray(stream, stream + length)) };
}

describe.each([
  ['with all pages', false],
  ['as a plate', true],
])('a report %s', (_, isExportAsPlate) => {
  it('states that it is PDF/A-3a and PDF/UA-1', async () => {
    const { raw, document } = await reportOf({ isExportAsPlate });
    expect(raw.toString('latin1')).toMatch(/^%PDF-1\.7\n/);
    const xmp = (await document.getMetadata()).metadata as { getRaw: () => string };
    const text = xmp.getRaw();
    expect(text).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>A<\/pdfaid:conformance>/);
    expect(text).toContain('<pdfuaid:part>1</pdfuaid:part>');
    // PDF/A requires a description of properties that it does not define.
    expect(text).toContain(
      '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>',
    );
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
  });

  it('states the meaning of its colours', async () => {
    const { raw } = await reportOf({ isExportAsPlate });
    const [, intent] = /\/OutputIntents \[(\d+) 0 R\]/.exec(raw.toString('latin1')) ?? [];
    const { head } = objectOf(raw, intent);
    expect(head).toContain('/S /GTS_PDFA1');
    const profile = objectOf(raw, /\/DestOutputProfile (\d+) 0 R/.exec(head)?.[1]).unpack();
    // Colour space and profile class in the header: ICC.1, 7.2.
    expect(profile.toString('latin1', 16, 20)).toBe('RGB ');
    expect(profile.toString('latin1', 36, 40)).toBe('acsp');
    expect(profile.readUInt32BE(0)).toBe(profile.length);
  });

  it('has its results attached, typed and described', async () => {
    const { raw, document, file } = await reportOf({ isExportAsPlate });
    const { info } = await document.getMetadata();
    expect(file.filename).toBe(`${(info as { Title: string }).Title}.json`);
    expect(file.description).toMatch(/^The results of this report as data/);
    const text = raw.toString('latin1');
    expect(text).toContain('/AFRelationship /Data');
    expect(text).toContain('/Subtype /application#2Fjson');
    expect(text).toMatch(/\/AF \[\d+ 0 R\]/);
  });
});

describe('the data in a report', () => {
  it('has the wells, results, overrides and calls of the run', async () => {
    const { data } = await reportOf();
    const called = await wellsOf(run.id);
    const set = Object.values(run.analyses[0]?.wells ?? {});
    expect(data.wells.map(({ position }) => position)).toEqual(['A1', 'A2', 'A3', 'A4']);
    for (const well of data.wells) {
      const own = set.find(({ position }) => position === well.position);
      const call = called.find(({ position }) => position === well.position);
      expect(well.explanation).toEqual(call?.explanation);
      expect(well).toMatchObject({
        channel: 'FAM',
        name: own?.name,
        sampleType: own?.sampleType,
        reactionBuffer: 'RB-2',
        kit: { name: 'LCT-13910', version: 'v2' },
        lot: { name: '26B0417', expirationDate: own?.lot?.expirationDate },
        suggested: { name: (call && shownDiagnostic(call))?.diagnosticColor?.diagnostic.name },
      });
    }
    const [a1, a2] = data.wells;
    expect(a1?.suggested?.name).toBe('HOMOZYGOUS_WILD_TYPE');
    expect(a1?.result).toEqual({ name: 'HETEROZYGOUS', label: 'Heterozygous' });
    expect(a1?.changes).toMatchObject([{ result: a1?.result, comment: OVERRIDE, byName: 'Tara Holm' }]);
    expect(a1?.comments).toMatchObject([{ technicianName: 'Tara Holm', value: COMMENT }]);
    expect(a2?.changes).toEqual([]);
    expect(a2?.result).toEqual(a2?.suggested);
    expect(a2?.explanation.phases.flatMap(({ peaks }) => peaks).length).toBeGreaterThan(3);
  });

  it('DECIDE-32 has the previous result of an override in a column of its own', async () => {
    const { document } = await reportOf();
    const pages = await Promise.all(
      Array.from({ length: document.numPages }, async (_, index) =>
        (await (await document.getPage(index + 1)).getTextContent()).items.flatMap((item) =>
          'str' in item ? [{ text: item.str.trim(), x: item.transform[4] as number }] : [],
        ),
      ),
    );
    const table = pages.find((items) => items.some(({ text }) => text === 'Was')) ?? [];
    const was = table.find(({ text }) => text === 'Was')?.x;
    const result = table.find(({ text }) => text === 'Result')?.x;
    const under = (x: number | undefined) => table.filter((item) => item.x === x).map(({ text }) => text);
    expect(under(was)).toEqual(['Was', 'Homozygous wild type']);
    expect(under(result)).toContain('Heterozygous');
  });

  it('states its source', async () => {
    const { data } = await reportOf();
    expect(data.run).toMatchObject({
      businessId: run.businessId,
      laboratory: run.laboratory.name,
      status: run.status,
      files: run.files.map(({ name, size, sha256 }) => ({ name, size, sha256 })),
      acts: run.acts,
    });
    expect(data.trace).toEqual({
      algorithmVersion: run.algorithmVersion,
      settingsSha256: run.configurationSha256,
      softwareVersion: SOFTWARE_BUILD,
      exportedBy: 'Tara Holm',
      exportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    });
    const zones = data.assays[0]?.phases.flatMap(({ constantZoneInfos }) => constantZoneInfos);
    const hit = data.wells.flatMap(({ explanation }) => explanation.zonesHit);
    expect(data.assays).toHaveLength(1);
    expect(zones?.map(({ name }) => name)).toEqual(expect.arrayContaining(hit));
  });

  it('has the exported wells in their order, and no ids', async () => {
    const chosen = (await wellsOf(run.id)).filter(({ position }) => position !== 'A2');
    const { data, json } = await reportOf({ wellIds: chosen.map(({ wellId }) => wellId).reverse() });
    expect(data.wells.map(({ position }) => position)).toEqual(['A1', 'A3', 'A4']);
    expect(json).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('is the same text each time, with fields in the order of the schema', async () => {
    const [first, second] = [await reportOf(), await reportOf()];
    const { exportedAt } = second.data.trace;
    expect(first.json.replaceAll(first.data.trace.exportedAt, exportedAt)).toBe(second.json);
    // The database stores the fields of an explanation in another order.
    expect(JSON.stringify(first.data)).toBe(first.json);
  });
});

describe('the pages', () => {
  it('format the time of an override like all times, and name channels like the screens', async () => {
    const { document } = await reportOf();
    const { text } = await extractText(document, { mergePages: true });
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /A1 FAM from W Homozygous wild type to X Heterozygous, “Seen by eye” \(Tara Holm, \d\d-\d\d-\d{4} \d\d:\d\d \(Europe\/Stockholm\)\)/,
    );
  });

  it('show every comment completely, on as many pages as needed, with the numbers of characters that the font lacks', async () => {
    // A long comment in a narrow column ran off the page.
    const commented = await interpretedRun(test, { seed: 91 });
    const [a1] = await wellsOf(commented.id);
    const words = 'repeat '.repeat(280);
    for (let number = 1; number <= 12; number++) {
      const value = `no. ${number}\n${words} end of ${number} S😀7 ≤ 5`;
      await test.call('tech', 'POST', `/run/${commented.id}/well/${a1?.wellId ?? ''}/comment`, { value });
    }
    const answer = await test.call('tech', 'POST', `/run/export/${commented.id}`, { format: 'PDF' });
    const document = await getDocumentProxy(new Uint8Array(answer.rawPayload));
    const { text } = await extractText(document, { mergePages: false });
    const all = text.join(' ').replaceAll(/\s+/g, ' ');
    for (let number = 1; number <= 12; number++) {
      expect(all).toContain(`Comment by Tara Holm: no. ${number} / repeat`);
      expect(all).toContain(`end of ${number} S{1F600}7 <= 5`);
    }
    expect(all).toContain('This report shows characters that its font lacks as Unicode numbers in braces.');
    expect(text.filter((page) => page.includes('end of')).length).toBeGreaterThan(1);
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      for (const item of items)
        if ('transform' in item && item.str.trim() !== '') expect(item.transform[5]).toBeGreaterThan(20);
    }
  });

  it('EXPORT-170 explain the numbers of such characters where a plate shows them', async () => {
    const plateText = async (of: Run) => {
      const request = { format: 'PDF', isExportAsPlate: true };
      const answer = await test.call('tech', 'POST', `/run/export/${of.id}`, request);
      const document = await getDocumentProxy(new Uint8Array(answer.rawPayload));
      return (await extractText(document, { mergePages: true })).text.replaceAll(/\s+/g, ' ');
    };
    expect(await plateText(run)).not.toContain('Unicode numbers');
    await test.db.diagnosticColor.updateMany({ data: { label: '野生型' } });
    const shown = await plateText(await interpretedRun(test, { seed: 92 }));
    expect(shown).toContain('{91CE 751F 578B}');
    expect(shown).toContain('Unicode numbers in braces.');
  });
});
