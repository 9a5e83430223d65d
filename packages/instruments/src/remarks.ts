import { plainDye, RUN_FILE_FORMAT_LABEL } from '@curvewell/domain/reading';
import type { RunFileFormat } from '@curvewell/domain';

import type { FoundFile } from './import-report.ts';
import type { Part } from './part.ts';
import type { RunCurve } from './run-file.ts';

/** The oldest plausible date: about the first instruments of any supported format. */
const OLDEST = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;

interface Remarks {
  /** Reasons for doubt. */
  readonly notes: readonly string[];
  /** Other information. */
  readonly remarks: readonly string[];
}

const HAS_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/;
const HAS_TIME = /T\d/;

/** Remarks on a run's date. A date without zone is read in the laboratory's. */
export function remarkOnDate(runDate: string | null, now: Date): Remarks {
  if (runDate === null) {
    return remarksOf([], ['The file gives no date of the run.']);
  }
  const hasZone = HAS_ZONE.test(runDate);
  const time = Date.parse(hasZone || !HAS_TIME.test(runDate) ? runDate : `${runDate}Z`);
  const shown = runDate.replace('T', ' ').replace('Z', ' UTC');
  const zone = hasZone
    ? []
    : [
        `The date of the run, ${shown}, has no reliable time zone in the file. It is read in the time zone of the analyser or the laboratory.`,
      ];
  if (time < OLDEST) {
    return remarksOf(
      [`The date of the run, ${shown}, is older than the instrument: its clock was not set.`],
      zone,
    );
  }
  if (time > now.getTime() + DAY_MS) {
    return remarksOf([`The date of the run, ${shown}, is in the future: a clock is wrong.`], zone);
  }
  // An instrument clock with an empty battery restarts on 1 January of some year.
  if (/-01-01(?:T00:00|$)/.test(runDate)) {
    return remarksOf(
      [`The date of the run, ${shown}, is the default of a clock that was never set. Check it.`],
      zone,
    );
  }
  return remarksOf([], zone);
}

const remarksOf = (notes: readonly string[], remarks: readonly string[]): Remarks => ({ notes, remarks });

/** The initial fraction of a curve's readings. */
const START = 0.15;

interface Disorder {
  /** Maximum decrease of the temperature, °C. */
  readonly depth: number;
  /** The last reading out of order. */
  readonly last: number;
}

/** Temperatures against the direction of their phase. The analysis sorts them; users are informed. */
export function remarkOnDisorder(curves: readonly RunCurve[], format: RunFileFormat): Remarks {
  const axes = new Map<Float64Array, Disorder | null>();
  const wells = new Set<string>();
  let depth = 0;
  let reach: number | null = null;
  let isStart = true;
  for (const { temperature, position } of curves) {
    const disorder = axes.has(temperature) ? axes.get(temperature) : disorderOf(temperature);
    axes.set(temperature, disorder ?? null);
    if (disorder === null || disorder === undefined) continue;
    wells.add(position);
    depth = Math.max(depth, disorder.depth);
    const at = temperature[disorder.last] ?? 0;
    const isFurther = reach === null || (isRising(temperature) ? at > reach : at < reach);
    if (isFurther) reach = at;
    if (disorder.last > START * temperature.length) isStart = false;
  }
  if (reach === null) return remarksOf([], []);
  const where = isStart ? `at their start, up to ${reach.toFixed(1)} °C` : `as far as ${reach.toFixed(1)} °C`;
  const text = `The temperatures of ${wells.size} ${wells.size === 1 ? 'well' : 'wells'} go back and forth ${where}, by ${depth.toFixed(2)} °C at most${
    isStart && format === 'lightcycler480' ? ', which is usual for this instrument at the start' : ''
  }. They are kept in the order of reading, and sorted for the analysis.`;
  return isStart ? remarksOf([], [text]) : remarksOf([text], []);
}

const isRising = (temperature: Float64Array): boolean => (temperature.at(-1) ?? 0) >= (temperature[0] ?? 0);

/** Equal temperatures are in order. */
function disorderOf(temperature: Float64Array): Disorder | null {
  const sign = isRising(temperature) ? 1 : -1;
  let furthest = Number.NEGATIVE_INFINITY;
  let depth = 0;
  let last = -1;
  temperature.forEach((value, index) => {
    const now = sign * value;
    if (now < furthest) {
      depth = Math.max(depth, furthest - now);
      last = index;
    } else furthest = now;
  });
  return last === -1 ? null : { depth, last };
}

/** Curves of which only the slope exists; it is not differentiated again. */
export function remarkOnDerivative(curves: readonly RunCurve[]): Remarks {
  const alone = new Set(curves.filter(({ quantity }) => quantity === 'derivative').map(({ dye }) => dye));
  if (alone.size === 0) return remarksOf([], []);
  const dyes = [...alone].sort().join(', ');
  return remarksOf(
    [],
    [
      `Of ${dyes} the files hold only the derivative, −dF/dT, as the instrument smoothed it: it is analysed unchanged. If the instrument can, also export the fluorescence (RFU).`,
    ],
  );
}

/** Dyes that the lists of wells name, but of which no file holds curves: their export may have been forgotten. */
export function remarkOnMissingDyes(parts: readonly Part[], dyes: readonly string[]): string[] {
  const held = new Set(dyes.map(plainDye));
  const listed = parts.flatMap(({ wells }) => wells.flatMap(({ dye }) => dye ?? []));
  const missing = [...new Set(listed)].filter((dye) => !held.has(plainDye(dye))).sort();
  if (missing.length === 0) return [];
  return [
    `The files also list ${missing.join(', ')}, but hold no melting curves of ${missing.length === 1 ? 'it' : 'them'}. If the assay needs them, export their curves too.`,
  ];
}

/** Files of an instrument of which no real one was read when the reader was written. */
export function remarkOnConfidence(files: readonly FoundFile[], name: string): string[] {
  const unseen = files.filter(({ confidence }) => confidence === 'documented');
  const layouts = unseen.map(({ format, container }) => `${RUN_FILE_FORMAT_LABEL[format]}, ${container}`);
  return [...new Set(layouts)].map(
    (layout) =>
      `Files of ${name} (${layout}) are known from documentation only. Compare the curves with the analyser’s own display.`,
  );
}
