import { checkLastLine, parseDelimited } from '../container/delimited.ts';
import { cellText } from '../container/workbook.ts';
import type { Row } from '../container/workbook.ts';
import { readCurveTable } from '../curve-table.ts';
import { emptyPart, foundSeries } from '../part.ts';
import type { Part, Series } from '../part.ts';
import { ReadError } from '../read-error.ts';

/** The first cell of the table of an optical channel; its wells follow. */
const TITLE = /^(Channel\d{1,2}) MeltingCurveData$/;

const titleOf = ({ cells }: Row): string | undefined => TITLE.exec(cellText(cells[0]))?.[1];

export function isAzureCielo(text: string): boolean {
  const [line = ''] = text.split(/[\r\n,]/, 1);
  return TITLE.test(line.trim());
}

/**
 * Reads the melting curves of Azure Cielo software: a table for each optical channel, one below the other,
 * with temperatures in hundredths of a degree. The file names channels by number, not their dyes.
 */
export function readAzureCielo(text: string, file: string): Part {
  checkLastLine(text, file);
  const tables = tablesOf(parseDelimited({ text, delimiter: ',' }), file);
  checkAlike(tables, file);
  const used = tables.filter(({ series }) => series.some(({ value }) => value.some((one) => one !== 0)));
  return {
    ...emptyPart({ file, format: 'azure-cielo', container: 'csv' }),
    instrument: { name: 'Azure Cielo', model: null, serial: null },
    series: used.flatMap(({ series }) => series),
    found: used.map(({ channel, series }) => foundSeries(channel, series)),
    ignored: tables
      .filter((table) => !used.includes(table))
      .map(({ channel }) => ({ file, part: channel, reason: 'all its readings are 0: it was not read' })),
    notes: [endNote(tables, file)],
  };
}

interface ChannelTable {
  readonly channel: string;
  readonly series: readonly Series[];
}

function tablesOf(rows: readonly Row[], file: string): ChannelTable[] {
  const starts = rows.flatMap((row, index) => (titleOf(row) === undefined ? [] : [index]));
  return starts.map((start, index) => {
    const table = rows.slice(start, starts[index + 1]);
    const channel = table[0] === undefined ? '' : (titleOf(table[0]) ?? '');
    const place = { file, element: channel };
    const { series } = readCurveTable({ rows: table, place, dye: channel, quantity: 'fluorescence' });
    const temperature = inDegrees(series, place);
    return { channel, series: series.map((one) => ({ ...one, temperature })) };
  });
}

/** No melting curve ends below this temperature, °C, so a table with lower numbers is not in hundredths. */
const LOWEST_END = 10;

function inDegrees(series: readonly Series[], place: Series['place']): Float64Array {
  const temperature = (series[0]?.temperature ?? new Float64Array()).map((value) => value / 100);
  const highest = temperature.reduce((most, value) => Math.max(most, value), 0);
  if (series.length === 0 || highest >= LOWEST_END) return temperature;
  throw new ReadError({
    code: 'unexpected-content',
    place,
    problem: 'its temperatures are not in hundredths of a degree, as this software writes them',
    found: String(highest * 100),
    expected: 'numbers such as 6550 for 65.5 °C',
  });
}

/** The instrument reads all channels at once, so their tables have the same wells and temperatures. */
function checkAlike(tables: readonly ChannelTable[], file: string): void {
  const [first, ...others] = tables;
  for (const [index, { channel, series }] of others.entries()) {
    const isTwice = tables.slice(0, index + 1).some((table) => table.channel === channel);
    const length = series[0]?.temperature.length;
    if (!isTwice && haveOneShape(series, first?.series ?? [])) continue;
    throw new ReadError({
      code: isTwice ? 'unexpected-content' : 'unreadable-file',
      place: { file, element: channel },
      problem: isTwice
        ? 'the channel comes twice'
        : `the table has other wells or readings than that of ${first?.channel ?? ''}: the file was cut short`,
      found: `${series.length} wells, ${length ?? 0} readings`,
      expected: `${first?.series.length ?? 0} wells, ${first?.series[0]?.temperature.length ?? 0} readings`,
    });
  }
}

function haveOneShape(series: readonly Series[], others: readonly Series[]): boolean {
  const [one, other] = [series[0]?.temperature, others[0]?.temperature];
  return (
    series.length === others.length &&
    series.every(({ position }, index) => position === others[index]?.position) &&
    one?.length === other?.length &&
    (one ?? new Float64Array()).every((value, index) => value === other?.[index])
  );
}

/** A file that lost its last channels, or the last readings of its only one, looks complete. */
function endNote(tables: readonly ChannelTable[], file: string): string {
  const last = tables.at(-1);
  const temperature = last?.series[0]?.temperature;
  const channels = tables.length === 1 ? 'one channel' : `${tables.length} channels`;
  return (
    `${file} has no mark of its end: it holds ${channels} with ${temperature?.length ?? 0} readings, the last is ` +
    `${last?.channel ?? ''} up to ${temperature?.at(-1) ?? ''} °C. If the instrument read more, the file was cut short.`
  );
}
