import type { PartAmplification } from '../amplification/amplification-series.ts';
import { withDecimalPoints } from '../container/delimited.ts';
import { cellText } from '../container/workbook.ts';
import type { Row } from '../container/workbook.ts';
import { curveTableAxis, readCurveTable } from '../assemble/curve-table.ts';
import type { Quantity } from '../import-report.ts';
import { foundSeries } from '../part.ts';
import type { Part, WellLabel } from '../part.ts';
import { parsePosition } from '../assemble/position.ts';
import { ReadError } from '../read-error.ts';
import type { Place } from '../read-error.ts';
import { parseSampleType } from '../assemble/sample-type.ts';
import { readCfxAmplification, readCfxCqs } from './cfx-amplification.ts';
import { isRunInformation, isWholeRunInformation, readRunInformation } from './run-information.ts';

/** One report of a CFX export: a sheet, a csv file or an xml document. */
export interface CfxTable {
  readonly rows: readonly Row[];
  readonly place: Place;
  /** The report's name: the sheet name, or the end of a csv file's name. */
  readonly name: string;
  readonly quantity: Quantity;
}

type Kind = 'melt' | 'amplification' | 'run-information' | 'wells' | 'other';

function kindOf(rows: readonly Row[]): Kind {
  const axis = curveTableAxis(rows[0]);
  if (axis !== null) return axis === 'temperature' ? 'melt' : 'amplification';
  if (isRunInformation(rows)) return 'run-information';
  return wellColumns(rows[0]) === null ? 'other' : 'wells';
}

/** Whether the first rows are those of a CFX report. */
export function isCfxTable(rows: readonly Row[]): boolean {
  return kindOf(rows) !== 'other' || isPlateView(rows);
}

/** A first row 1, 2, 3 …, then rows labelled by plate row and content. */
function isPlateView(rows: readonly Row[]): boolean {
  const labels = rows.slice(1, 3).map(({ cells }) => cellText(cells[1]));
  return cellText(rows[0]?.cells[2]) === '1' && labels[0] === 'Content' && labels[1] === 'Sample';
}

/** Adds the content of a report to a part. */
export function addCfxTable(part: Part, table: CfxTable): Part {
  switch (kindOf(table.rows)) {
    case 'melt':
      return addCurves(part, table);
    case 'run-information': {
      if (!isWholeRunInformation(table.rows)) {
        throw cutShort(table, 'the run information ends before the version of the software');
      }
      const found = { name: table.name, content: 'run information', dye: null, wellCount: 0, pointCount: 0 };
      return { ...part, ...readRunInformation(table.rows), found: [...part.found, found] };
    }
    case 'wells': {
      const wells = readWellLabels(table.rows);
      if (wells.length === 0) throw cutShort(table, 'the list of wells has headings but no wells');
      const wellCount = new Set(wells.map(({ position }) => position)).size;
      const found = {
        name: table.name,
        content: 'well names and contents',
        dye: null,
        wellCount,
        pointCount: 0,
      };
      const listed = { ...part, wells: [...part.wells, ...wells], found: [...part.found, found] };
      return withAmplification(listed, { series: readCfxCqs(table.rows, table.place), faults: [] });
    }
    case 'amplification':
      return withAmplification(part, readCfxAmplification({ ...table, dye: table.name }));
    case 'other':
      return ignoreTable(part, {
        table,
        reason: 'it holds no melting curves, well names or run information',
      });
  }
}

const withAmplification = (part: Part, { series, faults }: PartAmplification): Part => ({
  ...part,
  amplification: {
    series: [...part.amplification.series, ...series],
    faults: [...part.amplification.faults, ...faults],
  },
});

function cutShort({ place }: CfxTable, problem: string): ReadError {
  return new ReadError({ code: 'unreadable-file', place, problem: `${problem}: it was cut short` });
}

function ignoreTable(
  part: Part,
  { table, reason }: { readonly table: CfxTable; readonly reason: string },
): Part {
  return { ...part, ignored: [...part.ignored, { file: part.file, part: table.name, reason }] };
}

function addCurves(part: Part, table: CfxTable): Part {
  const { series, emptyWells } = readCurveTable({
    ...table,
    rows: withDecimalPoints(table.rows),
    dye: table.name,
  });
  const reason = `wells without this dye: ${emptyWells.join(' ')}`;
  return {
    ...part,
    series: [...part.series, ...series],
    found: [...part.found, { ...foundSeries(table.name, series), dye: table.name }],
    ignored:
      emptyWells.length === 0
        ? part.ignored
        : [...part.ignored, { file: part.file, part: table.name, reason }],
  };
}

interface WellColumns {
  readonly well: number;
  readonly dye: number;
  readonly content: number;
  readonly sample: number;
}

function wellColumns(header: Row | undefined): WellColumns | null {
  const headings = (header?.cells ?? []).map(cellText);
  const columns = {
    well: headings.indexOf('Well'),
    dye: headings.indexOf('Fluor'),
    content: headings.indexOf('Content'),
    sample: headings.indexOf('Sample'),
  };
  return Object.values(columns).includes(-1) ? null : columns;
}

function readWellLabels(rows: readonly Row[]): WellLabel[] {
  const columns = wellColumns(rows[0]);
  if (columns === null) return [];
  return rows.slice(1).flatMap(({ cells }) => {
    const position = parsePosition(cellText(cells[columns.well]));
    if (position === null) return [];
    const name = cellText(cells[columns.sample]);
    return [
      {
        position,
        dye: cellText(cells[columns.dye]),
        name: name === '' ? null : name,
        sampleType: parseSampleType(cellText(cells[columns.content])),
      },
    ];
  });
}
