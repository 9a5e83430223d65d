import { platePositions } from '@curvewell/domain/reading';
import type { ChannelName, SampleType } from '@curvewell/domain';

import type { RunCurve } from '../../src/run-file.ts';
import type { SourceFile } from '../../src/source-file.ts';
import { escapeXml } from '../../src/container/xml-text.ts';
import type { SyntheticRun } from './synthetic-run.ts';

/** The filter pairs of a LightCycler 480 II, nm, which has no own pair for the last three. */
const FILTERS: Readonly<Record<ChannelName, string>> = {
  FAM: '465-510',
  TEXAS_RED: '533-610',
  HEX: '533-580',
  CY5: '618-660',
  CY5_5: 'Cy5.5',
  ROX: 'ROX',
  TAMRA: 'TAMRA',
  INTERCALATING: 'SYBR Green I',
};

function file(name: string, text: string): SourceFile[] {
  return [{ name, bytes: new TextEncoder().encode(text) }];
}

function byWell(curves: readonly RunCurve[]): ReadonlyMap<string, RunCurve[]> {
  return Map.groupBy(curves, ({ position }) => position);
}

/**
 * The raw data of LightCycler 480 software: a program for each phase, a column for each filter, and all wells
 * of the plate, including empty ones.
 */
export function generateLightCycler480Text(run: SyntheticRun): SourceFile[] {
  const channels = [...new Set(run.curves.map(({ channel }) => channel))];
  const headings = ['SamplePos', 'SampleName', 'Prog#', 'Seg#', 'Cycle#', 'Time', 'Temp'];
  const names = new Map(run.wells.map(({ position, name }) => [position, name ?? '']));
  const measured = byWell(run.curves);
  const unused = [...measured.values()][0]?.map((curve) => ({ ...curve, value: curve.value.map(() => 0) }));
  const lines = platePositions(run.plateType).flatMap((position) =>
    [...Map.groupBy(measured.get(position) ?? unused ?? [], ({ phase }) => phase).values()].flatMap(
      (phase, index) =>
        Array.from(phase[0]?.temperature ?? [], (temperature, reading) =>
          [
            position,
            names.get(position) ?? '',
            index + 3,
            1,
            1,
            1_000_000 + reading * 1000,
            temperature,
            ...phase.map(({ value }) => value[reading] ?? ''),
          ].join('\t'),
        ),
    ),
  );
  const text = [
    `Raw Data \t\tExperiment - ${run.serial} (Run on LCS480 1.5.0.39)`,
    [...headings, ...channels.map((channel) => FILTERS[channel]), ''].join('\t'),
    ...lines,
    '',
  ].join('\r\n');
  return file(`${run.serial}.txt`, text);
}

/** The channels of a Rotor-Gene, which has none of its own for ROX and TAMRA. */
const ROTOR_CHANNELS: Readonly<Record<ChannelName, string>> = {
  FAM: 'Green',
  TEXAS_RED: 'Orange',
  HEX: 'Yellow',
  CY5: 'Red',
  CY5_5: 'Crimson',
  ROX: 'ROX',
  TAMRA: 'TAMRA',
  INTERCALATING: 'HRM',
};

/** A Rotor-Gene experiment; wells become tubes in order, so a plate must be filled from its start. */
export function generateRotorGene(run: SyntheticRun): SourceFile[] {
  const groups = [...Map.groupBy(run.curves, ({ channel, phase }) => `${channel}|${phase}`).values()];
  const channels = groups.map((curves, index) => {
    const [first] = curves;
    const [start = 0, second = 0] = first?.temperature ?? [];
    return [
      '<RawChannel>',
      `<Name>Melt ${String.fromCharCode(65 + index)}.${ROTOR_CHANNELS[first?.channel ?? 'FAM']}</Name>`,
      `<StartX>${start}</StartX>`,
      `<StepX>${Math.round((second - start) * 1e6) / 1e6}</StepX>`,
      `<MinXPoints>${(first?.value.length ?? 0) + 1}</MinXPoints>`,
      '<XAxisLabel>deg.</XAxisLabel>',
      ...curves.map(({ value }) => `<Reading>${[...value].join(' ')}</Reading>`),
      '</RawChannel>',
    ].join('\n');
  });
  const samples = run.wells.map(
    ({ name }, index) =>
      `<Sample>\n<ID>${index + 1}</ID>\n<Name>${escapeXml(name ?? '')}</Name>\n<TubePosition>${index + 1}</TubePosition>\n</Sample>`,
  );
  const text = [
    '<?xml version="1.0" encoding="utf-8" ?>',
    '<Experiment>',
    '<RexHeader>REX 3.14</RexHeader>',
    '<Rotor>3</Rotor>',
    `<StartTime>${run.runDate.replace('Z', '')}</StartTime>`,
    '<Samples>',
    '<Page>',
    ...samples,
    '</Page>',
    '</Samples>',
    '<RawChannels>',
    ...channels,
    '</RawChannels>',
    '</Experiment>',
    '',
  ].join('\n');
  return file(`${run.serial}.rex`, text);
}

const RDES_TYPES = {
  POSITIVE_TEST: 'pos',
  NEGATIVE_TEST: 'ntc',
  STANDARD: 'std',
  BLOOD: 'unkn',
  DNA: 'unkn',
} as const satisfies Record<SampleType, string>;

/** The RDES exchange format: one row for each well and dye, one column for each reading. */
export function generateRdes(run: SyntheticRun): SourceFile[] {
  const wells = new Map(run.wells.map((well) => [well.position, well]));
  const groups = [...Map.groupBy(run.curves, ({ position, dye }) => `${position}|${dye}`).values()];
  const rows = groups.map((curves) => {
    const [first] = curves;
    const well = wells.get(first?.position ?? '');
    const type = well?.sampleType === null || well === undefined ? 'unkn' : RDES_TYPES[well.sampleType];
    const labels = [first?.position, well?.name ?? '', type, `probe ${first?.dye ?? ''}`, 'toi', first?.dye];
    return [...labels, ...curves.flatMap(({ value }) => [...value])].join('\t');
  });
  const temperatures = (groups[0] ?? []).flatMap(({ temperature }) => [...temperature]);
  const header = ['Well', 'Sample', 'Sample Type', 'Target', 'Target Type', 'Dye', ...temperatures].join(
    '\t',
  );
  return file(`${run.serial}_melting.tsv`, [header, ...rows, ''].join('\n'));
}
