import type { Clock } from '../src/clock.ts';

const HOUR_MS = 3_600_000;

/** A clock that tests advance. */
export interface MovedClock extends Clock {
  readonly addHours: (hours: number) => void;
}

export function movedClock(): MovedClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    addHours: (hours) => {
      ahead += hours * HOUR_MS;
    },
  };
}
