import { reportDocumentSchema, type ReportDocument } from '@curvewell/domain';
import { extractText, getDocumentProxy } from 'unpdf';
import { z } from 'zod';

import { openWorkbook } from './open-workbook.ts';

/** The words of a report, page by page. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}

/** The data attached to a report. */
export async function reportData(bytes: Uint8Array): Promise<ReportDocument> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const attached = (await document.getAttachments()) as Map<string, unknown>;
  const id = [...attached.keys()][0] ?? '';
  const content: unknown = await document.getAttachmentContent(id);
  const json = new TextDecoder().decode(z.instanceof(Uint8Array).parse(content));
  return reportDocumentSchema.parse(JSON.parse(json));
}

/** The cells of each sheet of a workbook, row by row. */
export async function workbookCells(bytes: Uint8Array): Promise<Record<string, string[][]>> {
  const workbook = await openWorkbook(bytes);
  return Object.fromEntries(
    workbook.worksheets.map((sheet) => [
      sheet.name,
      (sheet.getRows(1, sheet.rowCount) ?? []).map((row) =>
        Array.from({ length: sheet.columnCount }, (_, column) => row.getCell(column + 1).text),
      ),
    ]),
  );
}
