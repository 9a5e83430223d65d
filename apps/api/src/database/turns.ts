import { AppError } from '../errors.ts';

/** Who wants to change something, and what. */
export interface Claim {
  /** The id of what is locked first: two that change the same go one after another. */
  readonly on?: string | undefined;
  readonly userId?: string | undefined;
  readonly laboratoryId?: string | undefined;
}

export interface Turns {
  /** @throws AppError `busy` after a wait for `on`, `too-many-requests` after a wait for any turn */
  take<T>(claim: Claim, work: () => Promise<T>): Promise<T>;
}

interface Limits {
  /** How many turns there are. */
  readonly count: number;
  /** How long to wait while somebody else changes the same. */
  readonly sameWaitMs: number;
  /** How long to wait for any turn. */
  readonly waitMs: number;
}

interface Waiting {
  readonly claim: Claim;
  readonly start: () => void;
}

/**
 * Lends a number of turns, so that those who change something leave connections to
 * those who read, and wait for one another here rather than with a connection in hand.
 *
 * A free turn goes to the laboratory, then to the person, that has the fewest; of these to
 * whoever came first. A person has half of the turns at most, a laboratory all but one.
 */
export function createTurns({ count, sameWaitMs, waitMs }: Limits): Turns {
  const mostOfUser = Math.max(1, Math.floor(count / 2));
  const mostOfLaboratory = Math.max(1, count - 1);
  const running = new Set<Claim>();
  const waiting = new Set<Waiting>();

  const having = (key: keyof Claim, { [key]: value }: Claim): number =>
    value === undefined ? 0 : [...running].filter((other) => other[key] === value).length;
  const mayStart = (claim: Claim) =>
    running.size < count &&
    having('on', claim) === 0 &&
    having('userId', claim) < mostOfUser &&
    having('laboratoryId', claim) < mostOfLaboratory;

  function nextOf(candidates: Iterable<Waiting>): Waiting | undefined {
    const ranked = [...candidates]
      .filter(({ claim }) => mayStart(claim))
      .map((one) => ({ one, of: [having('laboratoryId', one.claim), having('userId', one.claim)] as const }))
      .sort((a, b) => a.of[0] - b.of[0] || a.of[1] - b.of[1]);
    return ranked[0]?.one;
  }

  function startNext(): void {
    for (let next = nextOf(waiting); next !== undefined; next = nextOf(waiting)) {
      running.add(next.claim);
      next.start();
    }
  }

  function turn(claim: Claim): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (problem: AppError) => {
        done();
        reject(problem);
      };
      const done = () => {
        clearTimeout(sameTimer);
        clearTimeout(timer);
        waiting.delete(entry);
      };
      const sameTimer = setTimeout(() => {
        if (having('on', claim) > 0) giveUp(busy());
      }, sameWaitMs);
      const timer = setTimeout(() => {
        giveUp(having('on', claim) > 0 ? busy() : crowded());
      }, waitMs);
      const entry = {
        claim,
        start: () => {
          done();
          resolve();
        },
      };
      waiting.add(entry);
      startNext();
    });
  }

  return {
    take: async (asked, work) => {
      const claim = { ...asked }; // one of its own: the same may be asked twice
      await turn(claim);
      try {
        return await work();
      } finally {
        running.delete(claim);
        startNext();
      }
    },
  };
}

const busy = () => new AppError('busy', 'Someone else is changing this. Try again in a moment.');
const crowded = () => new AppError('too-many-requests', 'The server is busy. Try again in a moment.');
