/**
 * The time since this process began, beside when that was: it continues when somebody sets the clock of the machine. With a
 * clock that is set back the queue would look after no job until it is as late again as it was.
 */
export const monotonicClock = {
  now: (): number => performance.timeOrigin + performance.now(),
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
  setInterval: (work: () => void, ms: number) => setInterval(work, ms),
  // Timers of the two functions above: the queue keeps them as something that it does not know.
  clearTimeout: (timer: unknown) => {
    clearTimeout(timer as NodeJS.Timeout);
  },
  clearInterval: (timer: unknown) => {
    clearInterval(timer as NodeJS.Timeout);
  },
};
