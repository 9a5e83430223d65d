import { AppError } from '../../../errors.ts';
import { readRestoredCopy } from '../../../backup/installation.ts';
import { findHeads, type FindHeadsDependencies } from './export-heads.ts';

/** Delay before a failed check is repeated, ms. */
const AGAIN_MS = 10_000;

/** Whether the database has the entries of the exported heads, as last checked by this process. */
export interface OutsideHeads {
  /** @throws AppError `unavailable` until the check has succeeded once */
  refuseUnknown(): void;
}

/** Skips the check, for commands that fill a new database. */
export const NO_OUTSIDE_HEADS: OutsideHeads = { refuseUnknown: () => undefined };

interface Options {
  readonly onError: (error: unknown, what?: string) => void;
  readonly againMs?: number;
}

/**
 * Checks the newest exported heads against the database, and repeats this until every place has answered. Does
 * nothing in a restored copy, since the heads are those of the real installation.
 *
 * Each process checks at its start and does not rely on flags in a database that may be rolled back.
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
      'Runs cannot be decided yet: an external store of the seals of the audit trail does not respond, so Curvewell cannot determine whether the database was rolled back. It repeats the check every few seconds.',
    );
  }

  /** Checks now: at the start, and when the database is back, which may then be another one. */
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
