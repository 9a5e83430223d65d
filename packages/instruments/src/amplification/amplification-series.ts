import type { Position } from '@curvewell/domain';

import type { Place } from '../read-error.ts';
import type { StatedCq } from '../run-file.ts';

/** The amplification of one well and dye in one table, before its channel is known. */
export interface AmplificationSeries {
  readonly position: Position;
  /** Null if the table does not name it; then it is the dye of the melting curve of the same target. */
  readonly dye: string | null;
  readonly target: string | null;
  /** Rising; empty: the file states only a Cq. */
  readonly cycle: Float64Array;
  readonly value: Float64Array;
  readonly cq: StatedCq;
  readonly place: Place;
}

/** The amplification in one part of a file. */
export interface PartAmplification {
  readonly series: readonly AmplificationSeries[];
  /** Data that could not be read, for the report. */
  readonly faults: readonly string[];
}

export const NO_AMPLIFICATION: PartAmplification = { series: [], faults: [] };

/** Longer curves are not amplification, because no protocol has so many cycles. */
const MOST_CYCLES = 200;

/** Why readings are not an amplification curve; null: they are one. */
export function cyclesFault(cycle: Float64Array, value: Float64Array): string | null {
  if (cycle.length !== value.length) return 'a point lacks its cycle or its fluorescence';
  if (cycle.length > MOST_CYCLES) return `it has more than ${MOST_CYCLES} cycles`;
  if (![...cycle, ...value].every(Number.isFinite)) return 'a cycle or a fluorescence is not a number';
  if (cycle.some((now, index) => now < 0 || (index > 0 && now <= (cycle[index - 1] ?? now))))
    return 'its cycles do not rise';
  return null;
}

/** Words of instruments for a well without Cq, in lower case. */
const NO_CQ: ReadonlySet<string> = new Set(['undetermined', 'nan', 'n. def.', 'none', '-', 'no cq', 'no ct']);

/**
 * A Cq as a file writes it. Software also writes 0, or the last cycle, for a well without one: see `withoutLateCq`. RDML
 * and RDES write −1 where a Cq is not available, as of excluded data, which is not the statement that there is none.
 *
 * @returns null: the file does not state whether there is one
 */
export function statedCq(text: string): StatedCq {
  const plain = text.trim().toLowerCase();
  if (plain === '' || plain === 'n/a' || plain === 'na') return null;
  if (NO_CQ.has(plain)) return 'none';
  const value = Number(/^-?\d+,\d+$/.test(plain) ? plain.replace(',', '.') : plain);
  if (!Number.isFinite(value) || value < 0) return null;
  return value > 0 ? value : 'none';
}

/** Whether a Cq is after the cycles of its curve, so that the file holds only a part of them. */
export const isBeyond = (cq: StatedCq, cycle: Float64Array): boolean =>
  typeof cq === 'number' && cycle.length > 0 && cq > (cycle.at(-1) ?? Infinity) && !isPlaceholder(cq, cycle);

/** A Cq in the last cycle, or the one after it, is the software's number for a well without one. */
export function withoutLateCq(cq: StatedCq, cycle: Float64Array): StatedCq {
  if (typeof cq !== 'number' || cycle.length === 0) return cq;
  if (isPlaceholder(cq, cycle)) return 'none';
  return isBeyond(cq, cycle) ? null : cq;
}

const isPlaceholder = (cq: number, cycle: Float64Array): boolean =>
  cq === cycle.at(-1) || cq === (cycle.at(-1) ?? 0) + 1;

/** A doubt of the import about amplification that could not be read. */
export function brokenText(file: string, broken: readonly string[]): string[] {
  const [first] = broken;
  if (first === undefined) return [];
  const count = broken.length === 1 ? 'One amplification curve' : `${broken.length} amplification curves`;
  return [
    `${count} of ${file} cannot be read and ${broken.length === 1 ? 'is' : 'are'} not kept (${first}). Melting curves are not affected.`,
  ];
}
