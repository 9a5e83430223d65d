/**
 * A clock that is unaffected by changes of the system clock: the process's start plus the time since. If the
 * clock was set back, the queue would stop checking jobs until it had caught up.
 */
export const monotonicClock = {
  now: (): number => performance.timeOrigin + performance.now(),
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
  setInterval: (work: () => void, ms: number) => setInterval(work, ms),
  // Timers of the two functions above; the queue stores them as opaque values.
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};
