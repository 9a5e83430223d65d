import type { S3Settings } from '../../../blobs/s3.ts';
import type { HeadFiles } from './head-files.ts';
import type { HeadPlace } from './rolled-back.ts';

/** Opens the places outside the database that store heads. @param bucket null: none is configured */
export async function openHeadPlaces(files: HeadFiles, bucket: S3Settings | null): Promise<HeadPlace[]> {
  if (bucket === null) return [files];
  // Loads the S3 client only where it is used.
  const { openHeadBucket } = await import('./head-bucket.ts');
  return [files, openHeadBucket(bucket)];
}
