import { ReadError } from '../read-error.ts';
import type { ReadOptions } from '../read-run.ts';
import type { RunFile } from '../run-file.ts';
import type { FileOnDisk, ReaderAnswer, ReaderRequest } from './messages.ts';
import { unpackRun } from './packed-run.ts';
import { Reader, READER_LIMITS } from './reader.ts';

export type { FileOnDisk } from './messages.ts';

let queue: Promise<unknown> = Promise.resolve();
/** The reader of the next import: started ahead, so that no import waits for it. */
let next: Reader | null = null;

/** Starts the process that the next import will use, unless it is there. */
export function prepareReader(): void {
  if (next?.isAlive() !== true) next = new Reader();
}

/**
 * `readRun` in a process of its own, one at a time: a file that makes a parser hang
 * or eat memory costs that process, which is killed after each import, and nothing else.
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
  const ending = await takeReader().ask(request);
  // Once this import has been stored: two processors are not many.
  setTimeout(prepareReader, PREPARE_AFTER_MS).unref();
  if (ending.kind === 'killed') throw stopped(request, ending.exceeded);
  if (ending.kind === 'broken') throw new Error(`The reader process gave no answer: ${ending.cause}`);
  return unpackAnswer(ending.answer);
}

const PREPARE_AFTER_MS = 300;

function takeReader(): Reader {
  const ready = next?.isAlive() === true ? next : new Reader();
  next = null;
  return ready;
}

function stopped({ files }: ReaderRequest, exceeded: 'time' | null): ReadError {
  const { processorMs, heapMebibytes } = READER_LIMITS;
  const limit =
    exceeded === 'time' ? `${processorMs / 1000} s of processor time` : `${heapMebibytes} MiB of memory`;
  return new ReadError({
    code: 'reader-stopped',
    place: { file: files.map(({ name }) => name).join(', ') },
    problem: `reading it took more than ${limit} and was stopped; the file is damaged or no run`,
  });
}

function unpackAnswer(answer: ReaderAnswer): RunFile {
  switch (answer.kind) {
    case 'run':
      return unpackRun(answer.run);
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
