/** The server has exceeded a deadline. */
class LateError extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * Waits for an answer up to a deadline. Then it aborts the work and does not wait for the abort.
 *
 * @param onLate aborts the work, for example by closing the connection
 * @throws LateError
 */
export async function withDeadline<T>(
  work: Promise<T>,
  { ms, onLate }: { readonly ms: number; readonly onLate: () => void },
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new LateError(`no response within ${Math.ceil(ms / 1000)} s`));
      onLate();
    }, ms);
  });
  // After the deadline the outcome of the work is ignored.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
