import { dayIn, lotDay, type RunDateFacts } from '@curvewell/domain';

/** Days by the calendar of a run's laboratory. */
export interface LotDays {
  readonly today: string;
  /** On which the lots of the run must be good. */
  readonly used: string;
}

/** Today by the calendar of a zone. */
export const todayIn = (timeZone: string, now = new Date()): string => dayIn(now, timeZone);

export const lotDays = (run: RunDateFacts, now = new Date()): LotDays => ({
  today: dayIn(now, run.laboratoryTimeZone),
  used: lotDay(run),
});
