import { checkLastLine, parseDelimited } from '../container/delimited.ts';
import { cellText } from '../container/workbook.ts';
import type { Row } from '../container/workbook.ts';
import { readCurveTable } from '../assemble/curve-table.ts';
import { emptyPart, foundSeries } from '../part.ts';
import type { Part, Series } from '../part.ts';
import { ReadError } from '../read-error.ts';

/** The first cell of the table of an optical channel; its wells follow. */
const TITLE = /^(Channel\d{1,2}) MeltingCurveData$/;

const titleOf = ({ cells }: Row): string | undefined => TITLE.exec(cellText(cells[0]))?.[1];

export function isAzureCielo(text: string): boolean {
  const firstCell = text.slice(0, text.search(/[\r\n,]|$/));
  return TITLE.test(firstCell.trim());
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
    notes: endNotes(tables, file),
  };
}

interface ChannelTable {
  readonly channel: string;
  readonly series: readonly Series[];
  /** °C */
  readonly temperature: Float64Array;
}

function tablesOf(rows: readonly Row[], file: string): ChannelTable[] {
  const starts = rows.flatMap((row, index) => {
    const channel = titleOf(row);
    return channel === undefined ? [] : [{ index, channel }];
  });
  return starts.map(({ index, channel }, table) => {
    const ofTable = rows.slice(index, starts[table + 1]?.index);
    const place = { file, element: channel };
    const { series } = readCurveTable({ rows: ofTable, place, dye: channel, quantity: 'fluorescence' });
    const temperature = inDegrees(series, place);
    return { channel, temperature, series: series.map((one) => ({ ...one, temperature })) };
  });
}

/** In hundredths of a degree. No melting curve ends below, so a table with lower numbers has another unit. */
const LOWEST_END = 1000;

function inDegrees(series: readonly Series[], place: Series['place']): Float64Array {
  const written = series[0]?.temperature ?? new Float64Array();
  const highest = written.reduce((most, value) => Math.max(most, value), 0);
  if (series.length === 0 || highest >= LOWEST_END) return written.map((value) => value / 100);
  throw new ReadError({
    code: 'unexpected-content',
    place,
    problem: 'its temperatures are not in hundredths of a degree, as this software writes them',
    found: String(highest),
    expected: 'numbers such as 6550 for 65.5 °C',
  });
}

/** The instrument reads all channels at once, so their tables have the same wells and temperatures. */
function checkAlike([first, ...others]: readonly ChannelTable[], file: string): void {
  if (first === undefined) return;
  const found = new Set([first.channel]);
  for (const table of others) {
    const isTwice = found.has(table.channel);
    found.add(table.channel);
    if (!isTwice && shapeOf(table) === shapeOf(first)) continue;
    throw new ReadError({
      code: isTwice ? 'unexpected-content' : 'unreadable-file',
      place: { file, element: table.channel },
      problem: isTwice
        ? 'the channel comes twice'
        : `the table has different wells or readings from that of ${first.channel}: the file was cut short`,
      found: sizeOf(table),
      expected: sizeOf(first),
    });
  }
}

const sizeOf = ({ series, temperature }: ChannelTable): string =>
  `${series.length} wells, ${temperature.length} readings`;

const shapeOf = ({ series, temperature }: ChannelTable): string =>
  [...series.map(({ position }) => position), ...temperature].join(' ');

/** A file that lost its last channels, or the last readings of its only one, looks complete. */
function endNotes(tables: readonly ChannelTable[], file: string): string[] {
  const channels = tables.length === 1 ? 'one channel' : `${tables.length} channels`;
  return tables
    .slice(-1)
    .map(
      ({ channel, temperature }) =>
        `${file} has no mark of its end: it holds ${channels} with ${temperature.length} readings, the last is ` +
        `${channel} up to ${temperature.at(-1) ?? ''} °C. If the instrument read more, the file was cut short.`,
    );
}
