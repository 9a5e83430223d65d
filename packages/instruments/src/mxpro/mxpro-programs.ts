import type { Position } from '@curvewell/domain';

import { MIN_READINGS } from '../assemble/series-checks.ts';

/** A row of the export. */
export interface Reading {
  readonly segment: number;
  readonly isRamp: boolean;
  /** The number of the ramp or plateau in its segment. */
  readonly step: number;
  readonly position: Position;
  /** The dye, or the name of the assay that the user gave it. */
  readonly dye: string;
  readonly cycle: number;
  readonly fluorescence: number;
  readonly temperature: number;
}

/** The readings of a ramp or plateau. */
export interface Program {
  /** `segment 4, ramp 2` */
  readonly name: string;
  readonly isRamp: boolean;
  readonly curves: Map<string, ProgramCurve>;
}

interface ProgramCurve {
  readonly position: Position;
  readonly dye: string;
  readonly firstCycle: number;
  isCycled: boolean;
  readonly temperature: number[];
  readonly value: number[];
}

/** Adds a row to its program and curve; both are in the order of the file. */
export function addReading(programs: Map<string, Program>, reading: Reading): void {
  const { segment, isRamp, step, position, dye, cycle } = reading;
  const name = `segment ${segment}, ${isRamp ? 'ramp' : 'plateau'} ${step}`;
  const program = programs.get(name) ?? { name, isRamp, curves: new Map<string, ProgramCurve>() };
  programs.set(name, program);
  const key = `${position}|${dye}`;
  const empty = { position, dye, firstCycle: cycle, isCycled: false, temperature: [], value: [] };
  const curve = program.curves.get(key) ?? empty;
  program.curves.set(key, curve);
  if (cycle !== curve.firstCycle) curve.isCycled = true;
  curve.temperature.push(reading.temperature);
  curve.value.push(reading.fluorescence);
}

/**
 * A ramp of one cycle. Plateaus are not read even if their temperature changes, because no such file is
 * known.
 */
export function isMeltingProgram(program: Program): boolean {
  return program.isRamp && !isCycled(program) && isLong(program);
}

const isCycled = ({ curves }: Program): boolean => [...curves.values()].some((curve) => curve.isCycled);

const isLong = ({ curves }: Program): boolean =>
  [...curves.values()].some(({ value }) => value.length >= MIN_READINGS);

export function whyNotMelting(program: Program): string {
  if (!program.isRamp) return 'a plateau is not a melting or annealing curve';
  return isCycled(program)
    ? 'the ramp is read in each cycle, so it is not a melting or annealing curve'
    : 'the ramp has too few readings for a melting curve';
}

/** The plateau that is read once in each of the most cycles; null: none. */
export function amplificationProgram(programs: readonly Program[]): Program | null {
  const lengthOf = ({ curves }: Program) => [...curves.values()][0]?.value.length ?? 0;
  const cycled = programs.filter((program) => !program.isRamp && isCycled(program));
  return cycled.sort((a, b) => lengthOf(b) - lengthOf(a))[0] ?? null;
}
