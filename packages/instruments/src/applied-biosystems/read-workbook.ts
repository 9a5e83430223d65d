import type { RunFileContainer } from '@curvewell/domain';

import { cellText } from '../container/workbook.ts';
import type { Workbook } from '../container/workbook.ts';
import type { Part } from '../part.ts';
import { readKeys, readLabelledTable } from './labelled-table.ts';
import type { LabelledTable } from './labelled-table.ts';
import { readExportTables } from './read-tables.ts';
import { formatOfKeys } from './run-header.ts';

/** Header blocks of up to 34 rows were seen. */
const GLANCE = 60;

/** Sheets with large tables but no melting curve; only their headers are read. */
const PASSED_OVER: ReadonlySet<string> = new Set(['multicomponent', 'multicomponent data', 'raw data']);

/** Reads an export of Applied Biosystems software from a workbook; null: another workbook. */
export async function readAppliedBiosystemsWorkbook(
  workbook: Workbook,
  container: RunFileContainer,
): Promise<Part | null> {
  const { file } = workbook;
  const [first] = workbook.sheets;
  if (first === undefined) return null;
  const glance = await first.rows(GLANCE);
  const end = glance.findIndex(({ cells }) => cellText(cells[0]).toLowerCase() === 'well');
  const keys = readKeys(end === -1 ? glance : glance.slice(0, end));
  const format = formatOfKeys(keys);
  if (format === null) return null;
  const tables: LabelledTable[] = [];
  for (const sheet of workbook.sheets) {
    const isPassedOver = PASSED_OVER.has(sheet.name.trim().toLowerCase());
    const rows = await sheet.rows(isPassedOver ? GLANCE : undefined);
    const table = readLabelledTable({ name: sheet.name, place: { file, sheet: sheet.name }, rows });
    if (table !== null) tables.push(table);
  }
  return readExportTables({ file, format, container, keys, tables });
}
