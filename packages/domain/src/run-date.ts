import { z } from 'zod';

import { dayIn, instantOfLocal, isoWithOffset, isShownIn, timeZoneSchema, zonedText } from './time-zone.ts';

/** Where the date of a run comes from. */
export const runDateSourceSchema = z.enum([
  /** The files give it with its offset from UTC. */
  'FILE',
  /** The files give it without an offset: it is read in a time zone. */
  'FILE_ZONE',
  /** The files do not give it: it is when they were imported. */
  'IMPORT',
  /** Somebody entered it. */
  'PERSON',
  /** Of runs from before this was noted, where it is no longer known. */
  'UNKNOWN',
]);
export type RunDateSource = z.infer<typeof runDateSourceSchema>;

/** A date that somebody enters, by the clocks of the zone in which they saw it. */
export const enteredRunDateSchema = z.strictObject({
  local: z.iso.datetime({ local: true, precision: -1 }),
  timeZone: timeZoneSchema,
});
export type EnteredRunDate = z.infer<typeof enteredRunDateSchema>;

/** The first instruments of any format that is read were sold about then. */
const OLDEST = Date.UTC(2000, 0, 1);

/** Why somebody cannot enter a date; null: it can be. */
export function enteredDateFault({ local, timeZone }: EnteredRunDate, now: Date): string | null {
  const instant = instantOfLocal(local, timeZone);
  if (instant === null || !isShownIn(local, timeZone))
    return `There is no such time in ${timeZone}: the clocks were set forward.`;
  if (instant > now) return 'The date is in the future.';
  return instant.getTime() < OLDEST ? 'The date is before 2000.' : null;
}

/** What is to be known of the date of a run: fields of a run. */
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

/** Whether `created` is when the analyser ran; else it only sorts. */
export function isRunDateKnown({ runDateSource }: Pick<RunDateFacts, 'runDateSource'>): boolean {
  return runDateSource !== 'IMPORT' && runDateSource !== 'UNKNOWN';
}

/** Whether a person may say when the analyser ran: not what the files say. */
export function isRunDateOpen({ runDateSource }: Pick<RunDateFacts, 'runDateSource'>): boolean {
  return runDateSource !== 'FILE' && runDateSource !== 'FILE_ZONE';
}

/** A date without an offset was read as UTC then, and the time of the import stood for none. */
const isOlderThanImport = ({ created, runImportDate }: RunDateFacts): boolean =>
  Date.parse(runImportDate) - Date.parse(created) > IMPORT_TAKES_MS;
/** Surely no import takes longer. */
const IMPORT_TAKES_MS = 3600 * 1000;

/** The file gives the day alone. */
const isDayOnly = ({ runDateText }: Pick<RunDateFacts, 'runDateText'>): boolean =>
  runDateText !== null && /^\d{4}-\d\d-\d\d$/.test(runDateText);

/**
 * The day on which the lots of a run must be good, by the calendar of its laboratory: the day of the run. Where that is
 * not known, or no analyser can have run then, the day of the import.
 */
export function lotDay(run: RunDateFacts): string {
  const { created, laboratoryTimeZone: zone, runDateText } = run;
  const imported = dayIn(new Date(run.runImportDate), zone);
  if (!isRunDateKnown(run) || Date.parse(created) < OLDEST) return imported;
  const day = isDayOnly(run) && runDateText !== null ? runDateText : dayIn(new Date(created), zone);
  return day < imported ? day : imported;
}

/** Why the date of a run is to be looked at, in a sentence; null: the files give it with its offset. */
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

/** What a report says: `23-11-2026 09:02 (Europe/Paris)`, or that it is not known. */
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

/** For programs: ISO 8601 with an offset, the day alone where no more is known; null: not known. */
export function knownRunDate(run: RunDateFacts): string | null {
  if (!isRunDateKnown(run)) return null;
  if (isDayOnly(run)) return run.runDateText;
  return isoWithOffset(new Date(run.created), run.runDateZone ?? 'UTC');
}
