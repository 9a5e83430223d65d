import { errorInLog } from '../../telemetry/log.ts';
import { freeTime } from '../../process/free-time.ts';

/** Interval between checks. */
const EVERY_MS = 10_000;
const ANSWER_MS = 5_000;

/** Checks an external service periodically, so that no request waits for it. */
export interface Probe {
  readonly isOk: () => boolean;
  readonly close: () => Promise<void>;
}

interface ProbeOptions {
  /** @throws Error when the service fails */
  readonly look: (signal: AbortSignal) => Promise<unknown>;
  /** Called with the reason when it fails or fails for another reason, and with null when it works again. */
  readonly onChange: (reason: string | null) => void;
  readonly everyMs?: number;
  readonly answerMs?: number;
}

/** @returns after the first check */
export async function startProbe({
  look,
  onChange,
  everyMs = EVERY_MS,
  answerMs = ANSWER_MS,
}: ProbeOptions): Promise<Probe> {
  let reason: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  const closing = new AbortController();

  async function lookOnce(): Promise<void> {
    const failed = await reasonOf(look, closing.signal, answerMs);
    if (closing.signal.aborted) return;
    if (failed !== reason) onChange(failed);
    reason = failed;
    timer = setTimeout(() => {
      looking = lookOnce();
    }, everyMs).unref();
  }

  let looking = lookOnce();
  await looking;
  return {
    isOk: () => reason === null,
    close: () => {
      clearTimeout(timer);
      closing.abort();
      return looking;
    },
  };
}

/** @returns the reason of the failure; null: it works */
async function reasonOf(
  look: (signal: AbortSignal) => Promise<unknown>,
  closing: AbortSignal,
  answerMs: number,
): Promise<string | null> {
  const deadline = freeTime(answerMs);
  const late = new AbortController();
  const signal = AbortSignal.any([late.signal, closing]);
  const aborted = new Promise<string>((resolve) => {
    signal.addEventListener('abort', () => resolve(`No response within ${answerMs / 1000} s.`));
  });
  void deadline.passed.then(() => late.abort());
  try {
    return await Promise.race([aborted, look(signal).then(() => null)]);
  } catch (error) {
    return errorInLog(error).message;
  } finally {
    deadline.cancel();
  }
}
