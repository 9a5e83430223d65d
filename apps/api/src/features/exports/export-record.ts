import {
  canonicalJson,
  decisionRecordSchema,
  fileNamePart,
  importReportSchema,
  originalPart,
  PORTABLE_PARTS,
  analyserProfileSchema,
  type PortableManifest,
} from '@curvewell/contracts';
import { sha256 } from '@curvewell/contracts/record';
import { z } from 'zod';

import { recordAudit } from '../../audit.ts';
import type { Clock } from '../../clock.ts';
import { transaction, type Db } from '../../db.ts';
import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { FileDownload } from '../../http/downloads.ts';
import { readOriginal } from '../../originals/originals.ts';
import type { Signer } from '../../signing.ts';
import { readSigningKeys } from '../../signing-keys.ts';
import { SOFTWARE_VERSION } from '../../version.ts';
import { zipStream } from '../../zip.ts';
import { readRunSlice } from '../audit/index.ts';
import { readSignedRecord } from '../decisions/index.ts';
import type { AnalysisWorkers } from '../interpretation/index.ts';
import { getRun } from '../runs/index.ts';
import { fileOfRun } from './export-run.ts';

interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly analysisWorkers: AnalysisWorkers;
}

interface Part {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const NOT_SIGNED = 'Only a run that was approved or rejected has a signed record.';

/**
 * All that is needed to check a decision without this server, as a zip: the record as it was signed, its signature and
 * keys, the original files and how they are read, the report, and what the audit trail says of the run.
 *
 * @throws AppError `not-found`, `invalid-request` when nothing was signed
 */
export async function exportRecord(
  needs: Needs,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<FileDownload> {
  const { db } = needs;
  const { businessId, name: title, isDecided } = await decidedRun(db, actor, runId);
  const parts = isDecided ? await partsOf(needs, actor, runId) : null;
  if (parts === null) throw new AppError('invalid-request', NOT_SIGNED);
  const manifest = manifestOf(needs, { runId, businessId, parts });
  const name = `${fileNamePart(`${businessId}_${title}`)}.record.zip`;
  await transaction({ db, actor }, (tx) =>
    recordAudit(tx, actor, {
      action: 'run.export',
      entity: 'run',
      entityId: runId,
      details: { format: 'RECORD', file: name, manifest: sha256(canonicalJson(manifest)) },
    }),
  );
  const all = [
    ...parts,
    jsonPart(PORTABLE_PARTS.manifest, { manifest, signature: needs.signer.sign(manifest) }),
  ];
  const entries = all.map(({ name: part, bytes }) => ({ name: part, read: () => Promise.resolve(bytes) }));
  return new FileDownload({ name, mediaType: 'application/zip', content: zipStream(entries) });
}

async function decidedRun(db: Db, actor: LaboratoryCaller, runId: string) {
  const { businessId, name, status } = await getRun(db, actor, { runId, shelf: 'any' });
  return { businessId, name, isDecided: status === 'APPROVED' || status === 'REJECTED' };
}

/** @returns null when nothing was signed */
async function partsOf(needs: Needs, actor: LaboratoryCaller, runId: string): Promise<Part[] | null> {
  const { db } = needs;
  const signed = await readSignedRecord(db, runId);
  const report = signed && (await fileOfRun(needs, actor, { runId, format: 'PDF' }));
  if (signed === null || report === null) return null;
  const slice = await readRunSlice(needs, { runId, laboratoryId: actor.laboratory.id });
  return [
    { name: PORTABLE_PARTS.record, bytes: Buffer.from(canonicalJson(signed.record)) },
    jsonPart(PORTABLE_PARTS.recordSchema, z.toJSONSchema(decisionRecordSchema, { unrepresentable: 'any' })),
    jsonPart(PORTABLE_PARTS.signature, signed.signature),
    jsonPart(PORTABLE_PARTS.keys, await readSigningKeys(db)),
    jsonPart(PORTABLE_PARTS.audit, slice),
    jsonPart(PORTABLE_PARTS.reading, await readingOf(db, runId)),
    { name: PORTABLE_PARTS.report, bytes: report.content },
    ...(await originals(db, runId)),
  ];
}

const jsonPart = (name: string, value: unknown): Part => ({
  name,
  bytes: Buffer.from(`${JSON.stringify(value, null, 1)}\n`),
});

/** How the files of a run were read: by the analyser's profile, and what somebody said of them. */
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
  return Promise.all(
    files.map(async ({ id, name }, index) => ({
      name: originalPart(index + 1, name),
      bytes: await readOriginal(db, id),
    })),
  );
}

function manifestOf(
  { clock, signer }: Needs,
  {
    runId,
    businessId,
    parts,
  }: { readonly runId: string; readonly businessId: number; readonly parts: readonly Part[] },
): PortableManifest {
  return {
    ...{ format: 'curvewell-portable-record/1', runId, businessId, softwareVersion: SOFTWARE_VERSION },
    ...{ madeAt: clock.now().toISOString(), keyId: signer.keyId },
    parts: parts.map(({ name, bytes }) => ({ name, size: bytes.length, sha256: sha256(bytes) })),
  };
}
