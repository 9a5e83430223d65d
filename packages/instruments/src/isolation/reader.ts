import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

import type { ReaderAnswer, ReaderMessage, ReaderRequest } from './messages.ts';
import { processorTimeMs } from './processor-time.ts';

/** The limits of one import. */
export interface ReaderLimits {
  /** V8's heap limit; the use depends on the file alone. */
  readonly heapMebibytes: number;
  /**
   * Time limits are the last resort: counting limits the content of a file, so that reading ends. A plate of
   * 384 wells in two channels takes 0.5 s of processor time on an idle machine.
   */
  readonly processorMs: number;
  readonly wallMs: number;
  /** Time limit of the queue; together with the reading it stays below common connection timeouts. */
  readonly turnMs: number;
  /** Number of requests for one process. More than one only where no file can be hostile. */
  readonly requests: number;
}
export const READER_LIMITS: ReaderLimits = {
  heapMebibytes: 256,
  processorMs: 60_000,
  wallMs: 180_000,
  turnMs: 90_000,
  requests: 1,
};
const WATCH_EVERY_MS = 100;

export type Exceeded = 'processor-time' | 'elapsed-time' | 'memory';

export type Ending =
  | { readonly kind: 'answered'; readonly answer: ReaderAnswer }
  /** `exceeded` null: killed from outside, for example by a system without memory. */
  | { readonly kind: 'killed'; readonly exceeded: Exceeded | null }
  /** It exited without an answer. */
  | { readonly kind: 'broken'; readonly cause: string }
  /** It had already exited when it got the request; another one can be used. */
  | { readonly kind: 'gone' };

/** The outcome of a request to a reader, and the processor time of the process. */
export interface Asked {
  readonly ending: Ending;
  readonly processorMs: number;
}

/** A process that reads the files of one request, or of several as configured, and is killed afterwards. */
export class Reader {
  readonly heapMebibytes: number;
  #asked = 0;
  #isUsedUp = false;
  readonly #child: ChildProcess;
  /** Observed from the start, because a process may end while idle. */
  readonly #ended: Promise<Ended>;

  constructor({ heapMebibytes }: ReaderLimits) {
    this.heapMebibytes = heapMebibytes;
    const child = fork(new URL('reader-process.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${heapMebibytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
    });
    this.#child = child;
    this.#letParentEnd();
    this.#ended = endingOf(child);
  }

  isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Whether it may read another request. */
  suits({ heapMebibytes, requests }: ReaderLimits): boolean {
    const isLeft = !this.#isUsedUp && this.#asked < requests;
    return isLeft && this.heapMebibytes === heapMebibytes && this.isAlive();
  }

  async ask(request: ReaderRequest, limits: ReaderLimits): Promise<Asked> {
    this.#child.ref();
    this.#child.channel?.ref();
    this.#asked += 1;
    let mayReadMore = false;
    const watch = await watchTimes(this.#child, limits);
    try {
      const { ending, processorMs = watch.usedMs() } = this.isAlive()
        ? await Promise.race([answerOf(this.#child, request), this.#ended])
        : { ending: { kind: 'gone' } as const };
      const exceeded = watch.passed();
      mayReadMore = ending.kind === 'answered' && this.suits(limits);
      const isStopped = exceeded !== null && ending.kind !== 'answered';
      return { ending: isStopped ? { kind: 'killed', exceeded } : ending, processorMs };
    } finally {
      watch.end();
      if (mayReadMore) this.#letParentEnd();
      else this.kill();
    }
  }

  kill(): void {
    this.#isUsedUp = true;
    this.#child.kill('SIGKILL');
  }

  /** An idle reader does not keep its parent alive, and ends with it. */
  #letParentEnd(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

/** `processorMs`: as reported by the process. */
type Ended = Pick<Asked, 'ending'> & Partial<Asked>;

function endingOf(child: ChildProcess): Promise<Ended> {
  return new Promise((settle) => {
    const resolve = (ending: Ending) => {
      settle({ ending });
    };
    child.once('exit', (code, signal) => {
      // V8 aborts when the heap is full.
      if (signal === 'SIGABRT' || code === 134) resolve({ kind: 'killed', exceeded: 'memory' });
      else if (signal !== null) resolve({ kind: 'killed', exceeded: null });
      else resolve({ kind: 'broken', cause: `exit code ${code}` });
    });
    child.on('error', ({ message }) => {
      // Without a process id it was never started: the system lacks processes, files or memory.
      if (child.pid === undefined) resolve({ kind: 'killed', exceeded: null });
      else resolve({ kind: 'broken', cause: message });
    });
  });
}

function answerOf(child: ChildProcess, request: ReaderRequest): Promise<Ended> {
  return new Promise((resolve) => {
    child.once('message', (message) => {
      const { answer, processorMs } = message as ReaderMessage; // sent by reader-process.ts only
      resolve({ ending: { kind: 'answered', answer }, processorMs });
    });
    child.send(request, (error) => {
      if (error !== null) resolve({ ending: { kind: 'gone' } });
    });
  });
}

interface TimeWatch {
  readonly passed: () => Exceeded | null;
  /** At the last check; where the system does not report it, the elapsed time. */
  readonly usedMs: () => number;
  readonly end: () => void;
}

/** Excludes the start of the reader, which does not depend on the file. */
async function watchTimes(child: ChildProcess, { processorMs, wallMs }: ReaderLimits): Promise<TimeWatch> {
  const used = async () => (child.pid === undefined ? null : processorTimeMs(child.pid));
  const started = performance.now();
  const usedBefore = (await used()) ?? 0;
  let passed: Exceeded | null = null;
  let processor = 0;
  const check = async () => {
    const wall = performance.now() - started;
    const now = await used();
    processor = now === null ? wall : now - usedBefore;
    if (processor >= processorMs) passed ??= 'processor-time';
    else if (wall >= wallMs) passed ??= 'elapsed-time';
    if (passed !== null) child.kill('SIGKILL');
  };
  await check();
  const timer = setInterval(() => void check(), WATCH_EVERY_MS);
  return {
    passed: () => passed,
    usedMs: () => processor,
    end: () => {
      clearInterval(timer);
    },
  };
}
