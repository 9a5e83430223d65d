import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import {
  canonicalJson,
  decisionRecordSchema,
  fileNamePart,
  importReportSchema,
  originalPart,
  PORTABLE_PARTS,
  analyserProfileSchema,
  type PortableManifest,
  isDecidedStatus,
} from '@curvewell/domain';
import { sha256 } from '@curvewell/domain/record';
import { z } from 'zod';

import { recordAudit } from '../../audit/record-audit.ts';
import { transaction, type Db } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { FileDownload } from '../../formats/response-bodies.ts';
import { readOriginal } from '../../blobs/originals.ts';
import { readSigningKeys } from '../../signing/signing-keys.ts';
import { SOFTWARE_BUILD } from '../../process/version.ts';
import type { WorkFolder } from '../../process/work-folder.ts';
import { zipStream } from '../../formats/zip.ts';
import { runSliceTexts } from '../audit/index.ts';
import { readSignedRecord, readToken } from '../decisions/index.ts';
import { getRun } from '../runs/index.ts';
import { type ExportDependencies, fileOfRun } from './export-run.ts';

interface Dependencies extends ExportDependencies {
  readonly workFolder: WorkFolder;
}

/** A part of the record, produced when it is written, so that one is in memory at a time. */
interface Part {
  readonly name: string;
  readonly make: () => Promise<Uint8Array | Readable>;
}
type PartHash = PortableManifest['parts'][number];

const NOT_SIGNED = 'Only a run that was approved or rejected has a signed record.';

/**
 * A zip with everything needed to check a decision without this server: the signed record, its signature and
 * keys, the original files and how they were read, the report, and the run's audit entries. Written to disk
 * first, because the manifest must be complete before anything is sent.
 *
 * @throws AppError `not-found`, `invalid-request` when nothing was signed
 */
export async function exportRecord(
  dependencies: Dependencies,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<FileDownload> {
  const { db, workFolder } = dependencies;
  const { businessId, name: title, isDecided } = await decidedRun(db, actor, runId);
  const parts = isDecided ? await partsOf(dependencies, actor, runId) : null;
  if (parts === null) throw new AppError('invalid-request', NOT_SIGNED);
  const name = `${fileNamePart(`${businessId}_${title}`)}.record.zip`;
  const folder = await workFolder.make();
  const clear = () => rm(folder, { recursive: true, force: true });
  try {
    const file = path.join(folder, 'record.zip');
    const manifest = await writeZip(dependencies, file, { runId, businessId, parts });
    await transaction({ db, actor }, (tx) =>
      recordAudit(tx, actor, {
        action: 'run.export',
        entity: 'run',
        entityId: runId,
        details: { format: 'RECORD', file: name, manifest: sha256(canonicalJson(manifest)) },
      }),
    );
    const content = createReadStream(file);
    content.once('close', () => void clear());
    return new FileDownload({ name, mediaType: 'application/zip', content });
  } catch (error) {
    await clear();
    throw error;
  }
}

interface Zipped {
  readonly runId: string;
  readonly businessId: number;
  readonly parts: readonly Part[];
}

/** The manifest lists every other part, so it comes last. */
async function writeZip(
  { clock, signer }: Dependencies,
  file: string,
  { runId, businessId, parts }: Zipped,
): Promise<PortableManifest> {
  const hashes: PartHash[] = [];
  const manifest: PortableManifest = {
    format: 'curvewell-portable-record/1',
    runId,
    businessId,
    softwareVersion: SOFTWARE_BUILD,
    madeAt: clock.now().toISOString(),
    keyId: signer.keyId,
    parts: hashes,
  };
  const entries = parts.map(({ name, make }) => ({
    name,
    read: async () => hashed(await make(), (hash) => hashes.push({ name, ...hash })),
  }));
  const last = jsonPart(PORTABLE_PARTS.manifest, async () => ({
    manifest,
    signature: await signer.sign(manifest),
  }));
  await pipeline(zipStream([...entries, { name: last.name, read: last.make }]), createWriteStream(file));
  return manifest;
}

/** Passes content on unchanged and reports its size and hash at the end. */
function hashed(content: Uint8Array | Readable, onHashed: (hash: Omit<PartHash, 'name'>) => void): Readable {
  const hash = createHash('sha256');
  let size = 0;
  return Readable.from(
    (async function* () {
      for await (const chunk of content instanceof Readable ? content : chunks(content)) {
        const bytes = Buffer.from(chunk as string | Uint8Array); // the stream yields text or bytes
        hash.update(bytes);
        size += bytes.length;
        yield bytes;
      }
      onHashed({ size, sha256: hash.digest('hex') });
    })(),
  );
}

const CHUNK_BYTES = 256 * 1024;

/** Splits a large file, so that hashing does not block the event loop. */
function* chunks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

async function decidedRun(db: Db, actor: LaboratoryCaller, runId: string) {
  const { businessId, name, status } = await getRun(db, actor, { runId, shelf: 'any' });
  return { businessId, name, isDecided: isDecidedStatus(status) };
}

/** @returns null when nothing was signed */
async function partsOf(
  dependencies: Dependencies,
  actor: LaboratoryCaller,
  runId: string,
): Promise<Part[] | null> {
  const { db } = dependencies;
  const signed = await readSignedRecord(db, runId);
  const report = signed && (await fileOfRun(dependencies, actor, { runId, format: 'PDF', isProven: true }));
  if (signed === null || report === null) return null;
  const token = await readToken(db, runId);
  const slice = { runId, laboratoryId: actor.laboratory.id };
  return [
    bytesPart(PORTABLE_PARTS.record, Buffer.from(canonicalJson(signed.record))),
    jsonPart(PORTABLE_PARTS.recordSchema, () =>
      Promise.resolve(z.toJSONSchema(decisionRecordSchema, { unrepresentable: 'any' })),
    ),
    jsonPart(PORTABLE_PARTS.signature, () => Promise.resolve(signed.signature)),
    ...(token === null ? [] : [bytesPart(PORTABLE_PARTS.timeStamp, token)]),
    jsonPart(PORTABLE_PARTS.keys, () => readSigningKeys(db)),
    {
      name: PORTABLE_PARTS.audit,
      make: () => Promise.resolve(Readable.from(runSliceTexts(dependencies, slice))),
    },
    jsonPart(PORTABLE_PARTS.reading, () => readingOf(db, runId)),
    bytesPart(PORTABLE_PARTS.report, report.content),
    ...(await originals(db, runId)),
  ];
}

const bytesPart = (name: string, bytes: Uint8Array): Part => ({ name, make: () => Promise.resolve(bytes) });

const jsonPart = (name: string, value: () => Promise<unknown>): Part => ({
  name,
  make: async () => Buffer.from(`${JSON.stringify(await value(), null, 1)}\n`),
});

/** How the files of a run were read: the analyser's profile and the user's answers about the files. */
async function readingOf(db: Db, runId: string) {
  const { importReport, analyser } = await db.run.findUniqueOrThrow({
    where: { id: runId },
    select: { importReport: true, analyser: { select: { profile: true } } },
  });
  const { answers = {} } = importReportSchema.pick({ answers: true }).parse(importReport);
  return { profile: analyserProfileSchema.parse(analyser.profile), answers };
}

async function originals(db: Db, runId: string): Promise<Part[]> {
  const files = await db.runFile.findMany({
    where: { runId },
    orderBy: { order: 'asc' },
    select: { id: true, name: true },
  });
  return files.map(({ id, name }, index) => ({
    name: originalPart(index + 1, name),
    make: () => readOriginal(db, id),
  }));
}
