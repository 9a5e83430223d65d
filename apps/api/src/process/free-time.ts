/** The number of steps of a deadline. */
const STEPS = 20;

interface Deadline {
  readonly passed: Promise<void>;
  cancel(): void;
}

/**
 * A deadline that counts only time in which this process could receive an answer. Each step counts once,
 * however late its timer fires, and arrived data is read between steps.
 */
export function freeTime(ms: number): Deadline {
  let timer: NodeJS.Timeout | undefined;
  let isCancelled = false;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const step = (left: number): void => {
    timer = setTimeout(() => {
      // Data that arrived meanwhile is processed first.
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
