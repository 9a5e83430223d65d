import { z } from 'zod';

import {
  dayIn,
  instantOfLocal,
  isoWithOffset,
  isShownIn,
  timeZoneSchema,
  zonedText,
} from '../text/time-zone.ts';

export const runDateSourceSchema = z.enum([
  /** The files give it with an offset from UTC. */
  'FILE',
  /** The files give it without an offset; it is read in a time zone. */
  'FILE_ZONE',
  /** The files lack it; it is the time of the import. */
  'IMPORT',
  /** A user entered it. */
  'PERSON',
  /** For older runs, when the source is unknown. */
  'UNKNOWN',
]);
export type RunDateSource = z.infer<typeof runDateSourceSchema>;

/** An entered date, in local time of the zone that the user saw. */
export const enteredRunDateSchema = z.strictObject({
  local: z.iso.datetime({ local: true, precision: -1 }),
  timeZone: timeZoneSchema,
});
export type EnteredRunDate = z.infer<typeof enteredRunDateSchema>;

/** The oldest plausible date: about the first instruments of any supported format. */
const OLDEST = Date.UTC(2000, 0, 1);

/** Why an entered date is invalid; null: valid. */
export function enteredDateFault({ local, timeZone }: EnteredRunDate, now: Date): string | null {
  const instant = instantOfLocal(local, timeZone);
  if (instant === null) return 'This is not a valid date and time, such as 2026-11-23T17:00.';
  if (!isShownIn(local, timeZone))
    return `There is no such time in ${timeZone}: the clocks were set forward.`;
  if (instant > now) return 'The date is in the future.';
  return instant.getTime() < OLDEST ? 'The date is before 2000.' : null;
}

export interface RunDateFacts {
  readonly created: string;
  readonly runImportDate: string;
  readonly runDateSource: RunDateSource;
  readonly runDateZone: string | null;
  readonly runDateText: string | null;
  readonly runDateByName: string | null;
  readonly laboratoryTimeZone: string;
}

/** `31-10-2026` */
export const dayText = (day: string): string => day.split('-').reverse().join('-');

/** Whether `created` is when the analyser ran; otherwise it only orders the runs. */
export function isRunDateKnown({ runDateSource }: Pick<RunDateFacts, 'runDateSource'>): boolean {
  return runDateSource !== 'IMPORT' && runDateSource !== 'UNKNOWN';
}

/** Whether a user may enter when the analyser ran, that is, the files do not say it. */
export function isRunDateOpen({ runDateSource }: Pick<RunDateFacts, 'runDateSource'>): boolean {
  return runDateSource !== 'FILE' && runDateSource !== 'FILE_ZONE';
}

/**
 * In older runs a date without an offset was read as UTC, and the time of the import replaced a missing date.
 */
const isOlderThanImport = ({ created, runImportDate }: RunDateFacts): boolean =>
  Date.parse(runImportDate) - Date.parse(created) > IMPORT_TAKES_MS;
/** Longer than any import. */
const IMPORT_TAKES_MS = 3600 * 1000;

/** The file gives only the date. */
const isDayOnly = ({ runDateText }: Pick<RunDateFacts, 'runDateText'>): boolean =>
  runDateText !== null && /^\d{4}-\d\d-\d\d$/.test(runDateText);

/**
 * The date on which the lots of a run must be valid, in the laboratory's calendar: the date of the run. If
 * that is unknown or implausible, the date of the import.
 */
export function lotDay(run: RunDateFacts): string {
  const { created, laboratoryTimeZone: zone, runDateText } = run;
  const imported = dayIn(new Date(run.runImportDate), zone);
  if (!isRunDateKnown(run) || Date.parse(created) < OLDEST) return imported;
  const day = isDayOnly(run) && runDateText !== null ? runDateText : dayIn(new Date(created), zone);
  return day < imported ? day : imported;
}

/** Why the date of a run is doubtful, in a sentence; null: the files give it with an offset. */
export function runDateDoubt(run: RunDateFacts): string | null {
  const { runDateSource, runDateZone, runDateText, runDateByName, laboratoryTimeZone: own } = run;
  switch (runDateSource) {
    case 'FILE':
      return null;
    case 'FILE_ZONE': {
      const zone = runDateZone ?? own;
      if (isDayOnly(run)) return `The file gives the day of the run without a time; it is read as ${zone}.`;
      const clockTime = runDateText?.slice(11, 16) ?? zonedText(new Date(run.created), zone).slice(11, 16);
      return `The file says ${clockTime} without a time zone; it is read as ${zone}.`;
    }
    case 'IMPORT':
      return `Run date not in the file: the run was imported on ${zonedText(new Date(run.runImportDate), own)}.`;
    case 'PERSON':
      return `Run date entered by ${runDateByName ?? 'an unknown person'}.`;
    case 'UNKNOWN':
      return isOlderThanImport(run)
        ? `The file gives the run date; it was read as ${zonedText(new Date(run.created), 'UTC')}, with or without a time zone.`
        : `The source of the run date is unknown: ${zonedText(new Date(run.created), own)} may be the time of the import.`;
  }
}

/** The date in a report: `23-11-2026 09:02 (Europe/Paris)`, or that it is unknown. */
export function runDateWords(run: RunDateFacts): string {
  if (run.runDateSource === 'IMPORT')
    return `not in the file (imported ${zonedText(new Date(run.runImportDate), run.laboratoryTimeZone)})`;
  if (run.runDateSource === 'UNKNOWN')
    return isOlderThanImport(run)
      ? `${zonedText(new Date(run.created), 'UTC')}, the file may give no time zone`
      : 'not known';
  const zone = run.runDateZone ?? run.laboratoryTimeZone;
  const words = zonedText(new Date(run.created), zone);
  if (isDayOnly(run)) return `${words.slice(0, 10)}, the file gives no time (${zone})`;
  if (run.runDateSource === 'FILE_ZONE') return `${words}, the file gives no time zone`;
  return run.runDateSource === 'PERSON'
    ? `${words}, entered by ${run.runDateByName ?? 'an unknown person'}`
    : words;
}

/** For programs: ISO 8601 with an offset, or only the date where the time is unknown; null: unknown. */
export function knownRunDate(run: RunDateFacts): string | null {
  if (!isRunDateKnown(run)) return null;
  if (isDayOnly(run)) return run.runDateText;
  return isoWithOffset(new Date(run.created), run.runDateZone ?? 'UTC');
}
