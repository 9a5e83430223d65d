import type { RunInspection } from '@curvewell/contracts';

import type { Candidate } from '../inspect-upload.ts';
import { ReadError } from '../read-error.ts';
import type { ReadOptions } from '../read-run.ts';
import type { RunFile } from '../run-file.ts';
import type { FileOnDisk, ReaderAnswer, ReaderRequest } from './messages.ts';
import { unpackRun } from './packed-run.ts';
import { Reader, READER_LIMITS, type Ending, type Exceeded } from './reader.ts';

export type { FileOnDisk } from './messages.ts';

interface IsolatedReadOptions extends ReadOptions {
  /** Aborted before its turn: the files are not read. */
  readonly signal?: AbortSignal;
}

let queue: Promise<unknown> = Promise.resolve();
/** The reader of the next import: started ahead, so that no import waits for it. */
let next: Reader | null = null;

/** Starts the process that the next import will use, unless it is there. */
export function prepareReader(): void {
  if (next?.isAlive() === true) return;
  try {
    next = new Reader();
  } catch {
    // No process to be had just now: the next import tries itself, and says so if it cannot.
    next = null;
  }
}

/**
 * `readRun` in a process of its own, one at a time: a file that makes a parser hang
 * or eat memory costs that process, which is killed after each import, and nothing else.
 *
 * @throws ReadError; `reader-stopped` when the process passed 5 s of processor time,
 *   256 MiB of heap, or half a minute; the reason of `signal` when it was aborted before
 */
export function readRunIsolated(
  files: readonly FileOnDisk[],
  { signal, ...options }: IsolatedReadOptions,
): Promise<RunFile> {
  return inTurn(signal, async () => {
    const answer = await readInChild({ files, task: { kind: 'read', options } });
    if (answer.kind !== 'run') throw new Error('The reader process answered something else than a run.');
    return unpackRun(answer.run);
  });
}

/** `inspectUpload` in the same manner, in the same queue: what is in the files, and nothing is kept of it. */
export function inspectUploadIsolated(
  files: readonly FileOnDisk[],
  { signal, candidates }: { readonly signal?: AbortSignal; readonly candidates: readonly Candidate[] },
): Promise<RunInspection> {
  return inTurn(signal, async () => {
    const answer = await readInChild({ files, task: { kind: 'inspect', candidates } });
    if (answer.kind !== 'inspection') throw new Error('The reader process answered no inspection.');
    return answer.inspection;
  });
}

function inTurn<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  const turn = queue.then(() => {
    signal?.throwIfAborted();
    return work();
  });
  queue = turn.catch(() => undefined);
  return turn;
}

type ReadAnswer = Extract<ReaderAnswer, { readonly kind: 'run' | 'inspection' }>;

async function readInChild(request: ReaderRequest): Promise<ReadAnswer> {
  const ending = await askReader(request);
  // Once this import has been stored: two processors are not many.
  setTimeout(prepareReader, PREPARE_AFTER_MS).unref();
  switch (ending.kind) {
    case 'answered':
      return acceptAnswer(ending.answer);
    case 'killed':
      throw stopped(request, ending.exceeded);
    case 'broken':
      throw new Error(`The reader process gave no answer: ${ending.cause}`);
    case 'gone':
      throw new Error('The reader process ended before it could be asked.');
  }
}

/** One that died while it waited says nothing of the file: a new one is asked. */
async function askReader(request: ReaderRequest): Promise<Ending> {
  const ending = await takeReader().ask(request);
  return ending.kind === 'gone' ? new Reader().ask(request) : ending;
}

const PREPARE_AFTER_MS = 300;

function takeReader(): Reader {
  const ready = next?.isAlive() === true ? next : new Reader();
  next = null;
  return ready;
}

function stopped({ files }: ReaderRequest, exceeded: Exceeded | null): ReadError {
  return new ReadError({
    code: 'reader-stopped',
    place: { file: files.map(({ name }) => name).join(', ') },
    problem: STOPPED[exceeded ?? 'outside'],
  });
}

const { processorMs, heapMebibytes } = READER_LIMITS;
const tookMoreThan = (limit: string) =>
  `reading it took more than ${limit} and was stopped; the file is damaged or no run`;
const STOPPED: Readonly<Record<Exceeded | 'outside', string>> = {
  time: tookMoreThan(`${processorMs / 1000} s of processor time`),
  memory: tookMoreThan(`${heapMebibytes} MiB of memory`),
  outside: 'reading it was stopped by the system that the product runs on; import it again',
};

function acceptAnswer(answer: ReaderAnswer): ReadAnswer {
  switch (answer.kind) {
    case 'run':
    case 'inspection':
      return answer;
    case 'failed':
      throw new Error(`The reader process failed: ${answer.message}`);
    case 'refused': {
      const { code, place, problem, found, expected, choices, dyes } = answer;
      throw new ReadError({
        code,
        place,
        problem,
        choices,
        dyes,
        ...(found === null ? {} : { found }),
        ...(expected === null ? {} : { expected }),
      });
    }
  }
}
