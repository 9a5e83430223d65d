import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Run } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../test/create-test-app.ts';
import { cfxFile, importedRun, importFiles } from '../../test/run-factory.ts';
import { keyOf, putBlob } from './blobs.ts';
import { readOriginal } from './originals.ts';
import type { ObjectStore } from './object-store.ts';
import { openS3 } from './s3.ts';
import { sweepBlobs } from './sweep-blobs.ts';
import { withoutRules } from '../../test/without-rules.ts';

/** The folder of the Python package moto, an S3 server: `pip install --target <folder> 'moto[s3,server]'`. */
const { MOTO } = process.env;
const PORT = 7_118;
const ENDPOINT = `http://127.0.0.1:${PORT}`;
const KEYS = { accessKeyId: 'test', secretAccessKey: 'test' };
const BUCKET = 'originals';
const DAY_MS = 24 * 3600 * 1000;

describe.skipIf(MOTO === undefined)('original files in an S3 store (skipped unless MOTO names one)', () => {
  let server: ChildProcess;
  let client: S3Client;
  let store: ObjectStore;
  let test: TestApp;

  beforeAll(async () => {
    server = spawn('python3', ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(PORT)], {
      env: { PATH: process.env['PATH'], PYTHONPATH: MOTO, HOME: process.env['HOME'] },
      stdio: 'ignore',
    });
    client = new S3Client({
      endpoint: ENDPOINT,
      region: 'us-east-1',
      credentials: KEYS,
      forcePathStyle: true,
    });
    while ((await fetch(ENDPOINT).catch(() => null)) === null) await sleep(100);
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
    store = openS3({ bucket: BUCKET, endpoint: ENDPOINT, region: 'us-east-1', keys: KEYS });
    test = await createTestApp({ objects: store, environment: { RUN_FILE_DOWNLOAD: 'true' } });
  });
  afterAll(async () => {
    await test.close();
    server.kill();
    await once(server, 'exit');
  });

  async function storedRun(seed: number) {
    const sent = await cfxFile({ seed });
    const run = (await importFiles(test, { files: [sent] })).json<Run>();
    const file = await test.db.runFile.findFirstOrThrow({ where: { runId: run.id } });
    return { run, file, bytes: Buffer.from(sent.bytes), key: keyOf({ runId: run.id, sha256: file.sha256 }) };
  }

  it('OPS-154 a file is stored byte for byte under its hash, and read from there', async () => {
    const { run, file, bytes, key } = await storedRun(1);
    expect(file.content).toBeNull();
    expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(await store.get(key)).toEqual(bytes);
    expect(await readOriginal(test.db, file.id)).toEqual(bytes);
    const zip = await test.call('super', 'GET', `/run/${run.id}/fileruns`);
    expect([zip.statusCode, zip.headers['content-type']]).toEqual([200, 'application/zip']);
  });

  it('OPS-155 a missing or damaged file is reported as such', async () => {
    const { file, key } = await storedRun(2);
    await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: 'something else' }));
    await expect(readOriginal(test.db, file.id)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is damaged in the object store') as string,
    });
    await store.remove([key]);
    await expect(readOriginal(test.db, file.id)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is missing in the object store') as string,
    });
  });

  it('OPS-156 files of deleted runs are removed after a day; files of runs and foreign objects stay', async () => {
    const [kept, deleted] = [await storedRun(3), await storedRun(4)];
    expect((await test.call('tech', 'DELETE', `/run/${deleted.run.id}`)).statusCode).toBe(204);
    // Of a run of another installation.
    const other = randomUUID();
    const left = await putBlob(test.db, other, new Uint8Array(kept.bytes));
    expect(left).toEqual({ sha256: kept.file.sha256, content: null });
    await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'theirs/notes.txt', Body: 'not ours' }));

    const sweepAfter = (ms: number) =>
      sweepBlobs({ db: test.db, clock: { now: () => new Date(Date.now() + ms) } });
    expect(await sweepAfter(0)).toBe(0);
    // A file and the curves of two phases.
    expect(await sweepAfter(DAY_MS + 60_000)).toBe(3);
    expect(await store.get(keyOf({ runId: other, sha256: left.sha256 }))).toEqual(kept.bytes);
    expect(await store.get(deleted.key)).toBeNull();
    expect(await store.get(kept.key)).toEqual(kept.bytes);
    expect(await store.get('theirs/notes.txt')).not.toBeNull();
  });

  it('OPS-155 an unreachable store refuses the import, and no run is created', async () => {
    const away = openS3({
      bucket: BUCKET,
      endpoint: 'http://127.0.0.1:9',
      region: 'us-east-1',
      keys: KEYS,
    });
    const other = await createTestApp({ objects: away });
    await expect(importedRun(other, { seed: 5 })).rejects.toThrow(
      'The object store of files, curves and signed records cannot be reached',
    );
    expect(await other.db.run.count()).toBe(0);
    await other.close();
  });
});

describe('original files in the database', () => {
  it('OPS-155 a file in a store that is no longer configured is reported as such', async () => {
    const test = await createTestApp();
    const run = await importedRun(test, { seed: 6 });
    const [file] = await test.db.runFile.findMany({ where: { runId: run.id } });
    await withoutRules(test.db, (tx) => tx.blob.deleteMany({ where: { runId: run.id } }));
    await expect(readOriginal(test.db, file?.id ?? '')).rejects.toMatchObject({ code: 'unavailable' });
    await test.close();
  });
});
