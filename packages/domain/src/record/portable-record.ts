import { z } from 'zod';

import { analyserProfileSchema } from '../kit/analyser-profile.ts';
import { idSchema } from '../text/fields.ts';
import { readAnswersSchema } from '../run/read-answers.ts';
import { ed25519Schema, keyIdSchema, sha256Schema } from './hashes.ts';

/**
 * The file names in the zip of a portable record; originals are `original-1-name`, in the order of the run.
 */
export const PORTABLE_PARTS = {
  manifest: 'manifest.json',
  record: 'record.json',
  recordSchema: 'record.schema.json',
  signature: 'signature.json',
  /** The time stamp of the signature, if an authority stamps it: DER of an RFC 3161 token. */
  timeStamp: 'signature.tst',
  keys: 'keys.json',
  audit: 'audit.json',
  reading: 'reading.json',
  report: 'report.pdf',
} as const;
export const originalPart = (place: number, name: string) =>
  `original-${place}-${name.replaceAll(/[/\\]/g, '_')}`;

/** How the originals were read: information that the files lack. */
export const readingSchema = z.strictObject({
  profile: analyserProfileSchema,
  answers: readAnswersSchema,
});

/** Lists every other part of the zip with its hash. */
export const portableManifestSchema = z.strictObject({
  format: z.literal('curvewell-portable-record/1'),
  runId: idSchema,
  businessId: z.int(),
  softwareVersion: z.string(),
  madeAt: z.iso.datetime(),
  parts: z.array(z.strictObject({ name: z.string(), size: z.int(), sha256: sha256Schema })),
  keyId: keyIdSchema,
});
export type PortableManifest = z.infer<typeof portableManifestSchema>;

/** The manifest with the installation's signature over its canonical JSON. */
export const signedManifestSchema = z.strictObject({
  manifest: portableManifestSchema,
  signature: ed25519Schema,
});
