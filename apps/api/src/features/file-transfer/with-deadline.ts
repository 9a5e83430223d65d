/** A server that took too long. */
export class LateError extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * Waits for an answer, but not for ever: when time is over whatever waits is ended, and its end is waited for no more.
 *
 * @param onLate ends what is going on, such as the connection
 * @throws LateError
 */
export async function withDeadline<T>(
  work: Promise<T>,
  { ms, onLate }: { readonly ms: number; readonly onLate: () => void },
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new LateError(`no answer within ${Math.ceil(ms / 1000)} s`));
      onLate();
    }, ms);
  });
  // Once it is late nobody waits for it; how it ends then does not matter.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
