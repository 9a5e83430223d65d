import type { RunInspection } from '@curvewell/domain';

import type { Candidate } from '../upload/inspect-upload.ts';
import { ReadError } from '../read-error.ts';
import type { DocumentKind, FoundDocument } from '../read-document.ts';
import type { ReadOptions } from '../read-run.ts';
import type { RunFile } from '../run-file.ts';
import type { FileOnDisk, ReaderAnswer, ReaderRequest } from './messages.ts';
import { unpackRun } from './packed-run.ts';
import { ReaderBusy } from './reader-busy.ts';
import { Reader, READER_LIMITS, type Asked, type ReaderLimits } from './reader.ts';

export type { FileOnDisk } from './messages.ts';

interface Isolation {
  /** When aborted before its turn, the files are not read. */
  readonly signal?: AbortSignal;
  readonly limits?: ReaderLimits;
  /** Called with the processor time of the reader process, ms, whatever the outcome. */
  readonly onUsed?: (processorMs: number) => void;
}

let queue: Promise<unknown> = Promise.resolve();
/** The reader for the next import, started ahead so that no import waits for it. */
let next: Reader | null = null;

/** Starts the process for the next import, unless it exists. */
export function prepareReader(): void {
  if (next?.isAlive() === true) return;
  try {
    next = new Reader(READER_LIMITS);
  } catch {
    // No process could be started now; the next import tries again and reports a failure.
    next = null;
  }
}

/**
 * `readRun` in a separate process, one at a time. A file that makes a parser hang or use up memory affects
 * only that process, which is killed after each import.
 *
 * @throws ReadError; ReaderBusy when it waited too long, the process ran out of time, or the system ended it;
 *   the reason of `signal` when it was aborted before
 */
export function readRunIsolated(
  files: readonly FileOnDisk[],
  { signal, limits, onUsed, ...options }: ReadOptions & Isolation,
): Promise<RunFile> {
  return inTurn({ signal, limits }, async () => {
    const answer = await readInChild({ files, task: { kind: 'read', options } }, { limits, onUsed });
    if (answer.kind !== 'run') throw new Error('The reader process returned something other than a run.');
    return unpackRun(answer.run);
  });
}

/** `inspectUpload` in the same way and in the same queue; nothing is stored. */
export function inspectUploadIsolated(
  files: readonly FileOnDisk[],
  { signal, limits, onUsed, candidates }: Isolation & { readonly candidates: readonly Candidate[] },
): Promise<RunInspection> {
  return inTurn({ signal, limits }, async () => {
    const answer = await readInChild({ files, task: { kind: 'inspect', candidates } }, { limits, onUsed });
    if (answer.kind !== 'inspection') throw new Error('The reader process returned no inspection.');
    return answer.inspection;
  });
}

/** `readDocument` in the same way and in the same queue. */
export function readDocumentIsolated<Kind extends DocumentKind>(
  file: FileOnDisk,
  document: Kind,
  { signal, limits, onUsed }: Isolation,
): Promise<FoundDocument<Kind>> {
  return inTurn({ signal, limits }, async () => {
    const answer = await readInChild(
      { files: [file], task: { kind: 'document', document } },
      { limits, onUsed },
    );
    if (answer.kind !== 'document') throw new Error('The reader process returned no document.');
    return answer.found as FoundDocument<Kind>; // of the requested kind
  });
}

interface Waiting {
  readonly signal: AbortSignal | undefined;
  readonly limits: ReaderLimits | undefined;
}

function inTurn<T>(
  { signal, limits: { turnMs } = READER_LIMITS }: Waiting,
  work: () => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new ReaderBusy('waiting-time'));
  }, turnMs);
  const turn = queue.then(() => {
    clearTimeout(timer);
    signal?.throwIfAborted();
    late.signal.throwIfAborted();
    return work();
  });
  queue = turn.catch(() => undefined);
  return Promise.race([turn, endOf(late.signal)]);
}

/** Rejects at once, because earlier requests in the queue may take long. */
const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as ReaderBusy); // the reason given to abort
    });
  });

type ReadAnswer = Extract<ReaderAnswer, { readonly kind: 'run' | 'inspection' | 'document' }>;

async function readInChild(
  request: ReaderRequest,
  { limits = READER_LIMITS, onUsed }: { [Key in 'limits' | 'onUsed']: Isolation[Key] | undefined },
): Promise<ReadAnswer> {
  const { ending, processorMs } = await askReader(request, limits);
  onUsed?.(processorMs);
  // Starts after the current import is stored, because it would compete for processors.
  setTimeout(prepareReader, PREPARE_AFTER_MS).unref();
  switch (ending.kind) {
    case 'answered':
      return acceptAnswer(ending.answer);
    case 'killed':
      if (ending.exceeded === 'memory') throw tooMuchMemory(request, limits);
      throw new ReaderBusy(ending.exceeded ?? 'system');
    case 'broken':
      throw new Error(`The reader process did not respond: ${ending.cause}`);
    case 'gone':
      throw new ReaderBusy('system');
  }
}

/** A reader that ended while idle says nothing about the file, so a new one gets the request. */
async function askReader(request: ReaderRequest, limits: ReaderLimits): Promise<Asked> {
  const reader = takeReader(limits);
  const asked = await reader.ask(request, limits);
  if (next === null && reader.suits(limits)) next = reader;
  else reader.kill();
  return asked.ending.kind === 'gone' ? startReader(limits).ask(request, limits) : asked;
}

const PREPARE_AFTER_MS = 300;

function takeReader(limits: ReaderLimits): Reader {
  if (next?.suits(limits) !== true) return startReader(limits);
  const ready = next;
  next = null;
  return ready;
}

function startReader(limits: ReaderLimits): Reader {
  try {
    return new Reader(limits);
  } catch (cause) {
    throw new ReaderBusy('system', { cause });
  }
}

function tooMuchMemory({ files }: ReaderRequest, { heapMebibytes }: ReaderLimits): ReadError {
  return new ReadError({
    code: 'too-large',
    place: { file: files.map(({ name }) => name).join(', ') },
    problem: 'reading it exceeds the memory limit for the files of a run',
    expected: `at most ${heapMebibytes} MiB`,
    limit: 'memory',
  });
}

function acceptAnswer(answer: ReaderAnswer): ReadAnswer {
  switch (answer.kind) {
    case 'run':
    case 'inspection':
    case 'document':
      return answer;
    case 'failed':
      throw new Error(`The reader process failed: ${answer.message}`);
    case 'refused': {
      const { code, place, problem, found, expected, choices, dyes, limit } = answer;
      throw new ReadError({
        code,
        place,
        problem,
        choices,
        dyes,
        ...(found === null ? {} : { found }),
        ...(expected === null ? {} : { expected }),
        ...(limit === null ? {} : { limit }),
      });
    }
  }
}
