import { fork } from 'node:child_process';

interface FuzzOptions {
  readonly format: string;
  readonly first: number;
  readonly last: number;
}

interface CaseResult {
  readonly number: number;
  readonly outcome: string;
}

/** The import gives up after 5 s of processor time and answers within 6. */
const SILENCE_MS = 6000;
/** For starting the process and making its subject. */
const START_MS = 60_000;

/**
 * Runs cases in a process with the reader's own memory limit. A case on which it
 * falls silent or dies counts as `stopped`, which the import answers with an error,
 * and the next case begins in a new process.
 *
 * @returns how often each outcome came; those that must never be, or took the process with them, with their number
 */
export async function fuzz({ format, first, last }: FuzzOptions): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  let next = first;
  while (next < last) {
    next = await runUntilSilent({ format, first: next, last }, ({ number, outcome }) => {
      count(outcome.startsWith('wrong') ? `case ${number}: ${outcome}` : outcome);
    });
    if (next < last) {
      count(`stopped at case ${next}`);
      next += 1;
    }
  }
  return outcomes;
}

function runUntilSilent(
  { format, first, last }: FuzzOptions,
  onCase: (result: CaseResult) => void,
): Promise<number> {
  return new Promise((resolve) => {
    const child = fork(new URL('fuzz-process.ts', import.meta.url), [format, String(first), String(last)], {
      execArgv: ['--max-old-space-size=256'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let next = first;
    const kill = () => child.kill('SIGKILL');
    let silence = setTimeout(kill, START_MS);
    child.on('message', (message) => {
      clearTimeout(silence);
      silence = setTimeout(kill, SILENCE_MS);
      const result = message as CaseResult; // sent by fuzz-process.ts only
      next = result.number + 1;
      onCase(result);
    });
    child.on('exit', () => {
      clearTimeout(silence);
      resolve(next);
    });
  });
}
