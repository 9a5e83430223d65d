import { describe, expect, it } from 'vitest';

import { ReadError } from '../read-error.ts';
import { isAzureCielo, readAzureCielo } from './read-azure-cielo.ts';

const FILE = 'melt.csv';
interface Sketch {
  readonly channel?: string;
  readonly wells?: readonly string[];
  readonly temperatures?: readonly number[];
  /** The reading of a well at a temperature. */
  readonly value?: (index: number, well: number) => number | string;
}
const tableOf = ({
  channel = 'Channel1',
  wells = ['A1', 'B3'],
  temperatures = [6000, 6050, 6100],
  value = (index) => 900 - index,
}: Sketch): string[] => [
  [`${channel} MeltingCurveData`, ...wells, ''].join(','),
  ...temperatures.map((one, index) => [one, ...wells.map((_, well) => value(index, well))].join(',')),
];
const textOf = (...tables: readonly Sketch[]) => tables.flatMap(tableOf).join('\r\n') + '\r\n';
const read = (...tables: readonly Sketch[]) => readAzureCielo(textOf(...tables), FILE);
const refusal = (...tables: readonly Sketch[]) => {
  try {
    read(...tables);
  } catch (error) {
    if (error instanceof ReadError) return error;
    throw error;
  }
  throw new Error('the file was read');
};

it('IMPORT-131 a file is of Azure Cielo by the title of its first table', () => {
  for (const text of [
    'Channel1 MeltingCurveData,A1,\r\n',
    'Channel12 MeltingCurveData\n',
    ' Channel1 MeltingCurveData ,A1',
  ])
    expect(isAzureCielo(text)).toBe(true);
  for (const text of [
    '',
    'Channel123 MeltingCurveData,',
    'Channel MeltingCurveData,',
    'Channel1 MeltingCurveData2,',
    'A Channel1 MeltingCurveData,',
    'A,Channel1 MeltingCurveData,',
    'A\nChannel1 MeltingCurveData,',
    'A\rChannel1 MeltingCurveData,',
  ])
    expect(isAzureCielo(text)).toBe(false);
});

describe('IMPORT-131 Azure Cielo has a table for each channel', () => {
  it('with temperatures in hundredths of a degree, whose channels are named by number', () => {
    const { series, ...part } = read({}, { channel: 'Channel2', value: (index) => 10 * index });
    expect(
      series.map(({ dye, position, temperature, value }) => [dye, position, [...temperature], [...value]]),
    ).toEqual([
      ['Channel1', 'A1', [60, 60.5, 61], [900, 899, 898]],
      ['Channel1', 'B3', [60, 60.5, 61], [900, 899, 898]],
      ['Channel2', 'A1', [60, 60.5, 61], [0, 10, 20]],
      ['Channel2', 'B3', [60, 60.5, 61], [0, 10, 20]],
    ]);
    expect(series[0]).toMatchObject({ quantity: 'fluorescence', place: { file: FILE, element: 'Channel1' } });
    expect(part).toMatchObject({
      file: FILE,
      format: 'azure-cielo',
      container: 'csv',
      plateType: null,
      ignored: [],
      instrument: { name: 'Azure Cielo', model: null, serial: null },
      found: [
        { name: 'Channel1', wellCount: 2, pointCount: 3 },
        { name: 'Channel2', wellCount: 2, pointCount: 3 },
      ],
    });
  });

  it('of which one with only zeros was not read', () => {
    const { series, found, ignored } = read({ value: () => 0 }, { channel: 'Channel2' });
    expect(series.map(({ dye }) => dye)).toEqual(['Channel2', 'Channel2']);
    expect(found.map(({ name }) => name)).toEqual(['Channel2']);
    expect(ignored).toEqual([
      { file: FILE, part: 'Channel1', reason: 'all its readings are 0: it was not read' },
    ]);
    const once = read({ value: (index) => (index === 2 ? -1 : 0) });
    expect([once.series.length, once.ignored]).toEqual([2, []]);
    const oneWell = read({ value: (index, well) => well * index });
    expect([oneWell.series.length, oneWell.ignored]).toEqual([2, []]);
  });

  it('and no mark of its end, so a note says how far it goes', () => {
    const note = (...tables: readonly Sketch[]) => read(...tables).notes;
    const rest = 'If the instrument read more, the file was cut short.';
    expect(note({})).toEqual([
      `melt.csv has no mark of its end: it holds one channel with 3 readings, the last is Channel1 up to 61 °C. ${rest}`,
    ]);
    // A channel of zeros was exported, too.
    expect(note({}, { channel: 'Channel4', value: () => 0 })).toEqual([
      `melt.csv has no mark of its end: it holds 2 channels with 3 readings, the last is Channel4 up to 61 °C. ${rest}`,
    ]);
  });
});

describe('IMPORT-131 an Azure Cielo file is refused', () => {
  it('if the end of its last line is missing', () => {
    expect(() => readAzureCielo(textOf({}).slice(0, -2), FILE)).toThrow(/the last line has no end/);
  });

  it('if its temperatures are below those of a melting curve in hundredths of a degree', () => {
    expect(refusal({ temperatures: [60, 99, 999.5] })).toMatchObject({
      code: 'unexpected-content',
      place: { file: FILE, element: 'Channel1' },
      found: '999.5',
      problem: 'its temperatures are not in hundredths of a degree, as this software writes them',
      expected: 'numbers such as 6550 for 65.5 °C',
    });
    expect([...(read({ temperatures: [1000, 900] }).series[0]?.temperature ?? [])]).toEqual([10, 9]);
  });

  it('if one channel has values and another has none', () => {
    expect(refusal({}, { channel: 'Channel2', value: () => '' })).toMatchObject({
      code: 'unreadable-file',
      place: { file: FILE, element: 'Channel2' },
      found: '0 wells, 0 readings',
      expected: '2 wells, 3 readings',
    });
  });

  it('if it has a channel twice', () => {
    const others = [{ channel: 'Channel2' }, { channel: 'Channel3' }];
    expect(refusal({}, ...others, { channel: 'Channel2' })).toMatchObject({
      code: 'unexpected-content',
      place: { file: FILE, element: 'Channel2' },
      ...{
        problem: 'the channel comes twice',
        found: '2 wells, 3 readings',
        expected: '2 wells, 3 readings',
      },
    });
    expect(refusal({}, ...others, {}).problem).toBe('the channel comes twice');
  });

  it.each<[string, Sketch, string]>([
    ['a well less', { wells: ['A1'] }, '1 wells, 3 readings'],
    ['a well more', { wells: ['A1', 'B3', 'C1'] }, '3 wells, 3 readings'],
    ['another well', { wells: ['A1', 'B4'] }, '2 wells, 3 readings'],
    ['a reading less', { temperatures: [6000, 6050] }, '2 wells, 2 readings'],
    ['a reading more', { temperatures: [6000, 6050, 6100, 6150] }, '2 wells, 4 readings'],
    ['another temperature', { temperatures: [6000, 6051, 6100] }, '2 wells, 3 readings'],
  ])('with %s in a channel than in the first', (_what, sketch, found) => {
    for (const more of [[], [{ channel: 'Channel2' }]])
      expect(refusal({}, ...more, { channel: 'Channel3', ...sketch })).toMatchObject({
        code: 'unreadable-file',
        place: { file: FILE, element: 'Channel3' },
        problem: 'the table has different wells or readings from that of Channel1: the file was cut short',
        found,
        expected: '2 wells, 3 readings',
      });
  });
});
