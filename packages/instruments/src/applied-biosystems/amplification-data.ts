import {
  brokenText,
  cyclesFault,
  statedCq,
  type AmplificationSeries,
  type PartAmplification,
} from '../amplification/amplification-series.ts';
import { cellText, parseNumber } from '../container/workbook.ts';
import { columnOf, positionIn, textIn, type LabelledTable } from './labelled-table.ts';

/** Normalised fluorescence as read; without it, with the baseline subtracted. */
const VALUES = ['rn', 'δrn', 'drn'];
const CYCLES = ['cycle number', 'cycle'];
const TARGETS = ['target', 'target name'];
/** The software writes the t of CT in Cyrillic. */
const CQS = ['cq', 'cт', 'ct'];

interface Readings extends Pick<AmplificationSeries, 'position' | 'target'> {
  readonly cycle: number[];
  readonly value: number[];
}

/** The long table “Amplification Data”: one row for each well, target and cycle. */
export function readAmplificationData(table: LabelledTable): PartAmplification {
  const [cycleColumn, valueColumn] = [columnOf(table, CYCLES), columnOf(table, VALUES)];
  if (cycleColumn === null || valueColumn === null)
    return {
      series: [],
      faults: brokenText(table.place.file, ['its table has no column of cycles or of Rn']),
    };
  const byWell = new Map<string, Readings>();
  for (const row of table.rows) {
    const position = positionIn(table, row);
    // A well without readings has empty cells.
    if (position === null || cellText(row.cells[valueColumn]) === '') continue;
    const target = textIn(table, row, TARGETS);
    const key = `${position}|${target}`;
    const readings = byWell.get(key) ?? { position, target, cycle: [], value: [] };
    byWell.set(key, readings);
    readings.cycle.push(parseNumber(row.cells[cycleColumn]) ?? Number.NaN);
    readings.value.push(parseNumber(row.cells[valueColumn]) ?? Number.NaN);
  }
  const broken: string[] = [];
  const series = [...byWell.values()].flatMap(({ position, target, ...read }): AmplificationSeries[] => {
    const [cycle, value] = [Float64Array.from(read.cycle), Float64Array.from(read.value)];
    const fault = cyclesFault(cycle, value);
    if (fault !== null) broken.push(`well ${position}: ${fault}`);
    return fault === null
      ? [{ position, dye: null, target, cycle, value, cq: null, place: table.place }]
      : [];
  });
  return { series, faults: brokenText(table.place.file, broken) };
}

/** The Cq in “Results”, one row for each well and target; without the column, nothing. */
export function readCqs(table: LabelledTable): AmplificationSeries[] {
  if (columnOf(table, CQS) === null) return [];
  const none = new Float64Array();
  return table.rows.flatMap((row) => {
    const position = positionIn(table, row);
    const cq = statedCq(textIn(table, row, CQS));
    const dye = textIn(table, row, ['reporter']);
    if (position === null || cq === null) return [];
    return [
      {
        position,
        dye: dye === '' ? null : dye,
        target: textIn(table, row, TARGETS),
        cycle: none,
        value: none,
        cq,
        place: table.place,
      },
    ];
  });
}
