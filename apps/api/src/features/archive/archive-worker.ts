import type { Clock } from '../../clock.ts';
import type { Db } from '../../db.ts';
import type { EventSource } from '../live-events/index.ts';
import { archiveNext } from './archive-next.ts';

/** What waits for another try, or was left by a process that died, is looked for so often. */
const LOOK_MS = 5_000;

interface Options {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventSource;
  readonly onError: (error: unknown) => void;
  readonly lookMs?: number;
}

/**
 * Archives what is sent for archiving: at once when the audit trail tells of it.
 *
 * @returns stops, after the run in hand
 */
export function startArchiveWorker({
  events,
  onError,
  lookMs = LOOK_MS,
  ...dependencies
}: Options): () => Promise<void> {
  let isStopping = false;
  let isAsked = false;
  let work: Promise<void> | null = null;

  const workOn = async () => {
    while (isAsked && !isStopping) {
      isAsked = false;
      try {
        if (await archiveNext(dependencies)) isAsked = true;
      } catch (error) {
        onError(error);
      }
    }
    work = null;
  };
  const look = () => {
    isAsked = true;
    work ??= workOn();
  };

  const unsubscribe = events.subscribe((event) => {
    if (event !== 'listening' && event.change === 'run.archive-request') look();
  });
  const timer = setInterval(look, lookMs);
  look();
  return async () => {
    isStopping = true;
    clearInterval(timer);
    unsubscribe();
    await work;
  };
}
