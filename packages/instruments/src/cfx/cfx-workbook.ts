import type { RunFileContainer } from '@curvewell/domain';

import type { Sheet, Workbook } from '../container/workbook.ts';
import { emptyPart } from '../part.ts';
import type { Part } from '../part.ts';
import { addCfxTable, isCfxTable } from './cfx-tables.ts';
import { quantityOfName } from './report-name.ts';

/** Rows needed to recognise a sheet; "Run Started" is in the fifth row of the run information. */
const GLANCE = 8;

export async function isCfxWorkbook(workbook: Workbook): Promise<boolean> {
  for (const sheet of workbook.sheets) if (isCfxTable(await sheet.rows(GLANCE))) return true;
  return false;
}

/**
 * Reads a CFX export from a workbook: one sheet for each fluorophore, with its name, and a sheet "Run
 * Information". Only the file's name tells which report it is.
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

/** Sheets that are not reports of this software are not read completely. */
async function readSheet(sheet: Sheet): Promise<Awaited<ReturnType<Sheet['rows']>>> {
  const glance = await sheet.rows(GLANCE);
  return isCfxTable(glance) ? sheet.rows() : glance;
}
