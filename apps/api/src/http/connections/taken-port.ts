/** Rethrows an error of `listen`, with a clear message when the port is in use. */
export const refuseTakenPort =
  (port: number) =>
  (cause: unknown): never => {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new Error(`Port ${port} is in use. Set PORT to another port.`, { cause });
  };
