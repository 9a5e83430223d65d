import { seededRandom } from '@curvewell/instruments/generate';

import type { DemoPlate } from './make-run.ts';
import { demoSynthesis, demoWells, strayProduct, type Deviation } from './plate.ts';

/** Runs of three months, before the one that waits for review. */
export const HISTORY_RUNS = 60;

const DAY_MS = 24 * 3600 * 1000;
const MINUTE_MS = 60 * 1000;
const DAYS = 90;

/** Lots in order of use; with the last one everything melts a little higher. */
const LOTS = [
  { lot: '26A0033', runs: 18, shift: 0 },
  { lot: '26B0417', runs: 24, shift: -0.02 },
  { lot: '26B0431', runs: 18, shift: 0.06 },
] as const;

/** Scatter between plates and between wells, °C. */
const PLATE_SD = 0.05;
const WELL_SD = 0.04;

/** A contaminated negative control, traces of it before and after, and a standard that drifts. */
const CONTAMINATED: Readonly<Record<number, number>> = { 49: 130, 52: 360, 55: 260 };
const NEGATIVE_CONTROL = 'G12';
const OFF = { number: 57, position: 'B12', shift: 0.33 } as const;

/** The final state of a run of the history. */
export type Outcome = 'approved' | 'rejected' | 'submitted' | 'imported';
const OUTCOMES: Readonly<Record<number, Outcome>> = {
  23: 'rejected',
  52: 'rejected',
  59: 'submitted',
  60: 'imported',
};

export interface PlannedRun {
  readonly number: number;
  readonly outcome: Outcome;
  readonly plate: DemoPlate;
}

/** The runs of the history, oldest first. Deterministic except for their dates. */
export function historyPlan(now: Date): PlannedRun[] {
  return Array.from({ length: HISTORY_RUNS }, (_, place) => planned(place + 1, now));
}

function planned(number: number, now: Date): PlannedRun {
  const { lot, shift } = lotOf(number);
  const runDate = dayOf(number, now);
  const wells = demoWells().filter(({ position }) => /^[A-H](?:[1-4]|12)$/.test(position));
  const plateId = `P-${runDate.toISOString().slice(0, 10).replaceAll('-', '')}-${String(1 + (number % 3)).padStart(2, '0')}`;
  return {
    number,
    outcome: OUTCOMES[number] ?? 'approved',
    plate: {
      plateId,
      lot,
      wells,
      runDate,
      businessId: number,
      seed: number,
      synthesis: demoSynthesis(wells, deviation(number, shift)),
    },
  };
}

function lotOf(number: number): (typeof LOTS)[number] {
  let last = 0;
  const found = LOTS.find(({ runs }) => number <= (last += runs));
  if (found === undefined) throw new Error(`run ${number} has no lot`);
  return found;
}

/** Spread over three months up to yesterday, in the mornings. */
function dayOf(number: number, now: Date): Date {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const daysAgo = 1 + Math.floor(((HISTORY_RUNS - number) * (DAYS - 1)) / HISTORY_RUNS);
  return new Date(midnight - daysAgo * DAY_MS + (450 + (number % 3) * 95) * MINUTE_MS);
}

function deviation(number: number, lotShift: number): Deviation {
  const random = seededRandom(1_000 + number);
  const plate = lotShift + PLATE_SD * random.normal();
  const wells = new Map<string, number>();
  const amplitude = CONTAMINATED[number];
  return {
    shift: (position) => {
      const well = wells.get(position) ?? WELL_SD * random.normal();
      wells.set(position, well);
      const isOff = number === OFF.number && position === OFF.position;
      return plate + well + (isOff ? OFF.shift : 0);
    },
    stray: amplitude === undefined ? {} : { [NEGATIVE_CONTROL]: strayProduct(amplitude) },
  };
}
