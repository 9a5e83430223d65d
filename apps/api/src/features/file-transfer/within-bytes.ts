const LOOK_MS = 10;
/** Enough for a listing of ten thousand files. */
const MAX_BYTES = 4 * 1024 * 1024;

interface Bounds {
  /** Bytes received so far. */
  readonly read: () => number;
  readonly onTooMuch: () => void;
}

/** Waits for an answer that is held in memory, and aborts when it exceeds the limit. */
export async function withinBytes<T>(work: Promise<T>, { read, onTooMuch }: Bounds): Promise<T> {
  const before = read();
  const state = { isTooMuch: false };
  const timer = setInterval(() => {
    if (read() - before <= MAX_BYTES || state.isTooMuch) return;
    state.isTooMuch = true;
    onTooMuch();
  }, LOOK_MS);
  try {
    return await work;
  } catch (error) {
    if (state.isTooMuch) throw new Error('the response of the server is too large', { cause: error });
    throw error;
  } finally {
    clearInterval(timer);
  }
}
