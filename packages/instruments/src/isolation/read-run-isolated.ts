import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

import { ReadError } from '../read-error.ts';
import type { ReadOptions } from '../read-run.ts';
import type { RunFile } from '../run-file.ts';
import type { FileOnDisk, ReaderAnswer, ReaderRequest } from './messages.ts';
import { processorTimeMs } from './processor-time.ts';

export type { FileOnDisk } from './messages.ts';

const HEAP_MEBIBYTES = 256;
const PROCESSOR_MS = 5000;
/** For a machine so busy that the reader gets no processor. */
const WALL_MS = 30_000;
const WATCH_EVERY_MS = 100;

let queue: Promise<unknown> = Promise.resolve();

/**
 * `readRun` in a process of its own, one at a time: a file that makes a parser hang
 * or eat memory costs that process, which is then killed, and nothing else.
 *
 * @throws ReadError; `reader-stopped` when the process passed 5 s of processor time,
 *   256 MiB of heap, or half a minute
 */
export function readRunIsolated(files: readonly FileOnDisk[], options: ReadOptions): Promise<RunFile> {
  const run = queue.then(() => readInChild({ files, options }));
  queue = run.catch(() => undefined);
  return run;
}

async function readInChild(request: ReaderRequest): Promise<RunFile> {
  const child = fork(new URL('reader-process.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${HEAP_MEBIBYTES}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
  const watch = watchLimits(child);
  try {
    const ending = await askChild(child, request);
    if (ending.kind === 'killed') throw stopped(request, watch.exceeded());
    if (ending.kind === 'broken') throw new Error(`The reader process gave no answer: ${ending.cause}`);
    return unpackAnswer(ending.answer);
  } finally {
    watch.end();
    child.kill('SIGKILL');
  }
}

type Ending =
  | { readonly kind: 'answered'; readonly answer: ReaderAnswer }
  | { readonly kind: 'killed' }
  /** It could not be started, or ended by itself without an answer. */
  | { readonly kind: 'broken'; readonly cause: string };

function askChild(child: ChildProcess, request: ReaderRequest): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('message', (message) => {
      resolve({ kind: 'answered', answer: message as ReaderAnswer }); // sent by reader-process.ts only
    });
    child.once('exit', (code, signal) => {
      // V8 aborts when the heap is full.
      const isKilled = signal !== null || code === 134;
      resolve(isKilled ? { kind: 'killed' } : { kind: 'broken', cause: `exit code ${code}` });
    });
    child.once('error', ({ message }) => {
      resolve({ kind: 'broken', cause: message });
    });
    child.send(request, (error) => {
      if (error !== null) child.kill('SIGKILL');
    });
  });
}

interface LimitWatch {
  readonly exceeded: () => 'time' | null;
  readonly end: () => void;
}

function watchLimits(child: ChildProcess): LimitWatch {
  const started = performance.now();
  let exceeded: 'time' | null = null;
  const check = async () => {
    const wall = performance.now() - started;
    const used = child.pid === undefined ? null : await processorTimeMs(child.pid);
    if (wall <= WALL_MS && (used ?? wall) <= PROCESSOR_MS) return;
    exceeded = 'time';
    child.kill('SIGKILL');
  };
  const timer = setInterval(() => void check(), WATCH_EVERY_MS);
  return {
    exceeded: () => exceeded,
    end: () => {
      clearInterval(timer);
    },
  };
}

function stopped({ files }: ReaderRequest, exceeded: 'time' | null): ReadError {
  const limit =
    exceeded === 'time' ? `${PROCESSOR_MS / 1000} s of processor time` : `${HEAP_MEBIBYTES} MiB of memory`;
  return new ReadError({
    code: 'reader-stopped',
    place: { file: files.map(({ name }) => name).join(', ') },
    problem: `reading it took more than ${limit} and was stopped; the file is damaged or no run`,
  });
}

function unpackAnswer(answer: ReaderAnswer): RunFile {
  switch (answer.kind) {
    case 'run':
      return answer.run;
    case 'failed':
      throw new Error(`The reader process failed: ${answer.message}`);
    case 'refused': {
      const { code, place, problem, found, expected } = answer;
      throw new ReadError({
        code,
        place,
        problem,
        ...(found === null ? {} : { found }),
        ...(expected === null ? {} : { expected }),
      });
    }
  }
}
