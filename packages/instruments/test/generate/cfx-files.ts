import { escapeXml } from '../../src/container/xml-text.ts';
import type { SourceFile } from '../../src/source-file.ts';
import {
  amplificationTables,
  cfxBaseName,
  cqTable,
  curveTables,
  runInformationTable,
  summaryTable,
} from './cfx-tables.ts';
import { derivativeRun } from './derivative-run.ts';
import type { SyntheticRun } from './synthetic-run.ts';
import { writeWorkbook, writeXlsx, type WrittenSheet } from './workbook-writer.ts';

/** One sheet for each fluorophore, the summary in sheet "0", "Run Information" last. */
function cfxSheets(run: SyntheticRun): WrittenSheet[] {
  return [
    ...curveTables(run).map(({ dye, rows }) => ({ name: dye, rows })),
    { name: '0', rows: summaryTable(run) },
    { name: 'Run Information', rows: runInformationTable(run) },
  ];
}

function reportName(run: SyntheticRun, report: string): string {
  return `${cfxBaseName(run)} -  ${report}`;
}

/** The workbook of CFX software. */
export async function generateCfxXlsx(run: SyntheticRun): Promise<SourceFile[]> {
  return [{ name: reportName(run, 'Melt Curve RFU Results.xlsx'), bytes: await writeXlsx(cfxSheets(run)) }];
}

/** The same as an old workbook; never seen in practice. */
export function generateCfxXls(run: SyntheticRun): SourceFile[] {
  const bytes = writeWorkbook(cfxSheets(run), 'biff8');
  return [{ name: reportName(run, 'Melt Curve RFU Results.xls'), bytes }];
}

/** The same as one XML file named xls. */
export function generateCfxSpreadsheetMl(run: SyntheticRun): SourceFile[] {
  const bytes = writeWorkbook(cfxSheets(run), 'xlml');
  return [{ name: reportName(run, 'Melt Curve RFU Results.xls'), bytes }];
}

type Cell = string | number | null;
type Table = readonly (readonly Cell[])[];

/** The number and list format of the instrument's computer. */
export type CsvLocale = 'english' | 'german';

/** The reports of "Export all data": one file for each report, and for each fluorophore where applicable. */
export function generateCfxCsv(run: SyntheticRun, locale: CsvLocale = 'english'): SourceFile[] {
  const file = (name: string, rows: Table): SourceFile => ({ name, bytes: encode(csvText(rows, locale)) });
  const base = cfxBaseName(run);
  return [
    ...amplificationTables(run).map(({ dye, rows }) =>
      file(`${base} -  Quantification Amplification Results_${dye}.csv`, rows),
    ),
    ...(run.amplification === undefined
      ? []
      : [file(`${base} -  Quantification Cq Results_0.csv`, cqTable(run, run.amplification))]),
    ...curveTables(run).map(({ dye, rows }) => file(`${base} -  Melt Curve RFU Results_${dye}.csv`, rows)),
    ...curveTables(derivativeRun(run)).map(({ dye, rows }) =>
      file(`${base} -  Melt Curve Derivative Results_${dye}.csv`, rows),
    ),
    file(`${base} -  Melt Curve Summary_0.csv`, summaryTable(run)),
    file(`${base}_Run Information.csv`, runInformationTable(run)),
  ];
}

/**
 * The complete output of "Export all data", as laboratories have it; most reports are irrelevant for melting
 * curves.
 */
export function generateCfxExport(run: SyntheticRun): SourceFile[] {
  const base = cfxBaseName(run);
  const file = (report: string, rows: Table): SourceFile => ({
    name: `${base} -  ${report}.csv`,
    bytes: encode(csvText(rows, 'english')),
  });
  const labels = summaryTable(run);
  const [dye = 'FAM'] = run.curves.map((curve) => curve.dye);
  const positions = [...new Set(run.curves.map(({ position }) => position))];
  const cycles = [1, 2, 3].map((cycle) => [null, cycle, ...positions.map(() => cycle / 10)]);
  const expression = [[null, 'Target', 'Sample', 'Expression']];
  return [
    file('Allelic Discrimination Results_ADSheet', [[null, 'Well', 'Sample', 'Call', 'Type']]),
    file(`End Point Results_${dye}`, labels),
    ...['Bar Chart', 'Clustergram', 'Summary'].map((name) =>
      file(`Gene Expression Results - ${name}_0`, expression),
    ),
    ...(run.amplification === undefined
      ? [
          file(`Quantification Amplification Results_${dye}`, [[null, 'Cycle', ...positions], ...cycles]),
          file('Quantification Cq Results_0', labels),
        ]
      : []),
    file('Quantification Summary_0', labels),
    file('Standard Curve Results_Standard Curve Results', [[null, 'Fluor', 'Efficiency %', 'Slope']]),
    ...generateCfxCsv(run),
  ];
}

function csvText(rows: Table, locale: CsvLocale): string {
  const [delimiter, point, end] = locale === 'german' ? [';', ',', '\n'] : [',', '.', '\r\n'];
  const field = (cell: Cell) => {
    if (cell === null) return '';
    return typeof cell === 'number' ? String(cell).replace('.', point) : cell;
  };
  return rows.map((row) => row.map(field).join(delimiter) + end).join('');
}

/** One XML file for each fluorophore and report, as documented for CFX Maestro. */
export function generateCfxXml(run: SyntheticRun): SourceFile[] {
  const base = cfxBaseName(run);
  const numbered: Table = [['Column1', 'Column2'], ...runInformationTable(run)];
  return [
    ...curveTables(run).map(({ dye, rows }) => ({
      name: `${base} -  Melt Curve RFU Results_${dye}.xml`,
      bytes: encode(xmlText(dye, rows)),
    })),
    { name: `${base} -  Melt Curve Summary_0.xml`, bytes: encode(xmlText('0', summaryTable(run))) },
    { name: `${base}_Run Information.xml`, bytes: encode(xmlText('Run Information', numbered)) },
  ];
}

function xmlText(name: string, [header = [], ...rows]: Table): string {
  const root = encodeName(name);
  const body = rows.map((row) => {
    const cells = row.flatMap((cell, column) => {
      const heading = header[column];
      if (heading === null || heading === undefined) return [];
      const element = encodeName(String(heading));
      return [`<${element}>${escapeXml(String(cell ?? ''))}</${element}>`];
    });
    return `<Row>${cells.join('')}</Row>`;
  });
  return `<${root}>${body.join('\n')}</${root}>`;
}

/** Encodes characters that are invalid in names, such as spaces and leading digits, as `_x0020_`. */
function encodeName(name: string): string {
  return name.replaceAll(
    / |^\d/g,
    (character) => `_x${character.charCodeAt(0).toString(16).padStart(4, '0')}_`,
  );
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
