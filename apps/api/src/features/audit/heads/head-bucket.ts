import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { chainNameSchema, type SignedHead } from '@curvewell/domain';
import { sha256 } from '@curvewell/domain/record';

import { s3Client, type S3Settings } from '../../../blobs/s3.ts';
import { headText, parsed } from './head-files.ts';
import type { HeadPlace } from './rolled-back.ts';

/** Greater than any timestamp in milliseconds. */
const END_OF_TIME = 10 ** 15;

/**
 * Stores heads of the chains in an S3 bucket. Uses only put, list and get. With object lock and a default
 * retention of the bucket nobody can delete a head.
 */
export function openHeadBucket(settings: S3Settings): HeadPlace {
  const { bucket: Bucket } = settings;
  const client = s3Client(settings);
  const put = async ({ head: { chain, at, number } }: SignedHead, ending: string, Body: Uint8Array) => {
    // Newer heads sort first, because a store lists in ascending order; a head sorts before its time stamp.
    const Key = `${chain}/${END_OF_TIME - Date.parse(at)}_${at}_${number}${ending}`;
    const ChecksumSHA256 = Buffer.from(sha256(Body), 'hex').toString('base64');
    // A bucket with object lock requires a checksum.
    const checksum = { ChecksumAlgorithm: 'SHA256', ChecksumSHA256 } as const;
    await client.send(new PutObjectCommand({ Bucket, Key, Body, ...checksum }));
  };
  return {
    keep: (signed) => put(signed, '.json', Buffer.from(headText(signed))),
    keepStamp: (signed, token) => put(signed, '.tst', token),
    newest: async (chain) => {
      const { Contents: [first] = [] } = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: `${chain}/`, MaxKeys: 1 }),
      );
      if (first?.Key === undefined) return null;
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: first.Key }));
      return Body === undefined ? null : parsed(await Body.transformToString());
    },
    chains: async () => {
      const names: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const { CommonPrefixes = [], NextContinuationToken } = await client.send(
          new ListObjectsV2Command({ Bucket, Delimiter: '/', ContinuationToken }),
        );
        names.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(0, -1)));
        ContinuationToken = NextContinuationToken;
      } while (ContinuationToken !== undefined);
      return names.filter((name) => chainNameSchema.safeParse(name).success);
    },
  };
}
