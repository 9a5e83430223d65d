import { dayIn, lotDay, type RunDateFacts } from '@curvewell/domain';

/** Days in the time zone of the run's laboratory. */
export interface LotDays {
  readonly today: string;
  /** The day on which the lots must still be valid. */
  readonly used: string;
}

export const todayIn = (timeZone: string, now = new Date()): string => dayIn(now, timeZone);

export const lotDays = (run: RunDateFacts, now = new Date()): LotDays => ({
  today: dayIn(now, run.laboratoryTimeZone),
  used: lotDay(run),
});
