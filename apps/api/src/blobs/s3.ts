import {
  DeleteObjectsCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';

import type { ObjectStore } from './object-store.ts';

export interface S3Settings {
  readonly bucket: string;
  /** Null: Amazon S3. */
  readonly endpoint: string | null;
  readonly region: string;
  /** Null: credentials of the machine. */
  readonly keys: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

type Settings = Readonly<
  Partial<
    Record<`${Bucket}_${'BUCKET' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY' | 'ENDPOINT'}`, string | undefined>
  > &
    Record<`${Bucket}_REGION`, string>
>;
type Bucket = 'ORIGINALS' | 'AUDIT_HEADS';

/** @returns null: no bucket is configured @throws Error when one of two keys is missing */
export function bucketOf(settings: Settings, of: Bucket): S3Settings | null {
  const bucket = settings[`${of}_BUCKET`];
  if (bucket === undefined) return null;
  const accessKeyId = settings[`${of}_ACCESS_KEY_ID`];
  const secretAccessKey = settings[`${of}_SECRET_ACCESS_KEY`];
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new Error(`Set both ${of}_ACCESS_KEY_ID and ${of}_SECRET_ACCESS_KEY, or neither.`);
  const keys =
    accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey };
  return { bucket, endpoint: settings[`${of}_ENDPOINT`] ?? null, region: settings[`${of}_REGION`], keys };
}

const CONNECT_MS = 5_000;
const ANSWER_MS = 30_000;

export function s3Client({ endpoint, region, keys }: S3Settings): S3Client {
  return new S3Client({
    region,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS },
    // Not every store supports the checksums that Amazon's client sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(keys !== null && { credentials: keys }),
  });
}

export function openS3(settings: S3Settings): ObjectStore {
  const { bucket } = settings;
  const client = s3Client(settings);
  return {
    put: async (key, content, sha256) => {
      const hash = Buffer.from(sha256, 'hex').toString('base64');
      // The store rejects damaged uploads by the checksum.
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: content, ChecksumSHA256: hash }),
      );
    },
    get: async (key) => {
      try {
        const { Body: body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return body === undefined ? null : Buffer.from(await body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    list: async function* () {
      for await (const { Contents: objects = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
        yield objects.flatMap(({ Key: key, LastModified: storedAt }) =>
          key === undefined || storedAt === undefined ? [] : [{ key, storedAt }],
        );
    },
    remove: async (keys) => {
      const { Errors: errors = [] } = await client.send(
        new DeleteObjectsCommand({
          Bucket: bucket,
          Delete: { Objects: keys.map((key) => ({ Key: key })), Quiet: true },
        }),
      );
      const [first] = errors;
      if (first !== undefined) throw new Error(`${first.Key} was not removed: ${first.Code}`);
    },
  };
}
