import type { S3Settings } from '../../../originals/s3.ts';
import type { HeadFiles } from './head-files.ts';
import type { HeadPlace } from './rolled-back.ts';

/** Where heads of the audit trail are kept outside of the database. @param bucket null: none is set */
export async function openHeadPlaces(files: HeadFiles, bucket: S3Settings | null): Promise<HeadPlace[]> {
  if (bucket === null) return [files];
  // What it takes is loaded only where it is used.
  const { openHeadBucket } = await import('./head-bucket.ts');
  return [files, openHeadBucket(bucket)];
}
