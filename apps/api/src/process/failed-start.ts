import { errorInLog } from '../telemetry/log.ts';

/** What a start needs, as the log names it. */
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

/** Does one part of a start, whose name the log gives when it fails. */
export async function starting<T>(part: StartPart, start: () => Promise<T> | T): Promise<T> {
  try {
    return await start();
  } catch (error) {
    throw error instanceof FailedStart ? error : new FailedStart(part, error);
  }
}

/** Logs why a process did not start: a line of the log for programs, and the text for people. */
export function logFailedStart(text: string, error: unknown): void {
  const { part, cause } = error instanceof FailedStart ? error : { part: 'program', cause: error };
  const line = { level: 'error', time: Date.now(), pid: process.pid, part, msg: messageOf(error) };
  process.stdout.write(`${JSON.stringify({ ...line, err: errorInLog(cause) })}\n`);
  process.stderr.write(`${text}\n`);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
