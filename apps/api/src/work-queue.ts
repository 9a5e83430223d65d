import { AppError } from './errors.ts';

interface Who {
  readonly userId: string;
}

/** Work that is done a few at a time, in the order in which it was asked for, one turn a person. */
export interface WorkQueue {
  /** @throws AppError `too-many-requests` when this person or everybody has enough waiting; the signal's reason */
  take<T>(who: Who, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Limits {
  /** What is done, in the words of who waits for it: `uploads`. */
  readonly what: string;
  readonly atOnce: number;
  /** Of all people together. Each has one that runs and one that waits. */
  readonly waiting: number;
  /** Waits until no other process does work of this person. @returns tells that it is done */
  readonly elsewhere?: (userId: string, signal?: AbortSignal) => Promise<() => Promise<void>>;
}

interface Waiting {
  readonly userId: string;
  readonly start: () => void;
}

/** Seconds after which it may help to ask again. */
const TRY_AGAIN_S = 5;

/** Counts in this process; one turn a person holds everywhere where `elsewhere` sees to it. */
export function createWorkQueue({ what, atOnce, waiting: most, elsewhere }: Limits): WorkQueue {
  const running = new Set<string>();
  const line: Waiting[] = [];

  function startNext(): void {
    while (running.size < atOnce) {
      const next = line.findIndex(({ userId }) => !running.has(userId));
      const [one] = next < 0 ? [] : line.splice(next, 1);
      if (one === undefined) return;
      running.add(one.userId);
      one.start();
    }
  }

  function turn(userId: string, signal?: AbortSignal): Promise<void> {
    if (line.some((one) => one.userId === userId))
      throw tooMany(`Your previous ${what} are still in progress.`);
    if (line.length >= most) throw tooMany(`Too many ${what} are waiting.`);
    return new Promise((resolve, reject) => {
      const one: Waiting = { userId, start: resolve };
      line.push(one);
      signal?.addEventListener(
        'abort',
        () => {
          const place = line.indexOf(one);
          if (place < 0) return;
          line.splice(place, 1);
          reject(signal.reason as Error); // of our own controller: an AbortError
        },
        { once: true },
      );
      startNext();
    });
  }

  return {
    take: async ({ userId }, work, signal) => {
      signal?.throwIfAborted();
      await turn(userId, signal);
      try {
        const done = await elsewhere?.(userId, signal);
        try {
          return await work();
        } finally {
          await done?.();
        }
      } finally {
        running.delete(userId);
        startNext();
      }
    },
  };
}

function tooMany(reason: string): AppError {
  return new AppError('too-many-requests', `${reason} Try again in ${TRY_AGAIN_S} s.`, {
    retryAfterS: TRY_AGAIN_S,
  });
}
