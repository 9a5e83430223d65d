import {
  auditSliceSchema,
  decisionRecordSchema,
  PORTABLE_PARTS,
  readingSchema,
  signatureSchema,
  signedManifestSchema,
  signingKeySchema,
} from '@curvewell/domain';
import { z } from 'zod';

import type { Parts } from './read-parts.ts';

export type OpenedRecord = ReturnType<typeof openRecord>;

/** @throws Error that names a missing or invalid part */
export function openRecord(parts: Parts) {
  return {
    parts,
    manifest: shaped(parts, PORTABLE_PARTS.manifest, signedManifestSchema),
    record: shaped(parts, PORTABLE_PARTS.record, decisionRecordSchema),
    signature: shaped(parts, PORTABLE_PARTS.signature, signatureSchema),
    keys: shaped(parts, PORTABLE_PARTS.keys, z.array(signingKeySchema).min(1)),
    audit: shaped(parts, PORTABLE_PARTS.audit, auditSliceSchema),
    reading: shaped(parts, PORTABLE_PARTS.reading, readingSchema),
  };
}

/** The originals in the order of the run. */
export function originalsOf(
  parts: Parts,
): { readonly part: string; readonly name: string; readonly bytes: Buffer }[] {
  return [...parts]
    .flatMap(([part, bytes]) => {
      const [, order, name] = /^original-(\d+)-(.+)$/.exec(part) ?? [];
      return order === undefined || name === undefined ? [] : [{ part, bytes, name, order: Number(order) }];
    })
    .toSorted((a, b) => a.order - b.order);
}

function shaped<Schema extends z.ZodType>(parts: Parts, name: string, schema: Schema): z.output<Schema> {
  const bytes = parts.get(name);
  if (bytes === undefined) throw new Error(`${name} is missing`);
  let content: unknown;
  try {
    content = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Error(`${name} is not valid JSON`);
  }
  const read = schema.safeParse(content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`${name}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
}
