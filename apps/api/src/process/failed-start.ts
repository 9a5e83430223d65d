import { errorInLog } from '../telemetry/log.ts';

type StartPart =
  | 'settings'
  | 'data folder'
  | 'database'
  | 'object store'
  | 'signing key'
  | 'telemetry'
  | 'background work'
  | 'identity provider'
  | 'address'
  | 'backup';

class FailedStart extends Error {
  readonly part: StartPart;

  constructor(part: StartPart, cause: unknown) {
    super(messageOf(cause), { cause });
    this.part = part;
  }
}

/** Runs one part of the start and adds its name to an error. */
export async function starting<T>(part: StartPart, start: () => Promise<T> | T): Promise<T> {
  try {
    return await start();
  } catch (error) {
    throw error instanceof FailedStart ? error : new FailedStart(part, error);
  }
}

/** Logs why a process did not start: as a log line, and as text for people. */
export function logFailedStart(text: string, error: unknown): void {
  const { part, cause } = error instanceof FailedStart ? error : { part: 'program', cause: error };
  const line = { level: 'error', time: Date.now(), pid: process.pid, part, msg: messageOf(error) };
  process.stdout.write(`${JSON.stringify({ ...line, err: errorInLog(cause) })}\n`);
  process.stderr.write(`${text}\n`);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
