import { AppError } from '../errors.ts';

/** The user of the work, and what it changes. */
export interface Claim {
  /** The id of the first row to lock; work with the same id runs one at a time. */
  readonly on?: string | undefined;
  readonly userId?: string | undefined;
  readonly laboratoryId?: string | undefined;
}

/** Limits concurrent work and shares turns fairly among users and laboratories of this process. */
export interface FairQueue {
  /** Waits for a turn. @returns releases the turn @throws the refusal; the signal's reason */
  enter(claim: Claim, signal?: AbortSignal): Promise<() => void>;
  /** Runs work in a turn. @throws like `enter` */
  take<T>(claim: Claim, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/**
 * Why no turn was given: other work on the same id, too much waiting work of the user, or too much in total.
 */
type Refusal = 'same' | 'user' | 'all';

interface Limits {
  readonly atOnce: number;
  /** Default: half of all. */
  readonly atOnceOfUser?: number;
  /** The maximum number of waiting claims; omitted: no limit. */
  readonly waiting?: number;
  readonly waitingOfUser?: number;
  /** How long to wait for a turn, and how long for other work on the same id; omitted: no limit. */
  readonly waitMs?: number;
  readonly sameWaitMs?: number;
  readonly refusals?: Partial<Record<Refusal, () => AppError>>;
  /** Waits until no other process works for the user. @returns releases the lock */
  readonly lock?: (userId: string | undefined, signal?: AbortSignal) => Promise<() => Promise<void>>;
}

interface Waiting {
  readonly claim: Claim;
  readonly start: () => void;
}

const REFUSALS: Record<Refusal, () => AppError> = {
  same: () => new AppError('busy', 'Someone else is changing this. Try again in a moment.'),
  user: () => new AppError('too-many-requests', 'Too many of your requests are waiting.'),
  all: () => new AppError('too-many-requests', 'The server is busy. Try again in a moment.'),
};

/**
 * A free turn goes to the laboratory, then to the user, with the fewest turns; among these, first come, first
 * served. A laboratory gets at most all turns but one.
 */
export function createFairQueue({
  atOnce,
  atOnceOfUser = Math.max(1, Math.floor(atOnce / 2)),
  waiting: mostWaiting = Infinity,
  waitingOfUser = Infinity,
  waitMs,
  sameWaitMs,
  refusals,
  lock,
}: Limits): FairQueue {
  const atOnceOfLaboratory = Math.max(1, atOnce - 1);
  const running = countClaims();
  const waiting = new Set<Waiting>();

  const mayStart = (claim: Claim) =>
    running.all() < atOnce &&
    running.of('on', claim) === 0 &&
    running.of('userId', claim) < atOnceOfUser &&
    running.of('laboratoryId', claim) < atOnceOfLaboratory;

  function next(): Waiting | null {
    let best = null;
    for (const one of waiting) {
      if (!mayStart(one.claim)) continue;
      const [laboratory, user] = [running.of('laboratoryId', one.claim), running.of('userId', one.claim)];
      if (
        best === null ||
        laboratory < best.laboratory ||
        (laboratory === best.laboratory && user < best.user)
      )
        best = { one, laboratory, user };
    }
    return best?.one ?? null;
  }

  function startNext(): void {
    for (let one = next(); one !== null; one = next()) one.start();
  }

  const enter = (given: Claim, signal?: AbortSignal) =>
    new Promise<() => void>((resolve, reject) => {
      signal?.throwIfAborted();
      const claim = { ...given }; // a copy, because the same object may be passed twice
      const isSameTaken = () => running.of('on', claim) > 0;
      const timers: NodeJS.Timeout[] = [];
      const leave = () => {
        for (const timer of timers) clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        waiting.delete(entry);
      };
      const refuse = (why: Refusal) => {
        leave();
        reject((refusals?.[why] ?? REFUSALS[why])());
      };
      const abort = () => {
        leave();
        reject(signal?.reason as Error); // of our own controller: an AbortError
      };
      const start = () => {
        leave();
        running.change(claim, 1);
        let isRunning = true;
        resolve(() => {
          if (isRunning) running.change(claim, -1);
          isRunning = false;
          startNext();
        });
      };
      const entry: Waiting = { claim, start };
      waiting.add(entry);
      startNext();
      if (!waiting.has(entry)) return;

      const { userId } = claim;
      if (waitingOf(waiting, userId) > waitingOfUser) refuse('user');
      else if (waiting.size > mostWaiting) refuse('all');
      else {
        signal?.addEventListener('abort', abort);
        const refuseAfter = (ms: number | undefined, why: () => Refusal | null) => {
          if (ms === undefined) return;
          const checkAgain = () => {
            const found = why();
            if (found !== null) refuse(found);
          };
          timers.push(setTimeout(checkAgain, ms));
        };
        refuseAfter(sameWaitMs, () => (isSameTaken() ? 'same' : null));
        refuseAfter(waitMs, () => (isSameTaken() ? 'same' : 'all'));
      }
    });

  return {
    enter,
    take: async (claim, work, signal) => {
      const end = await enter(claim, signal);
      try {
        const unlock = await lock?.(claim.userId, signal);
        try {
          return await work();
        } finally {
          await unlock?.();
        }
      } finally {
        end();
      }
    },
  };
}

const waitingOf = (waiting: Iterable<Waiting>, userId: string | undefined): number =>
  [...waiting].filter(({ claim }) => claim.userId === userId).length;

/** Counts claims in total and by each part. */
function countClaims() {
  let all = 0;
  const counts = new Map<string, number>();
  return {
    all: () => all,
    /** The number of claims with the same part; 0 when the claim lacks the part. */
    of: (part: keyof Claim, { [part]: value }: Claim) => counts.get(`${part} ${value ?? ''}`) ?? 0,
    change: (claim: Claim, by: 1 | -1) => {
      all += by;
      for (const [part, value] of Object.entries(claim) as [keyof Claim, string | undefined][]) {
        const key = `${part} ${value ?? ''}`;
        const count = (counts.get(key) ?? 0) + by;
        if (count === 0 || value === undefined) counts.delete(key);
        else counts.set(key, count);
      }
    },
  };
}

/** Seconds until a retry may succeed. */
const TRY_AGAIN_S = 5;

interface UserLimits extends Pick<Limits, 'atOnce' | 'waiting' | 'lock'> {
  /** The kind of work, for messages: `uploads`. */
  readonly what: string;
}

/** A queue in which each user has at most one running and one waiting piece of work. */
export function createUserQueue({ what, ...limits }: UserLimits): FairQueue {
  const tooMany = (reason: string) => () =>
    new AppError('too-many-requests', `${reason} Try again in ${TRY_AGAIN_S} s.`, {
      retryAfterS: TRY_AGAIN_S,
    });
  const refusals = {
    user: tooMany(`Your previous ${what} are still in progress.`),
    all: tooMany(`Too many ${what} are waiting.`),
  };
  return createFairQueue({ ...limits, atOnceOfUser: 1, waitingOfUser: 1, refusals });
}
