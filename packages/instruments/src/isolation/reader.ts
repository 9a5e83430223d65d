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

export type Ending =
  | { readonly kind: 'answered'; readonly answer: ReaderAnswer }
  | { readonly kind: 'killed'; readonly exceeded: 'time' | null }
  /** It could not be started, or ended by itself without an answer. */
  | { readonly kind: 'broken'; readonly cause: string };

/** A process that reads the files of one request and is killed after it. */
export class Reader {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(new URL('reader-process.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${READER_LIMITS.heapMebibytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
    });
    // A reader that waits keeps nobody from ending, and ends with its parent.
    this.#child.unref();
    this.#child.channel?.unref();
    this.#child.on('error', () => undefined);
  }

  isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async ask(request: ReaderRequest): Promise<Ending> {
    this.#child.ref();
    this.#child.channel?.ref();
    const watch = await watchLimits(this.#child);
    try {
      const ending = await askChild(this.#child, request);
      return ending.kind === 'killed' ? { ...ending, exceeded: watch.exceeded() } : ending;
    } finally {
      watch.end();
      this.#child.kill('SIGKILL');
    }
  }
}

function askChild(child: ChildProcess, request: ReaderRequest): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('message', (message) => {
      resolve({ kind: 'answered', answer: message as ReaderAnswer }); // sent by reader-process.ts only
    });
    child.once('exit', (code, signal) => {
      // V8 aborts when the heap is full.
      const isKilled = signal !== null || code === 134;
      resolve(isKilled ? { kind: 'killed', exceeded: null } : { kind: 'broken', cause: `exit code ${code}` });
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

/** Counts from now: getting ready is the reader's own affair, not the file's. */
async function watchLimits(child: ChildProcess): Promise<LimitWatch> {
  const used = async () => (child.pid === undefined ? null : processorTimeMs(child.pid));
  const started = performance.now();
  const usedBefore = (await used()) ?? 0;
  let exceeded: 'time' | null = null;
  const check = async () => {
    const wall = performance.now() - started;
    const now = await used();
    const processor = now === null ? wall : now - usedBefore;
    if (wall <= READER_LIMITS.wallMs && processor <= READER_LIMITS.processorMs) return;
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
