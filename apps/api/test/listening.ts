import { readFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const START_MS = 10_000;

/** Waits until a server that was started listens. @throws Error with its output when it ends or does not listen in time */
export async function listening(port: number, child: ChildProcess, output: () => string): Promise<void> {
  const inHex = port.toString(16).toUpperCase().padStart(4, '0');
  for (let waited = 0; waited < START_MS; waited += 50) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output()}`);
    // Asks the operating system, because some servers count a connection as a sign-in.
    if (new RegExp(`:${inHex} \\S+ 0A`).test(readFileSync('/proc/net/tcp', 'utf8'))) return;
    await sleep(50);
  }
  throw new Error(`the server does not listen: ${output()}`);
}
