import type { Clock } from './clock.ts';
import type { Db } from './database/db.ts';

/** What most operations need. An operation that needs more declares it. */
export interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
}

export interface BackgroundDependencies extends Dependencies {
  /** Reports what the work left as it was, or corrected. */
  readonly onError: (error: unknown) => void;
}
