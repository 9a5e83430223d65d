import { statedCq, type AmplificationSeries } from '../amplification/amplification-series.ts';
import { checkLastLine, parseDelimited } from '../container/delimited.ts';
import { cellText } from '../container/workbook.ts';
import type { Row } from '../container/workbook.ts';
import { emptyPart } from '../part.ts';
import type { Part, WellLabel } from '../part.ts';
import { parsePosition } from '../assemble/position.ts';
import type { StatedCq } from '../run-file.ts';
import { readRawData } from './raw-data.ts';
import type { Content } from './raw-data.ts';

const RAW_TITLE = /^Raw Data\s.*Experiment - (.*?)(?: \(Run on (.*)\))?\s*$/;
const RESULT_TITLE = /^Experiment: .*Selected Filter: /;

export function isLightCycler480(text: string): boolean {
  const [line = ''] = text.split(/\r?\n/, 1);
  return RAW_TITLE.test(line) || RESULT_TITLE.test(line);
}

/**
 * Reads text exports of LightCycler 480 software: raw data, sorted by well and program, or a table of
 * results, which has only the sample names.
 */
export function readLightCycler480(text: string, file: string): Part {
  checkLastLine(text, file);
  const [line = ''] = text.split(/\r?\n/, 1);
  const rows = parseDelimited({ text, delimiter: '\t' }).slice(1);
  const title = RAW_TITLE.exec(line);
  const part = emptyPart({ file, format: 'lightcycler480', container: 'text' });
  if (title === null) return { ...part, ...readResults(rows, { title: line, file }) };
  return {
    ...part,
    ...readRawData(rows, file),
    software: title[2] ?? null,
    formatVersion: /(\d[\d.]*)$/.exec(title[2] ?? '')?.[1] ?? null,
    instrument: { name: 'LightCycler 480', model: null, serial: null },
    openEnd: 'wells-of-plate',
  };
}

/** `Selected Filter: SYBR Green I / HRM Dye (483-533)` */
const FILTER = /Selected Filter: .*\(([^()]+)\)\s*$/;

function readResults(
  rows: readonly Row[],
  { title, file }: { readonly title: string; readonly file: string },
): Content {
  const headings = rows[0]?.cells.map(cellText) ?? [];
  const [well, name] = [headings.indexOf('Pos'), headings.indexOf('Name')];
  const wells = rows.slice(1).flatMap(({ cells }): WellLabel[] => {
    const position = parsePosition(cellText(cells[well]));
    return position === null ? [] : [{ position, name: cellText(cells[name]) || null, sampleType: null }];
  });
  const found = {
    name: 'results',
    content: 'well names',
    dye: null,
    wellCount: wells.length,
    pointCount: 0,
  };
  const none = new Float64Array();
  const [column, include] = [headings.indexOf('Cp'), headings.indexOf('Include')];
  const series = rows.slice(1).flatMap(({ cells }): AmplificationSeries[] => {
    const position = parsePosition(cellText(cells[well]));
    const cq = column === -1 ? null : statedCp(cellText(cells[column]), cellText(cells[include]));
    if (position === null || cq === null) return [];
    const dye = FILTER.exec(title)?.[1] ?? null;
    return [{ position, dye, target: null, cycle: none, value: none, cq, place: { file } }];
  });
  return { series: [], amplification: { series, faults: [] }, wells, found: [found], ignored: [] };
}

/** An empty cell states that the software found no Cp, but only of a well that it includes in its analysis. */
function statedCp(text: string, included: string): StatedCq {
  if (included.toLowerCase() !== 'true') return null;
  return text === '' ? 'none' : statedCq(text);
}
