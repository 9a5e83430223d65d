import type { SourceFile } from '../source-file.ts';
import { cfxBaseName, curveTables, runInformationTable, summaryTable } from './cfx-tables.ts';
import type { SyntheticRun } from './synthetic-run.ts';
import { writeXlsx } from './workbook-writer.ts';

/**
 * The workbook of CFX software: one sheet a fluorophore, the summary in sheet "0",
 * "Run Information" last.
 */
export async function generateCfxXlsx(run: SyntheticRun): Promise<SourceFile[]> {
  const bytes = await writeXlsx([
    ...curveTables(run).map(({ dye, rows }) => ({ name: dye, rows })),
    { name: '0', rows: summaryTable(run) },
    { name: 'Run Information', rows: runInformationTable(run) },
  ]);
  return [{ name: `${cfxBaseName(run)} -  Melt Curve RFU Results.xlsx`, bytes }];
}
