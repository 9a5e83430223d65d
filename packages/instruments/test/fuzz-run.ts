import { fork } from 'node:child_process';

import { processorTimeMs } from '../src/isolation/processor-time.ts';

interface FuzzOptions {
  readonly format: string;
  readonly first: number;
  readonly last: number;
}

interface CaseResult {
  readonly number: number;
  readonly outcome: string;
}

/** A small file that takes this long has a cost that no limit counts. */
const PROCESSOR_MS = 5000;
const WATCH_EVERY_MS = 250;

/**
 * Runs cases in a process with the reader's memory limit. A case that takes too long counts as `stopped`, and
 * the next one starts in a new process.
 *
 * @returns the number of each outcome; forbidden outcomes and crashes include the case number
 */
export async function fuzz({ format, first, last }: FuzzOptions): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  let next = first;
  while (next < last) {
    next = await runUntilStopped({ format, first: next, last }, ({ number, outcome }) => {
      count(outcome.startsWith('wrong') ? `case ${number}: ${outcome}` : outcome);
    });
    if (next < last) {
      count(`case ${next}: stopped`);
      next += 1;
    }
  }
  return outcomes;
}

function runUntilStopped(
  { format, first, last }: FuzzOptions,
  onCase: (result: CaseResult) => void,
): Promise<number> {
  return new Promise((resolve) => {
    const child = fork(new URL('fuzz-process.ts', import.meta.url), [format, String(first), String(last)], {
      execArgv: ['--max-old-space-size=256'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let next = first;
    let isNew = true;
    let used = 0;
    const watch = setInterval(() => {
      void processorTimeMs(child.pid ?? 0).then((now) => {
        if (now === null) return;
        if (isNew) used = now;
        isNew = false;
        if (now - used > PROCESSOR_MS) child.kill('SIGKILL');
      });
    }, WATCH_EVERY_MS);
    child.on('message', (message) => {
      const result = message as CaseResult; // sent by fuzz-process.ts only
      isNew = true;
      next = result.number + 1;
      onCase(result);
    });
    // Not `exit`, because its messages may still be in transit then.
    child.on('close', () => {
      clearInterval(watch);
      resolve(next);
    });
  });
}
