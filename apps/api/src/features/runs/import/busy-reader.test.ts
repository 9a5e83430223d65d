import type { Run } from '@curvewell/domain';
import { READER_LIMITS } from '@curvewell/instruments';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { multipart } from '../../../../test/multipart.ts';
import { cfxFile, importFiles, importedRun } from '../../../../test/run-factory.ts';

const limits = { ...READER_LIMITS };
let log = '';
const stream = { write: (line: string) => void (log += line) };
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ readerLimits: limits, logger: { level: 'warn', stream } });
});
afterAll(() => test.close());
beforeEach(() => {
  log = '';
  Object.assign(limits, READER_LIMITS);
});

/** The reader gets no processor time, as on an overloaded machine. */
const starve = () => Object.assign(limits, { processorMs: 0 });
const recover = () => Object.assign(limits, READER_LIMITS);

const BUSY = { code: 'busy', details: { reason: 'reader-busy', limit: 'processor-time' } };

async function stored() {
  const [runs, files, entries] = await Promise.all([
    test.db.run.count(),
    test.db.runFile.count(),
    test.db.auditEvent.count({ where: { action: { startsWith: 'run.' } } }),
  ]);
  return { runs, files, entries };
}

// An overloaded machine used to reject plates as damaged.
it('IMPORT-113 an import whose reader gets no processor time is answered as busy, stores nothing, and succeeds on a retry', async () => {
  const files = [await cfxFile({ seed: 901 })];
  const before = await stored();
  starve();
  const refused = await importFiles(test, { files });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([409, '10']);
  expect(refused.json()).toMatchObject(BUSY);
  expect(refused.json<{ message: string }>().message).not.toMatch(/damaged|corrupt|invalid/);
  expect(await stored()).toEqual(before);
  recover();
  expect((await importFiles(test, { files })).statusCode).toBe(200);
  expect((await stored()).runs).toBe(before.runs + 1);
});

it('IMPORT-113 an inspection whose reader gets no processor time is answered as busy', async () => {
  const form = multipart([{ field: 'files', ...(await cfxFile({ seed: 902 })) }]);
  const headers = { ...(await test.signIn('tech')), ...form.headers };
  const inspect = () =>
    test.app.inject({ method: 'POST', url: '/api/run/inspect', headers, payload: form.payload });
  starve();
  const refused = await inspect();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([409, '10']);
  expect(refused.json()).toMatchObject(BUSY);
  recover();
  expect((await inspect()).json()).toMatchObject({ problems: [], runs: [{}] });
});

it('IMPORT-113 replacing files when the reader gets no processor time leaves the run unchanged', async () => {
  const run = await importedRun(test, { seed: 903 });
  const { id } = await test.db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } });
  const form = multipart(
    [{ field: 'files', ...(await cfxFile({ seed: 904 })) }],
    [
      ['analyser', JSON.stringify({ id: run.analyser })],
      ['kitIds', id],
    ],
  );
  const headers = { ...(await test.signIn('tech')), ...form.headers };
  const url = `/api/run/acquisitions/${run.id}`;
  const change = () => test.app.inject({ method: 'POST', url, headers, payload: form.payload });
  const current = async () => (await test.call('tech', 'GET', `/run/${run.id}`)).json<Run>();
  const before = await current();
  starve();
  const refused = await change();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([409, '10']);
  expect(await current()).toEqual(before);
  recover();
  expect((await change()).statusCode).toBe(200);
});

it('OPS-300 the log names the limit that ended a reading, and no file', async () => {
  const file = await cfxFile({ seed: 905 });
  starve();
  await importFiles(test, { files: [file] });
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toMatchObject([{ msg: 'stopped at a limit', code: 'busy', limit: 'processor-time' }]);
  expect(log).not.toContain(file.name);
  log = '';
  recover();
  const bytes = Buffer.from('\n'.repeat(3_000_001));
  expect((await importFiles(test, { files: [{ name: 'run.txt', bytes }] })).statusCode).toBe(413);
  expect(JSON.parse(log)).toMatchObject({
    msg: 'stopped at a limit',
    code: 'file-too-large',
    limit: 'lines',
  });
});
