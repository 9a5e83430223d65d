import { brokenText } from '../amplification/amplification-series.ts';
import { checkLastLine, delimiterOf, parseDelimited } from '../container/delimited.ts';
import { cellText, isEmptyCell } from '../container/workbook.ts';
import type { Row } from '../container/workbook.ts';
import { curveTableAxis } from '../assemble/curve-table.ts';
import { emptyPart } from '../part.ts';
import type { Part } from '../part.ts';
import { ReadError } from '../read-error.ts';
import { addCfxTable, isCfxTable } from './cfx-tables.ts';
import { quantityOfName, runOfName } from './report-name.ts';

function parseCfxCsv(text: string): Row[] {
  return parseDelimited({ text, delimiter: delimiterOf(text) });
}

export function isCfxCsv(text: string): boolean {
  const start = text.slice(0, 65_536);
  return isCfxTable(parseCfxCsv(start)) || isOtherReport(start);
}

/** Recognises reports without curves or wells: standard curves, gene expression, allelic discrimination. */
function isOtherReport(text: string): boolean {
  const [header] = parseDelimited({ text, delimiter: delimiterOf(text) });
  const headings = new Set((header?.cells ?? []).map(cellText));
  const isAlleleReport = headings.has('Well') && headings.has('Call');
  return isEmptyCell(header?.cells[0]) && (headings.has('Fluor') || headings.has('Target') || isAlleleReport);
}

/**
 * `… - Melt Curve RFU Results_Texas Red.csv`: the report, then its fluorophore; spaces may have become
 * underscores. A browser or Windows may have added “ (1)” or “ - Copy”.
 */
const REPORT_NAME = /(?:^|[\\/ -])([^\\/-]*?)_[^_\\/]+\.[a-z]{3}$/i;
const MELT_REPORT =
  /melt[ _]curve[ _](?:rfu|amplification|derivative)[ _]results[ _]([^\\/]+?)(?: \(\d+\)| - Copy)?\.[a-z]{3}$/i;

/** A report that names its fluorophore like one of melting curves. */
const AMPLIFICATION_REPORT =
  /(?:quantification|quantitation)[ _]amplification[ _]results[ _]([^\\/]+?)(?: \(\d+\)| - Copy)?\.[a-z]{3}$/i;

/** Reads one report of a CFX export from a csv file, whose name is the only place with the fluorophore. */
export function readCfxCsv(text: string, file: string): Part {
  const rows = parseCfxCsv(text);
  const isAmplification = curveTableAxis(rows[0]) === 'cycle';
  if (isAmplification) return readAmplificationCsv({ text, rows, file });
  checkLastLine(text, file);
  const [, report = ''] = REPORT_NAME.exec(file) ?? [];
  const [, dye] = MELT_REPORT.exec(file) ?? [];
  const isMelt = curveTableAxis(rows[0]) === 'temperature';
  if (isMelt && dye === undefined) {
    throw new ReadError({
      code: 'missing-information',
      place: { file },
      problem:
        'this report names its fluorophore, and whether it holds fluorescence or its derivative, only in the name of the file, which was changed; export all data sheets again and keep the names of the files',
      expected: 'a name that ends like “ -  Melt Curve RFU Results_FAM.csv”',
    });
  }
  const name = isMelt && dye !== undefined ? dye : report.trim() === '' ? file : report.trim();
  const { quantity } = quantityOfName(file);
  const part: Part = {
    ...emptyPart({ file, format: 'cfx', container: 'csv' }),
    runHint: runOfName(file),
    openEnd: isMelt ? 'readings' : null,
  };
  return addCfxTable(part, { rows, place: { file }, name, quantity });
}

/** Amplification that cannot be read, or names no fluorophore, is a doubt: melting curves do not need it. */
function readAmplificationCsv({
  text,
  rows,
  file,
}: {
  text: string;
  rows: readonly Row[];
  file: string;
}): Part {
  const part: Part = { ...emptyPart({ file, format: 'cfx', container: 'csv' }), runHint: runOfName(file) };
  const [, name] = AMPLIFICATION_REPORT.exec(file) ?? [];
  const doubt = (problem: string): Part => ({
    ...part,
    amplification: { series: [], faults: brokenText(file, [problem]) },
  });
  if (name === undefined) return doubt('the name of the file names no fluorophore');
  try {
    checkLastLine(text, file);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return doubt(error.problem);
  }
  return addCfxTable(part, { rows, place: { file }, name, quantity: 'fluorescence' });
}
