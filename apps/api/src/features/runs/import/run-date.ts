import {
  analyserProfileSchema,
  enteredDateFault,
  instantOfLocal,
  isRunDateOpen,
  type EnteredRunDate,
  type RunDateSource,
} from '@curvewell/domain';

import type { Clock } from '../../../clock.ts';
import { AppError, refuse } from '../../../errors.ts';
import type { Analyser } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import type { RunRow } from '../read/run-state.ts';

/** When the analyser ran, and the source of that date. */
export interface RunDate {
  readonly runDate: Date;
  readonly runDateSource: RunDateSource;
  readonly runDateZone: string | null;
  readonly runDateText: string | null;
  readonly runDateById: string | null;
  readonly runDateByName: string | null;
}

const NOBODY = { runDateById: null, runDateByName: null } as const;
const HAS_OFFSET = /T.*(?:Z|[+-]\d\d:?\d\d)$/;

/** The time zone of the analyser, else of the laboratory. */
export function zoneOf(
  analyser: Pick<Analyser, 'profile'>,
  laboratory: { readonly timeZone: string },
): string {
  const { timeZone } = analyserProfileSchema.parse(analyser.profile);
  return timeZone ?? laboratory.timeZone;
}

/** The run date from the files; if they have none or an invalid one, the time of the import. */
export function runDateOf(
  text: string | null,
  { zone, now }: { readonly zone: string; readonly now: Date },
): RunDate {
  const none: RunDate = {
    runDate: now,
    runDateSource: 'IMPORT',
    runDateZone: null,
    runDateText: null,
    ...NOBODY,
  };
  if (text === null) return none;
  if (HAS_OFFSET.test(text)) {
    const runDate = new Date(text);
    return Number.isNaN(runDate.getTime()) ? none : { ...none, runDate, runDateSource: 'FILE' };
  }
  const runDate = instantOfLocal(text.length === 10 ? `${text}T00:00` : text, zone);
  if (runDate === null) return none;
  return { runDate, runDateSource: 'FILE_ZONE', runDateZone: zone, runDateText: text, ...NOBODY };
}

interface Entry {
  readonly row: RunRow;
  readonly entered: EnteredRunDate;
  readonly clock: Clock;
}

/**
 * The run date that a user enters.
 *
 * @throws AppError `illegal-transition` when the files give the date, `invalid-request` for an impossible one
 */
export function enteredRunDate(actor: LaboratoryCaller, { row, entered, clock }: Entry): RunDate {
  if (!isRunDateOpen(row))
    throw new AppError('illegal-transition', 'The files contain the date of this run.', {
      details: { status: row.status },
    });
  const { local, timeZone } = entered;
  if (timeZone !== row.laboratory.timeZone)
    refuse(['runDate', 'timeZone'], `The time zone of the laboratory is now ${row.laboratory.timeZone}.`);
  const runDate = instantOfLocal(local, timeZone);
  const fault = enteredDateFault(entered, clock.now());
  if (runDate === null || fault !== null) return refuse(['runDate', 'local'], fault ?? 'This is not a date.');
  return {
    runDate,
    runDateSource: 'PERSON',
    runDateZone: timeZone,
    runDateText: null,
    runDateById: actor.userId,
    runDateByName: actor.name,
  };
}

/** The run date for the audit trail. */
export function runDateDetails({
  runDate,
  runDateSource,
  runDateZone,
}: Pick<RunDate, 'runDate' | 'runDateSource' | 'runDateZone'>) {
  return { runDate: runDate.toISOString(), runDateSource, runDateZone };
}
