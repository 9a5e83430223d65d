import {
  brokenText,
  cyclesFault,
  statedCq,
  type AmplificationSeries,
  type PartAmplification,
} from '../amplification/amplification-series.ts';
import { withDecimalPoints } from '../container/delimited.ts';
import { cellText } from '../container/workbook.ts';
import type { Row } from '../container/workbook.ts';
import { readCurveTable } from '../assemble/curve-table.ts';
import { parsePosition } from '../assemble/position.ts';
import { ReadError } from '../read-error.ts';
import type { Place } from '../read-error.ts';

interface AmplificationTable {
  readonly rows: readonly Row[];
  readonly place: Place;
  readonly dye: string;
}

/** The report “Quantification Amplification Results” of one fluorophore: one row for each cycle. */
export function readCfxAmplification({ rows, place, dye }: AmplificationTable): PartAmplification {
  try {
    const read = readCurveTable({ rows: withDecimalPoints(rows), place, dye, quantity: 'fluorescence' });
    const [first] = read.series;
    const fault = first === undefined ? null : cyclesFault(first.temperature, first.value);
    if (fault !== null) return { series: [], faults: brokenText(place.file, [fault]) };
    const series = read.series.map(({ position, temperature, value }): AmplificationSeries => ({
      position,
      dye,
      target: null,
      cycle: temperature,
      value,
      cq: null,
      place,
    }));
    return { series, faults: [] };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { series: [], faults: brokenText(place.file, [error.problem]) };
  }
}

/** The column `Cq` of a list of wells and fluorophores; without it, nothing. */
export function readCfxCqs(rows: readonly Row[], place: Place): AmplificationSeries[] {
  const headings = (rows[0]?.cells ?? []).map(cellText);
  const [well, dye, cq] = ['Well', 'Fluor', 'Cq'].map((name) => headings.indexOf(name));
  if (well === undefined || dye === undefined || cq === undefined || cq === -1) return [];
  return rows.slice(1).flatMap(({ cells }) => {
    const position = parsePosition(cellText(cells[well]));
    const stated = statedCq(cellText(cells[cq]));
    if (position === null || stated === null) return [];
    const none = new Float64Array();
    return [
      { position, dye: cellText(cells[dye]), target: null, cycle: none, value: none, cq: stated, place },
    ];
  });
}
