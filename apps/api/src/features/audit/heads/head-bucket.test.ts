import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  CreateBucketCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectLockConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { INSTALLATION, NO_HASH, type ChainHead, type SignedHead } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { freePort } from '../../../../test/free-port.ts';
import { createSigner } from '../../../signing/signer.ts';
import { openHeadBucket } from './head-bucket.ts';

/** The folder of the Python package moto, an S3 server: `pip install --target <folder> 'moto[s3,server]'`. */
const { MOTO } = process.env;
const KEYS = { accessKeyId: 'test', secretAccessKey: 'test' };
const BUCKET = 'heads';
const LABORATORY = '6f1a2c0e-58a7-4f0a-9d0e-2b6a3c1d9e44';

describe.skipIf(MOTO === undefined)(
  'TRUST-437 heads in an S3 store with object lock (skipped unless MOTO names one)',
  () => {
    let server: ChildProcess;
    let client: S3Client;
    let endpoint: string;
    const signer = createSigner(Buffer.alloc(32, 2));

    beforeAll(async () => {
      const port = await freePort();
      endpoint = `http://127.0.0.1:${port}`;
      server = spawn('python3', ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], {
        env: { PATH: process.env['PATH'], PYTHONPATH: MOTO, HOME: process.env['HOME'] },
        stdio: 'ignore',
      });
      client = new S3Client({ endpoint, region: 'us-east-1', credentials: KEYS, forcePathStyle: true });
      while ((await fetch(endpoint).catch(() => null)) === null) await sleep(100);
      await client.send(new CreateBucketCommand({ Bucket: BUCKET, ObjectLockEnabledForBucket: true }));
      await client.send(
        new PutObjectLockConfigurationCommand({
          Bucket: BUCKET,
          ObjectLockConfiguration: {
            ObjectLockEnabled: 'Enabled',
            Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 30 } },
          },
        }),
      );
    });
    afterAll(async () => {
      client.destroy();
      server.kill();
      await once(server, 'exit');
    });

    const open = () => openHeadBucket({ bucket: BUCKET, endpoint, region: 'us-east-1', keys: KEYS });

    async function headAt(
      chain: string,
      { number, at }: { readonly number: number; readonly at: string },
    ): Promise<SignedHead> {
      const head: ChainHead = {
        format: 'curvewell-audit-head/1',
        chain,
        number,
        hash: NO_HASH,
        at,
        keyId: signer.keyId,
      };
      return { head, signature: await signer.sign(head) };
    }

    it('the newest head of each chain is found in any order of arrival, and not confused with its time stamp', async () => {
      const bucket = open();
      expect(await bucket.chains()).toEqual([]);
      expect(await bucket.newest(LABORATORY)).toBeNull();
      const [old, newest, middle] = [
        await headAt(LABORATORY, { number: 3, at: '2026-11-20T10:00:00.000Z' }),
        await headAt(LABORATORY, { number: 12, at: '2026-11-22T10:00:00.000Z' }),
        await headAt(LABORATORY, { number: 7, at: '2026-11-21T10:00:00.000Z' }),
      ];
      const own = await headAt(INSTALLATION, { number: 1, at: '2026-11-19T10:00:00.000Z' });
      for (const signed of [old, newest, middle, own]) {
        await bucket.keepStamp(signed, Buffer.from('a token'));
        await bucket.keep(signed);
      }
      expect((await bucket.chains()).toSorted()).toEqual([LABORATORY, INSTALLATION].toSorted());
      expect(await bucket.newest(LABORATORY)).toEqual(newest);
      expect(await bucket.newest(INSTALLATION)).toEqual(own);
    });

    it('a stored head is retained: the holder of the key cannot delete or replace it unnoticed', async () => {
      const bucket = open();
      const listed = new ListObjectsV2Command({ Bucket: BUCKET, Prefix: `${LABORATORY}/` });
      const { Contents: kept = [] } = await client.send(listed);
      expect(kept).toHaveLength(6);
      const first = new Map<string, string | undefined>();
      for (const { Key = '' } of kept) {
        const { ObjectLockMode, VersionId } = await client.send(
          new HeadObjectCommand({ Bucket: BUCKET, Key }),
        );
        expect(ObjectLockMode).toBe('COMPLIANCE');
        first.set(Key, VersionId);
        const erase = client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key, VersionId }));
        await expect(erase).rejects.toThrow();
      }
      // Storing the same head again adds a version and keeps the first.
      const newest = await bucket.newest(LABORATORY);
      if (newest === null) throw new Error('it is there');
      await bucket.keep(newest);
      for (const [Key, VersionId] of first)
        await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key, VersionId }));
      expect(await bucket.newest(LABORATORY)).toEqual(newest);
    });

    it('an unavailable store is an error, not an empty bucket', async () => {
      const away = openHeadBucket({
        bucket: BUCKET,
        endpoint: `http://127.0.0.1:${await freePort()}`,
        region: 'us-east-1',
        keys: KEYS,
      });
      await expect(away.newest(LABORATORY)).rejects.toThrow();
      await expect(away.chains()).rejects.toThrow();
      const missing = openHeadBucket({ bucket: 'another', endpoint, region: 'us-east-1', keys: KEYS });
      await expect(missing.newest(LABORATORY)).rejects.toMatchObject({ name: 'NoSuchBucket' });
    });
  },
);
