import { AppError } from '../errors.ts';

/** Whose work it is, and what it changes. */
export interface Claim {
  /** The id of the row that is locked first: work with the same id runs one at a time. */
  readonly on?: string | undefined;
  readonly userId?: string | undefined;
  readonly laboratoryId?: string | undefined;
}

/** Gives turns to a limited number of pieces of work, fairly among users and laboratories of this process. */
export interface FairQueue {
  /** Waits for a turn. @returns ends it @throws the refusal; the signal's reason */
  enter(claim: Claim, signal?: AbortSignal): Promise<() => void>;
  /** Does work in a turn. @throws the same */
  take<T>(claim: Claim, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Why work gets no turn: others work on the same, the user has enough waiting, or too much waits in all. */
type Refusal = 'same' | 'user' | 'all';

interface Limits {
  readonly atOnce: number;
  /** If omitted: half of all. */
  readonly atOnceOfUser?: number;
  /** How many may wait; left out: any number. */
  readonly waiting?: number;
  readonly waitingOfUser?: number;
  /** How long to wait for a turn, and how long while others work on the same; left out: without end. */
  readonly waitMs?: number;
  readonly sameWaitMs?: number;
  readonly refusals?: Partial<Record<Refusal, () => AppError>>;
  /** Waits until no other process works for the user. @returns lets others work for them */
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
 * A free turn goes to the laboratory, then to the user, that has the fewest; of these to who came first. A laboratory
 * has all turns but one at most.
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
      const claim = { ...given }; // one of its own: the same may be asked twice
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
          const lookAgain = () => {
            const found = why();
            if (found !== null) refuse(found);
          };
          timers.push(setTimeout(lookAgain, ms));
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

/** Counts claims: all of them, and those that share a part. */
function countClaims() {
  let all = 0;
  const counts = new Map<string, number>();
  return {
    all: () => all,
    /** How many have the same part; none where the claim has no such part. */
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

/** Seconds after which it may help to ask again. */
const TRY_AGAIN_S = 5;

interface UserLimits extends Pick<Limits, 'atOnce' | 'waiting' | 'lock'> {
  /** What is done, in the words of who waits for it: `uploads`. */
  readonly what: string;
}

/** A queue in which each user has one piece of work that runs and one that waits. */
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
