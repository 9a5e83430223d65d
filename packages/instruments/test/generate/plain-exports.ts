import { platePositions } from '@curvewell/domain/reading';
import type { ChannelName } from '@curvewell/domain';

import { readingOrder } from '../../src/assemble/position.ts';
import type { RunCurve } from '../../src/run-file.ts';
import type { SourceFile } from '../../src/source-file.ts';
import type { SyntheticRun } from './synthetic-run.ts';

function file(name: string, lines: readonly string[]): SourceFile[] {
  return [{ name, bytes: new TextEncoder().encode([...lines, ''].join('\r\n')) }];
}

const comma = (value: number): string => String(value).replace('.', ',');

const CYCLES = [1, 2, 3];
const READ_AT = 59.6;

/**
 * The instrument data of MxPro as “Text Format 1”, with decimal commas: the amplification plateau of segment 2,
 * then a ramp of segment 4 for each phase, both by well.
 */
export function generateMxProText(run: SyntheticRun): SourceFile[] {
  const wells = new Map(platePositions('RECTANGULAR_96').map((position, index) => [position, index + 1]));
  const ordered = run.curves.toSorted((a, b) => readingOrder(a.position) - readingOrder(b.position));
  const row = (curve: RunCurve, program: string, [cycle, value, temperature]: readonly number[]) =>
    [
      program,
      String(wells.get(curve.position) ?? '').padStart(2),
      curve.dye,
      String(cycle).padStart(3),
      comma(value ?? 0).padStart(9),
      comma(temperature ?? 0),
    ].join('\t');
  const phases = [...Map.groupBy(ordered, ({ phase }) => phase).values()];
  const amplification = (phases[0] ?? []).flatMap((curve) =>
    CYCLES.map((cycle) => row(curve, ' 2\tP\t 2', [cycle, 1000 + cycle, READ_AT])),
  );
  const ramps = phases.flatMap((curves, index) =>
    curves.flatMap((curve) =>
      Array.from(curve.value, (value, reading) =>
        row(curve, ` 4\tR\t ${index + 1}`, [1, value, curve.temperature[reading] ?? 0]),
      ),
    ),
  );
  const headings = [
    'Segment',
    'Ramp/Plateau',
    'Ramp/Plateau #',
    'Well',
    'Dye',
    'Cycle #',
    'Fluorescence',
    'Temperature',
  ];
  const name = `${run.serial} - Instrument Data - Text Format 1.txt`;
  return file(name, [`D:\\${run.serial}.mxp`, headings.join('\t'), ...amplification, ...ramps]);
}

/** The optical channels of an Azure Cielo by number. Which dye each reads is made up for tests. */
export const CIELO_CHANNELS = {
  FAM: 'Channel1',
  HEX: 'Channel2',
  TAMRA: 'Channel3',
  TEXAS_RED: 'Channel4',
  CY5: 'Channel5',
  CY5_5: 'Channel6',
} as const satisfies Partial<Record<ChannelName, string>>;

const isCieloChannel = (channel: ChannelName): channel is keyof typeof CIELO_CHANNELS =>
  channel in CIELO_CHANNELS;

/** The melting curves of Azure Cielo: a table for each channel, temperatures in hundredths of a degree. */
export function generateAzureCieloCsv(run: SyntheticRun): SourceFile[] {
  const lines = [...Map.groupBy(run.curves, ({ channel }) => channel)].flatMap(([channel, curves]) => {
    const wells = [...Map.groupBy(curves, ({ position }) => position)];
    const readings = wells.map(([, ofWell]) => ofWell.flatMap(({ value }) => [...value]));
    const temperatures = (wells[0]?.[1] ?? []).flatMap(({ temperature }) => [...temperature]);
    const title = `${isCieloChannel(channel) ? CIELO_CHANNELS[channel] : channel} MeltingCurveData`;
    return [
      `${[title, ...wells.map(([position]) => position)].join(',')},`,
      ...temperatures.map(
        (temperature, reading) =>
          `${[Math.round(temperature * 100), ...readings.map((values) => values[reading] ?? '')].join(',')},`,
      ),
    ];
  });
  return file(`Experiment_20260115_MeltingCurve.csv`, lines);
}
