/** The reader process: initialises, reads the files of a request, answers and is killed. */
import { readFile } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

import type { ReaderAnswer, ReaderMessage, ReaderRequest } from './messages.ts';

// Compilation is half the time of a small import. Without a writable folder nothing is cached.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/reader', import.meta.url)));

// Loaded before the first request, and dynamically, because the cache must be enabled first.
const reading = getReady();

async function getReady() {
  const [{ readRun }, { inspectUpload }, { readDocument }, { ReadError }, { packRun }, { warmUp }] =
    await Promise.all([
      import('../read-run.ts'),
      import('../upload/inspect-upload.ts'),
      import('../read-document.ts'),
      import('../read-error.ts'),
      import('./packed-run.ts'),
      import('./warm-up.ts'),
    ]);
  // A reader that failed to warm up can still read.
  await warmUp().catch(() => undefined);
  return { readRun, inspectUpload, readDocument, ReadError, packRun };
}

// The process does not exit by itself, because its exit event could overtake the answer. It ends with its
// parent.
process.once('disconnect', () => {
  process.exit();
});

process.on('message', (message) => {
  void answer(message as ReaderRequest).then(send); // sent by reader.ts only
});

async function answer({ files, task }: ReaderRequest): Promise<ReaderAnswer> {
  const { readRun, inspectUpload, readDocument, ReadError, packRun } = await reading;
  try {
    const sources = [];
    for (const { path, name } of files) sources.push({ name, bytes: await readFile(path) });
    if (task.kind === 'document') {
      const [source] = sources;
      if (source === undefined) throw new Error('a document is one file');
      return { kind: 'document', found: readDocument(source.bytes, task.document) };
    }
    if (task.kind === 'inspect') {
      const { candidates } = task;
      const inspection = await inspectUpload(sources, { candidates, now: new Date() });
      return { kind: 'inspection', inspection };
    }
    return { kind: 'run', run: packRun(await readRun(sources, task.options)) };
  } catch (error) {
    if (!(error instanceof ReadError)) {
      return {
        kind: 'failed',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      };
    }
    const { code, place, problem, found = null, expected = null, choices, dyes, limit } = error;
    return { kind: 'refused', code, place, problem, found, expected, choices, dyes, limit };
  }
}

let reported: NodeJS.CpuUsage = { user: 0, system: 0 };

function send(result: ReaderAnswer): void {
  const now = process.cpuUsage();
  const processorMs = (now.user - reported.user + now.system - reported.system) / 1000;
  reported = now;
  process.send?.({ answer: result, processorMs } satisfies ReaderMessage);
}
