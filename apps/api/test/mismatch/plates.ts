import type { ChannelName, Position } from '@curvewell/domain';
import type { SourceFile } from '@curvewell/instruments';
import {
  generateCfxCsv,
  generateCfxXlsx,
  syntheticRun,
  type SyntheticRun,
  type SyntheticRunOptions,
  type SyntheticWell,
} from '@curvewell/instruments/generate';

/** The files of a plate, and the analyser to import them for. */
export interface PlateFiles extends Partial<SyntheticRunOptions> {
  readonly analyser?: string;
  /** The fault in the readings. */
  readonly change?: (run: SyntheticRun) => SyntheticRun;
  readonly write?: (run: SyntheticRun) => readonly SourceFile[] | Promise<readonly SourceFile[]>;
}

const melts = (channel: ChannelName, ...tms: readonly number[]): SyntheticWell['melts'] =>
  tms.map((tm) => ({ channel, tm, amplitude: 1000, width: 0.75 }));
export const well = (
  position: Position,
  name: string,
  fam: readonly number[],
  red: readonly number[],
): SyntheticWell => ({
  position,
  name,
  sampleType: null,
  melts: [...melts('FAM', ...fam), ...melts('TEXAS_RED', ...red)],
});

const WILD = 55.3;
const MUTATED = 60.8;
/** Tm of the neighbours in the second channel. */
const RED = 58.8;

/** A faultless plate: three samples, a negative and a positive control. */
export const GOOD_WELLS: readonly SyntheticWell[] = [
  well('A1', 'S-1', [WILD], [RED]),
  well('A2', 'S-2', [WILD, MUTATED], [RED]),
  well('A3', 'S-3', [MUTATED], [RED]),
  well('A4', 'NTC', [], []),
  well('A5', 'POS', [WILD, MUTATED], [RED]),
];
/** The same plate with one well replaced. */
export const goodBut = (other: SyntheticWell): SyntheticWell[] =>
  GOOD_WELLS.map((one) => (one.position === other.position ? other : one));

export const WHOLE = { from: 45, to: 72, step: 0.2 };

/** @returns the files of a run that no other test imports */
export async function plateFiles(plate: PlateFiles, seed: number): Promise<readonly SourceFile[]> {
  const { analyser: _, change = (run) => run, write = generateCfxXlsx, ...options } = plate;
  return write(
    change(
      syntheticRun({
        wells: GOOD_WELLS,
        channels: ['FAM', 'TEXAS_RED'],
        phases: ['MELT', 'ANNEAL'],
        plateType: 'RECTANGULAR_96',
        temperature: WHOLE,
        noise: 3,
        seed,
        ...options,
      }),
    ),
  );
}

type Curve = SyntheticRun['curves'][number];

/** Changes the readings of all wells, or of some positions. */
export const eachCurve =
  (change: (curve: Curve) => Pick<Curve, 'temperature' | 'value'>, positions?: readonly Position[]) =>
  (run: SyntheticRun): SyntheticRun => ({
    ...run,
    curves: run.curves.map((curve) =>
      positions?.includes(curve.position) === false ? curve : { ...curve, ...change(curve) },
    ),
  });

export const eachValue = (change: (value: number) => number, positions?: readonly Position[]) =>
  eachCurve(({ temperature, value }) => ({ temperature, value: value.map(change) }), positions);

/** Removes readings between two temperatures, °C. */
export const gap = (from: number, to: number) =>
  eachCurve(({ temperature, value }) => {
    const isRead = (_: number, i: number) => (temperature[i] ?? 0) < from || (temperature[i] ?? 0) > to;
    return { temperature: temperature.filter(isRead), value: value.filter(isRead) };
  });

/** Bio-Rad reports with a changed run information file; null: without it. */
export const cfxReports =
  (information: ((text: string) => string) | null) =>
  (run: SyntheticRun): SourceFile[] =>
    generateCfxCsv(run)
      .filter(({ name }) => !name.includes('Derivative'))
      .flatMap(({ name, bytes }) => {
        if (!name.includes('Run Information')) return [{ name, bytes }];
        if (information === null) return [];
        return [{ name, bytes: new TextEncoder().encode(information(new TextDecoder().decode(bytes))) }];
      });
