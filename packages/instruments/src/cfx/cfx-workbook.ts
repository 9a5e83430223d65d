import type { RunFileContainer } from '@curvewell/domain';

import type { Sheet, Workbook } from '../container/workbook.ts';
import { emptyPart } from '../part.ts';
import type { Part } from '../part.ts';
import { addCfxTable, isCfxTable } from './cfx-tables.ts';
import { quantityOfName } from './report-name.ts';

/** Enough rows to recognise a sheet: run information has its "Run Started" in the fifth. */
const GLANCE = 8;

export async function isCfxWorkbook(workbook: Workbook): Promise<boolean> {
  for (const sheet of workbook.sheets) if (isCfxTable(await sheet.rows(GLANCE))) return true;
  return false;
}

/**
 * A CFX export as a workbook: one sheet a fluorophore, named after it, and a sheet
 * "Run Information". Which report it is stands only in the file's name.
 */
export async function readCfxWorkbook(workbook: Workbook, container: RunFileContainer): Promise<Part> {
  const { file } = workbook;
  const { quantity, note } = quantityOfName(file);
  let part: Part = emptyPart({ file, format: 'cfx', container });
  for (const sheet of workbook.sheets) {
    const rows = await readSheet(sheet);
    part = addCfxTable(part, { rows, place: { file, sheet: sheet.name }, name: sheet.name, quantity });
  }
  return part.series.length === 0 || note === null ? part : { ...part, notes: [note] };
}

/** Sheets that are no report of this software are not read to their end. */
async function readSheet(sheet: Sheet): Promise<Awaited<ReturnType<Sheet['rows']>>> {
  const glance = await sheet.rows(GLANCE);
  return isCfxTable(glance) ? sheet.rows() : glance;
}
