/** A deadline is measured in so many steps. */
const STEPS = 20;

interface Deadline {
  readonly passed: Promise<void>;
  cancel(): void;
}

/**
 * A deadline that counts only the time in which this process could take an answer. While it is busy no time passes:
 * each step counts once, however late it ends, and between two steps what has arrived is read.
 */
export function freeTime(ms: number): Deadline {
  let timer: NodeJS.Timeout | undefined;
  let isCancelled = false;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const step = (left: number): void => {
    timer = setTimeout(() => {
      // What has arrived meanwhile comes first.
      setImmediate(() => {
        if (isCancelled) return;
        if (left > 1) step(left - 1);
        else resolve(undefined);
      });
    }, ms / STEPS);
  };
  step(STEPS);
  return {
    passed: promise,
    cancel: () => {
      isCancelled = true;
      clearTimeout(timer);
    },
  };
}
