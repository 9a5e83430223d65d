import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { chainNameSchema, type SignedHead } from '@curvewell/domain';
import { sha256 } from '@curvewell/domain/record';

import { s3Client, type S3Settings } from '../../../originals/s3.ts';
import { headText, parsed } from './head-files.ts';
import type { HeadPlace } from './rolled-back.ts';

/** Later than any instant in milliseconds. */
const END_OF_TIME = 10 ** 15;

/**
 * Heads of the chains in a bucket of a store that speaks S3. It only puts, lists and gets: with object lock and a default
 * retention of the bucket nobody can take a head back.
 */
export function openHeadBucket(settings: S3Settings): HeadPlace {
  const { bucket: Bucket } = settings;
  const client = s3Client(settings);
  const put = async ({ head: { chain, at, number } }: SignedHead, ending: string, Body: Uint8Array) => {
    // The newest has the lowest name, and a head comes before its time stamp: a store lists from there.
    const Key = `${chain}/${END_OF_TIME - Date.parse(at)}_${at}_${number}${ending}`;
    const ChecksumSHA256 = Buffer.from(sha256(Body), 'hex').toString('base64');
    // A bucket with object lock takes nothing without the name of its checksum.
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
