import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

import type { ReaderAnswer, ReaderRequest } from './messages.ts';
import { processorTimeMs } from './processor-time.ts';

/** What one import may take of its process. */
export const READER_LIMITS = {
  heapMebibytes: 256,
  processorMs: 5000,
  /** For a machine so busy that the reader gets no processor. */
  wallMs: 30_000,
} as const;
const WATCH_EVERY_MS = 100;

export type Exceeded = 'time' | 'memory';

export type Ending =
  | { readonly kind: 'answered'; readonly answer: ReaderAnswer }
  /** `exceeded` null: by somebody else, such as a system that runs out of memory. */
  | { readonly kind: 'killed'; readonly exceeded: Exceeded | null }
  /** It could not be started, or ended by itself without an answer. */
  | { readonly kind: 'broken'; readonly cause: string }
  /** It was there no longer when it was to be asked: another can be. */
  | { readonly kind: 'gone' };

/** A process that reads the files of one request and is killed after it. */
export class Reader {
  readonly #child: ChildProcess;
  /** Listened for from the start: a process may end while it waits. */
  readonly #ended: Promise<Ending>;

  constructor() {
    const child = fork(new URL('reader-process.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${READER_LIMITS.heapMebibytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
    });
    // A reader that waits keeps nobody from ending, and ends with its parent.
    child.unref();
    child.channel?.unref();
    this.#child = child;
    this.#ended = endingOf(child);
  }

  isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async ask(request: ReaderRequest): Promise<Ending> {
    this.#child.ref();
    this.#child.channel?.ref();
    const watch = await watchLimits(this.#child);
    try {
      if (!this.isAlive()) return { kind: 'gone' };
      const ending = await Promise.race([answerOf(this.#child, request), this.#ended]);
      return ending.kind === 'killed' && watch.isPassed() ? { kind: 'killed', exceeded: 'time' } : ending;
    } finally {
      watch.end();
      this.#child.kill('SIGKILL');
    }
  }
}

function endingOf(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      // V8 aborts when the heap is full.
      if (signal === 'SIGABRT' || code === 134) resolve({ kind: 'killed', exceeded: 'memory' });
      else if (signal !== null) resolve({ kind: 'killed', exceeded: null });
      else resolve({ kind: 'broken', cause: `exit code ${code}` });
    });
    child.on('error', ({ message }) => {
      resolve({ kind: 'broken', cause: message });
    });
  });
}

function answerOf(child: ChildProcess, request: ReaderRequest): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('message', (message) => {
      resolve({ kind: 'answered', answer: message as ReaderAnswer }); // sent by reader-process.ts only
    });
    child.send(request, (error) => {
      if (error !== null) resolve({ kind: 'gone' });
    });
  });
}

interface LimitWatch {
  readonly isPassed: () => boolean;
  readonly end: () => void;
}

/** Counts from now: getting ready is the reader's own affair, not the file's. */
async function watchLimits(child: ChildProcess): Promise<LimitWatch> {
  const used = async () => (child.pid === undefined ? null : processorTimeMs(child.pid));
  const started = performance.now();
  const usedBefore = (await used()) ?? 0;
  let isPassed = false;
  const check = async () => {
    const wall = performance.now() - started;
    const now = await used();
    const processor = now === null ? wall : now - usedBefore;
    if (wall <= READER_LIMITS.wallMs && processor <= READER_LIMITS.processorMs) return;
    isPassed = true;
    child.kill('SIGKILL');
  };
  const timer = setInterval(() => void check(), WATCH_EVERY_MS);
  return {
    isPassed: () => isPassed,
    end: () => {
      clearInterval(timer);
    },
  };
}
