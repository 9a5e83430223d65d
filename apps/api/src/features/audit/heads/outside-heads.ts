import { AppError } from '../../../errors.ts';
import { readRestoredCopy } from '../../../backup/installation.ts';
import { findHeads, type FindHeadsDependencies } from './export-heads.ts';

/** How long after a look that failed the next one is made, ms. */
const AGAIN_MS = 10_000;

/** Whether the database holds the heads outside, as far as this process knows. */
export interface OutsideHeads {
  /** @throws AppError `unavailable` until the newest heads outside were searched for in the database */
  refuseUnknown(): void;
}

/** Looks nowhere: for commands that fill a new database. */
export const NO_OUTSIDE_HEADS: OutsideHeads = { refuseUnknown: () => undefined };

interface Options {
  readonly onError: (error: unknown, what?: string) => void;
  readonly againMs?: number;
}

/**
 * Looks for the newest heads outside in the database, and again until every place that keeps heads has answered. In a
 * restored copy it does not look: the heads are those of the real installation.
 *
 * Each process looks for itself at its start: none relies on the flags of a database that was rolled back.
 */
export class OutsideHeadsWatch implements OutsideHeads {
  readonly #dependencies: FindHeadsDependencies;
  readonly #options: Required<Options>;
  #isKnown = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(dependencies: FindHeadsDependencies, { onError, againMs = AGAIN_MS }: Options) {
    this.#dependencies = dependencies;
    this.#options = { onError, againMs };
  }

  refuseUnknown(): void {
    if (this.#isKnown) return;
    throw new AppError(
      'unavailable',
      'Runs cannot be decided yet: an external store of audit heads does not answer, so Curvewell cannot tell whether the database was rolled back. It repeats the check every few seconds.',
    );
  }

  /** Looks now: at the start, and when the database has come back, which may be another one. */
  async look(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isKnown = false;
    try {
      if ((await readRestoredCopy(this.#dependencies.db)) === null) await findHeads(this.#dependencies);
      this.#isKnown = true;
    } catch (error) {
      if (this.#isClosed) return;
      this.#options.onError(error, 'the external audit heads cannot be read: runs cannot be decided');
      this.#timer = setTimeout(() => void this.look(), this.#options.againMs).unref();
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}
