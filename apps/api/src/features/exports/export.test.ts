import { text } from 'node:stream/consumers';

import type { ExportRequest } from '@curvewell/contracts';
import {
  describeCall,
  exportFormatSchema,
  interpretedWellSchema,
  tmText,
  type InterpretedWell,
  type Run,
} from '@curvewell/domain';
import type { Cell } from 'exceljs';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { z } from 'zod';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { openWorkbook } from '../../../test/open-workbook.ts';
import { sentStatements } from '../../../test/sent-statements.ts';
import {
  configuration,
  decide,
  importedRun,
  interpretedRun,
  SMALL_PLATE,
  submit,
} from '../../../test/run-factory.ts';

let test: TestApp;
let run: Run;
beforeAll(async () => {
  test = await createTestApp();
  run = await interpretedRun(test, { seed: 70 });
});
afterAll(() => test.close());

const call: TestApp['call'] = (...request) => test.call(...request);

const exported = (of: Run, request: Partial<ExportRequest>) =>
  call('tech', 'POST', `/run/export/${of.id}`, request);

it('OPS-653 a report reads the calls of a run once, for its rows and its check', async () => {
  const sent = await sentStatements(() => exported(run, { format: 'PDF' }));
  expect(sent.filter(({ text }) => text.includes('results_of(i.id)'))).toHaveLength(1);
});

async function wellsOf(of: Run): Promise<InterpretedWell[]> {
  return z.array(interpretedWellSchema).parse((await call('tech', 'GET', `/run/${of.id}/chart`)).json());
}

async function pdfOf(of: Run, request: Partial<ExportRequest> = {}) {
  const answer = await exported(of, { ...request, format: 'PDF' });
  const document = await getDocumentProxy(new Uint8Array(answer.rawPayload));
  const { text } = await extractText(document, { mergePages: false });
  const pages = text.map((page) => page.replaceAll(/\s+/g, ' '));
  return { document, pages, text: pages.join(' ') };
}

/** The cells of a sheet by column header. */
async function sheetOf(bytes: Buffer, name: string): Promise<Record<string, Cell>[]> {
  const workbook = await openWorkbook(bytes);
  const sheet = workbook.getWorksheet(name);
  const heads = sheet?.getRow(1);
  return (sheet?.getRows(2, sheet.rowCount - 1) ?? []).map((row) => {
    const cells: Record<string, Cell> = {};
    row.eachCell((cell, column) => (cells[heads?.getCell(column).text ?? ''] = cell));
    return cells;
  });
}

const TWO_ROWS = SMALL_PLATE.slice(0, 3).map((well, index) => ({
  ...well,
  position: ['A1', 'A2', 'B1'][index] ?? '',
}));

const firstLines = (csv: string): string[] =>
  csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(';')[0] ?? '');

describe('the explanation of a call', () => {
  it('is the same in the API, the workbook and the report', async () => {
    const well = (await wellsOf(run)).find(({ position }) => position === 'A2');
    if (well === undefined) throw new Error('A2 is interpreted');
    const description = describeCall(well);
    expect(description.sentence).toMatch(
      /^Peaks ANNEAL A 55\.\d\d °C and B 60\.\d\d °C; MELT C .*: A \+ B \+ C \+ D$/,
    );
    const chosen = description.rules.find(({ isChosen }) => isChosen);
    expect(chosen?.called).toBe('Heterozygous');

    const workbook = (await exported(run, { format: 'XLSX' })).rawPayload;
    const explained = (await sheetOf(workbook, 'Explanations')).find(
      ({ Position }) => Position?.text === 'A2',
    );
    expect(explained?.['Why']?.text).toBe(description.sentence);
    expect(explained?.['Nearest limit']?.text).toBe(description.border?.text);
    expect(explained?.['Rules tried']?.text).toBe(`Row ${chosen?.number}: Heterozygous, no condition`);
    expect(explained?.['Controls of this kit and lot']?.text).toBe('A4 OK');
    expect(explained?.['Settings SHA-256']?.text).toBe(run.configurationSha256);
    const peaks = (await sheetOf(workbook, 'Peaks')).filter(({ Position }) => Position?.text === 'A2');
    expect(
      peaks.map((peak) => [peak['Tm (°C)']?.value, peak['Height (RFU/°C)']?.value, peak['Quality']?.value]),
    ).toEqual(
      well.explanation.phases.flatMap((phase) =>
        phase.peaks.map(({ tm, height, quality }) => [tm, height, quality]),
      ),
    );

    const report = await pdfOf(run);
    expect(report.text).toContain(`Row ${chosen?.number}: Heterozygous, no condition.`);
    expect(report.text).toContain(`Nearest limit: ${description.border?.text ?? ''}`);
    for (const { peak, zone } of description.peaks)
      expect(report.text).toContain(`${zone?.name} ${tmText(peak)} h `);
    const figures = await alternativeTexts(report.document);
    expect(figures).toContain(`Curve of A2, FAM, S-2: Heterozygous. ${description.sentence}.`);
  });

  it('lists for a well without a peak what was dropped and by which limit', async () => {
    const well = (await wellsOf(run)).find(({ position }) => position === 'A4');
    const dropped = well ? describeCall(well).peaks.map((peak) => peak.dropped) : [];
    expect(dropped.length).toBeGreaterThan(0);
    const { text } = await pdfOf(run);
    for (const reason of dropped) expect(text).toContain(reason);
  });
});

describe('a well with signal that no peak explains', () => {
  it('REVIEW-130 has no result, and every export says why', async () => {
    const hump = [{ channel: 'FAM' as const, tm: 58, amplitude: 3000, width: 4.8 }];
    const wells = SMALL_PLATE.map((well) => (well.position === 'A3' ? { ...well, melts: hump } : well));
    const humped = await interpretedRun(test, { seed: 71, wells });
    const well = (await wellsOf(humped)).find(({ position }) => position === 'A3');
    if (well === undefined) throw new Error('A3 is interpreted');
    expect(well.interpretedWellDiagnostics.map(({ diagnosticColor }) => diagnosticColor)).toEqual([null]);
    const { sentence, flags } = describeCall(well);
    expect(sentence).toContain('unexplained melt: no call');
    expect(flags.join(' ')).toContain('which no peak explains');

    const csv = (await exported(humped, { format: 'CSV' })).payload;
    const workbook = (await exported(humped, { format: 'XLSX' })).rawPayload;
    const explained = (await sheetOf(workbook, 'Explanations')).find(
      ({ Position }) => Position?.text === 'A3',
    );
    expect(explained?.['Why']?.text).toBe(sentence);
    expect(explained?.['Rules tried']?.text).toBe(sentence);
    expect(explained?.['Flags']?.text).toBe(flags.join(' '));
    const { text } = await pdfOf(humped);
    for (const flag of flags) {
      expect(csv).toContain(flag);
      expect(text).toContain(flag);
    }
  });
});

/** The alternative texts of the drawings, from the document structure. */
async function alternativeTexts(document: Awaited<ReturnType<typeof getDocumentProxy>>): Promise<string[]> {
  const found: string[] = [];
  const collect = (node: unknown): void => {
    const { role, alt, children } = elementSchema.parse(node);
    if (role === 'Figure') found.push(alt ?? '');
    children.forEach(collect);
  };
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const tree = await page.getStructTree();
    collect(tree);
  }
  return found;
}

const elementSchema = z.object({
  role: z.string().optional(),
  alt: z.string().optional(),
  children: z.array(z.unknown()).default([]),
});

describe('the report', () => {
  it('is tagged as British English with a title and alternative texts', async () => {
    const { document, pages } = await pdfOf(run);
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({
      Language: 'en-GB',
      Title: expect.stringMatching(new RegExp(`^${run.businessId}_`)) as string,
    });
    const figures = await alternativeTexts(document);
    expect(figures[0]).toBe(
      'Plate of 96 wells, FAM: 1 Homozygous wild type, 1 Heterozygous, 1 Homozygous mutated, 1 Test OK.',
    );
    expect(figures).toHaveLength(1 + 4);
    pages.forEach((page, index) => {
      expect(page).toContain(`page ${index + 1} of ${pages.length}`);
      expect(page).toContain('NOT APPROVED');
    });
    expect(pages[0]).toContain(run.files[0]?.sha256);
    expect(pages[0]).toContain(run.configurationSha256);
  });

  it('TRUST-13 for an approved run states who did what, with the audit entries', async () => {
    const decided = await interpretedRun(test, { seed: 71 });
    await submit(test, decided.id);
    await decide(test, decided.id);
    const { text } = await pdfOf(decided);
    expect(text).not.toContain('NOT APPROVED');
    expect(text).toContain('Check before approval');
    expect(text).toContain('4 wells: 3 samples, 1 control, 0 standards.');
    const entry = await test.db.auditEvent.findFirstOrThrow({
      where: { entityId: decided.id, action: 'run.approve' },
    });
    expect(text).toMatch(
      new RegExp(
        `Approved by Ingrid Lindqvist, .* \\(Europe/Stockholm\\): reviewed and approved \\(audit entry ${String(entry.number)}\\)`,
      ),
    );
    const { recordHash, keyId } = await test.db.signature.findFirstOrThrow({ where: { runId: decided.id } });
    expect(text).toMatch(
      /Signed by Ingrid Lindqvist \(Physician\), .* \(Europe\/Stockholm\): reviewed and approved/,
    );
    expect(text).toContain(`Record SHA-256 ${recordHash}, Ed25519 key ${keyId}`);
  });

  it('EXPORT-05 can show only the plate, unless wells are grouped by name', async () => {
    const { pages } = await pdfOf(run, { isExportAsPlate: true });
    expect(pages).toHaveLength(1);
    expect(pages[0]).not.toContain('Results by well');
  });
});

describe('the call', () => {
  it('API-15 returns the requested file with its name and media type', async () => {
    const files = {
      PDF: { ending: 'pdf', mediaType: 'application/pdf', begins: '%PDF-' },
      XLSX: {
        ending: 'xlsx',
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        begins: 'PK',
      },
      CSV: { ending: 'csv', mediaType: 'text/csv; charset=utf-8', begins: '\uFEFFPosition;' },
    } as const;
    for (const format of exportFormatSchema.options) {
      const { ending, mediaType, begins } = files[format];
      const answer = await exported(run, { format, fileName: 'Night shift' });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe(mediaType);
      expect(answer.headers['content-disposition']).toMatch(
        new RegExp(`filename=${run.businessId}_Night_shift_\\d{8}\\.${ending}`),
      );
      expect(answer.rawPayload.toString('utf8').startsWith(begins), format).toBe(true);
    }
    // Without a selection: a report of the whole plate.
    expect((await exported(run, {})).headers['content-type']).toBe('application/pdf');
  });

  it('API-15 returns a zip with one file for each well name when grouped', async () => {
    const twice = await interpretedRun(test, {
      seed: 76,
      wells: TWO_ROWS.map((well, index) => ({ ...well, name: index < 2 ? 'S-1' : 'S-9' })),
    });
    const answer = await exported(twice, { format: 'CSV', groupByWellName: true, csvDelimiter: '|' });
    expect(answer.headers['content-type']).toBe('application/zip');
    expect(answer.headers['content-disposition']).toMatch(/filename=\d+_.*_\d{8}\.zip/);
    const zip = await fromBufferPromise(answer.rawPayload);
    const files: Record<string, string[]> = {};
    for await (const entry of zip.eachEntry()) {
      const content = await text(await zip.openReadStreamPromise(entry));
      files[entry.fileName.replace(/^.*_\d{8}_/, '')] = content
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split('|').slice(0, 3).join(' '));
    }
    expect(files).toEqual({ 'S-1.csv': ['A1 FAM S-1', 'A2 FAM S-1'], 'S-9.csv': ['B1 FAM S-9'] });
  });

  it('API-15 refuses invalid requests, wells of another run, and other laboratories', async () => {
    const bodies = [
      { format: 'DOCX' },
      { csvDelimiter: '\t' },
      { sortDirection: 'UP' },
      { wellIds: ['A1'] },
      { groupByWellName: 'yes' },
      { fileName: 'a\nb' },
      { more: 1 },
    ];
    for (const body of bodies) {
      const answer = await call('tech', 'POST', `/run/export/${run.id}`, body);
      expect(answer.statusCode, JSON.stringify(body)).toBe(400);
    }
    const other = await interpretedRun(test, { seed: 77 });
    const foreign = Object.values(other.analyses[0]?.wells ?? {}).map(({ id }) => id);
    expect((await exported(run, { format: 'CSV', wellIds: foreign })).statusCode).toBe(404);
    expect((await call('physician.south', 'POST', `/run/export/${run.id}`, {})).statusCode).toBe(404);
    expect(await test.db.auditEvent.count({ where: { entityId: other.id, action: 'run.export' } })).toBe(0);
  });

  it('EXPORT-02 separates the cells of a CSV by semicolons, unless a comma or a pipe is requested', async () => {
    for (const [request, delimiter] of [
      [{}, ';'],
      [{ csvDelimiter: ';' }, ';'],
      [{ csvDelimiter: ',' }, ','],
      [{ csvDelimiter: '|' }, '|'],
    ] as const) {
      const [heads, line] = (await exported(run, { format: 'CSV', ...request })).body.split('\r\n');
      expect(heads).toContain(['Position', 'Channel', 'Name', 'Order id', 'Sample type'].join(delimiter));
      expect(line).toContain(['A1', 'FAM', 'S-1', '', 'BLOOD'].join(delimiter));
    }
  });
});

describe('the content of an export', () => {
  it('EXPORT-04 is the whole plate unless wells are selected', async () => {
    expect(firstLines((await exported(run, { format: 'CSV' })).body)).toEqual(['A1', 'A2', 'A3', 'A4']);
    const chosen = Object.values(run.analyses[0]?.wells ?? {}).filter(({ position }) => position === 'A3');
    const selection = await exported(run, { format: 'CSV', wellIds: chosen.map(({ id }) => id) });
    expect(firstLines(selection.body)).toEqual(['A3']);
  });

  it('EXPORT-06 is ordered row by row, or column by column', async () => {
    const other = await interpretedRun(test, { seed: 72, wells: TWO_ROWS });
    expect(firstLines((await exported(other, { format: 'CSV' })).body)).toEqual(['A1', 'A2', 'B1']);
    const columns = await exported(other, { format: 'CSV', sortDirection: 'COLUMN' });
    expect(firstLines(columns.body)).toEqual(['A1', 'B1', 'A2']);
  });

  it('EXPORT-07 includes only the requested kits and buffers', async () => {
    const [pair] = run.usedKitReactionBufferPairs;
    if (pair === undefined) throw new Error('the run has a kit');
    const kitId = pair.kitVersion.kit.id;
    const own = { kitId, reactionBufferId: pair.reactionBuffer.id };
    expect(firstLines((await exported(run, { format: 'CSV', kitReactionBuffers: [own] })).body)).toHaveLength(
      4,
    );
    const foreign = { kitId, reactionBufferId: kitId };
    expect((await exported(run, { format: 'CSV', kitReactionBuffers: [foreign] })).json()).toMatchObject({
      message: 'No well to export.',
    });
  });

  it('text that a spreadsheet would evaluate stays text in every format', async () => {
    const formula = '=HYPERLINK("http://x","y")';
    const imported = await importedRun(test, { seed: 73 });
    const settings = await configuration(test.db, imported);
    const [analysis] = settings.analyses ?? [];
    const a1 = analysis?.wells['A1'];
    if (analysis === undefined || a1 === undefined) throw new Error('the plate has a well A1');
    analysis.wells['A1'] = { ...a1, name: formula };
    await call('tech', 'PUT', `/run/${imported.id}`, settings);
    await call('tech', 'POST', `/run/${imported.id}/interpret`);

    const csv = (await exported(imported, { format: 'CSV' })).body;
    expect(csv).toContain(`A1;FAM;"'=HYPERLINK(""http://x"",""y"")";`);
    const [first] = await sheetOf((await exported(imported, { format: 'XLSX' })).rawPayload, 'Results');
    expect(first?.['Name']?.formula).toBeUndefined();
    expect(first?.['Name']?.value).toBe(formula);
  });

  it('text that is too long for an Excel cell is cut and marked', async () => {
    // 17 such comments made a cell of 34,000 characters, and Excel reported a damaged workbook.
    const commented = await interpretedRun(test, { seed: 75 });
    const [well] = (await wellsOf(commented)).filter(({ position }) => position === 'A1');
    for (let count = 0; count < 17; count += 1) {
      const address = `/run/${commented.id}/well/${well?.wellId ?? ''}/comment`;
      expect((await call('tech', 'POST', address, { value: 'ä'.repeat(2000) })).statusCode).toBe(200);
    }
    const [first] = await sheetOf((await exported(commented, { format: 'XLSX' })).rawPayload, 'Results');
    const text = first?.['Comments']?.text ?? '';
    expect(text).toHaveLength(32_767);
    expect(text).toMatch(
      /^Tara Holm: ä{2000} \| Tara Holm: ä.*ä … \(truncated: an Excel cell cannot contain more\)$/,
    );
    expect((await exported(commented, { format: 'CSV' })).body.match(/ä{2000}/g)).toHaveLength(17);
  });

  it('EXPORT-13 includes archived runs through a separate call, in every format', async () => {
    const archived = await interpretedRun(test, { seed: 74 });
    await submit(test, archived.id);
    await decide(test, archived.id, { status: 'REJECTED' });
    await call('physician', 'POST', `/run/${archived.id}/archive`, { markAsToDelete: false });
    await test.work();
    for (const [format, start] of [
      ['PDF', '%PDF'],
      ['XLSX', 'PK'],
      ['CSV', '\uFEFFNotice;Position'],
    ] as const) {
      const url = `/run/archive/${archived.id}/export`;
      const answer = await call('tech', 'POST', url, { format });
      const saved = answer.rawPayload.toString('utf8');
      expect(saved.startsWith(start), format).toBe(true);
      if (format !== 'CSV') continue;
      // EXPORT-171: no row of a rejected run reads like a result.
      const [heads = '', ...rows] = saved.trim().split('\r\n');
      expect(heads).toMatch(/;Run status;Remarks$/);
      expect(rows.filter((row) => !/^REJECTED: not a result;.*;Rejected;/.test(row))).toEqual([]);
    }
    expect((await exported(archived, { format: 'CSV' })).statusCode).toBe(404);
  });
});
