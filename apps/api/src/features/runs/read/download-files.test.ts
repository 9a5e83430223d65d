import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import type { Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { cfxFile, importFiles, importedRun } from '../../../../test/run-factory.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ environment: { RUN_FILE_DOWNLOAD: 'true' } });
});
afterAll(() => test.close());

const download = (run: Run, login = 'super') => test.call(login, 'GET', `/run/${run.id}/fileruns`);

async function unzipped(bytes: Buffer): Promise<{ name: string; bytes: Buffer }[]> {
  const zip = await fromBufferPromise(bytes);
  const files = [];
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    files.push({ name: entry.fileName, bytes: await buffer(stream) });
  }
  return files;
}

it('API-17 a zip contains the original files of a run byte for byte, and the download is audited', async () => {
  const file = await cfxFile({ seed: 40 });
  const run = (await importFiles(test, { files: [file] })).json<Run>();
  const answer = await download(run);
  expect(answer.headers['content-type']).toBe('application/zip');
  expect(answer.headers['content-disposition']).toContain(`filename=run-${run.businessId}.zip`);
  const files = await unzipped(answer.rawPayload);
  expect(files.map(({ name }) => name)).toEqual([file.name]);
  expect(files[0]?.bytes.equals(file.bytes)).toBe(true);
  expect(
    createHash('sha256')
      .update(files[0]?.bytes ?? '')
      .digest('hex'),
  ).toBe(run.files[0]?.sha256);
  const [entry] = await test.db.auditEvent.findMany({ where: { entityId: run.id, action: 'run.download' } });
  expect(entry?.details).toEqual({ files: [{ name: file.name, sha256: run.files[0]?.sha256 }] });
});

it('API-17 HEAD downloads nothing and is not audited', async () => {
  const run = await importedRun(test, { seed: 42 });
  const request = { url: `/api/run/${run.id}/fileruns`, headers: await test.signIn('super') };
  expect((await test.app.inject({ ...request, method: 'HEAD' })).statusCode).toBe(404);
  expect(await test.db.auditEvent.count({ where: { entityId: run.id, action: 'run.download' } })).toBe(0);
});

it('API-17 files with the same name are distinguished, and none is unpacked outside the folder', async () => {
  const run = await importedRun(test, { seed: 41 });
  const { content } = await test.db.runFile.findFirstOrThrow({ where: { runId: run.id } });
  const { laboratory } = run;
  await test.db.runFile.createMany({
    data: [run.fileName, '../../evil.xlsx'].map((name, index) => ({
      runId: run.id,
      laboratoryId: laboratory.id,
      order: index + 1,
      name,
      content,
      size: content?.length ?? 0,
      sha256: run.files[0]?.sha256 ?? '',
    })),
  });
  const files = await unzipped((await download(run)).rawPayload);
  expect(files.map(({ name }) => name)).toEqual([
    run.fileName,
    run.fileName.replace('.xlsx', '_2.xlsx'),
    '.._.._evil.xlsx',
  ]);
});

it('TRUST-91 responses and files of a laboratory are not cached on the way, and files are sent as downloads', async () => {
  const run = await importedRun(test, { seed: 45 });
  const file = await download(run);
  const answers = [file, await test.call('tech', 'GET', `/run/${run.id}`), await download(run, 'tech')];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 403]);
  for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
  expect(file.headers['content-disposition']).toMatch(/^attachment; /);
});

it('API-17 files of an archived run can be downloaded, too', async () => {
  const run = await importedRun(test, { seed: 42 });
  await test.db.run.update({ where: { id: run.id }, data: { archivedAt: new Date() } });
  expect((await unzipped((await download(run)).rawPayload)).map(({ name }) => name)).toEqual([run.fileName]);
});

it('ERR-31 API-17 a run without files is refused with that reason', async () => {
  const run = await importedRun(test, { seed: 43 });
  await test.db.runFile.deleteMany({ where: { runId: run.id } });
  const answer = await download(run);
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ message: "The server didn't find any files for this run." });
});

it('API-17 AUTH-24 only SUPER_ADMIN may download files, and only where the installation allows it', async () => {
  const run = await importedRun(test, { seed: 44 });
  expect((await download(run, 'quality')).statusCode).toBe(403);
  const strict = await createTestApp();
  const kept = await importedRun(strict, { seed: 44 });
  const answer = await strict.call('super', 'GET', `/run/${kept.id}/fileruns`);
  expect(answer.statusCode).toBe(403);
  expect(await strict.db.auditEvent.count({ where: { action: 'run.download' } })).toBe(0);
  await strict.close();
});
