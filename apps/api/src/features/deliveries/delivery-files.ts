import { createHash } from 'node:crypto';

import { laboratoryRulesSchema, sentPartSchema, type DeliveredFile, type SentPart } from '@curvewell/domain';

import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { readOriginal } from '../../blobs/originals.ts';
import type { HouseCertificate } from '../../house-certificate/house-certificate.ts';
import type { TimeStamps } from '../../signing/time-stamps.ts';
import type { Signer } from '../../signing/signer.ts';
import { refuseChanged } from '../decisions/index.ts';
import { fileOfRun } from '../exports/index.ts';
import type { AnalysisWorkers } from '../interpretation/index.ts';
import { withOwnNames } from './own-names.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly houseCertificate: HouseCertificate | null;
  readonly timeStamps: Pick<TimeStamps, 'isOn' | 'settings'>;
  readonly analysisWorkers: AnalysisWorkers;
}

/** A file to send; read only when it is sent. */
export interface FileToSend extends DeliveredFile {
  readonly read: () => Promise<Buffer>;
}

interface Delivered {
  readonly runId: string;
  /** The parts that the laboratory sends. */
  readonly parts: readonly SentPart[];
  readonly requestedAt: Date;
}

/**
 * The files of a run to send: of its original files, its report and its results, those that the laboratory
 * has chosen and that can be produced. The names are valid on any server.
 *
 * @throws AppError `record-changed` when the run differs from what was signed
 */
export async function deliveryFiles(
  dependencies: Dependencies,
  actor: LaboratoryCaller,
  { runId, parts, requestedAt }: Delivered,
): Promise<readonly FileToSend[]> {
  // Checked before any file is read, even when only original files are sent.
  await refuseChanged(dependencies, actor, { run: await readState(dependencies, runId) });
  const files = parts.includes('FILES') ? await originals(dependencies, runId) : [];
  const namedOn = (await approvedAt(dependencies, runId)) ?? requestedAt;
  for (const part of sentPartSchema.options) {
    if (part === 'FILES' || !parts.includes(part)) continue;
    const made = await fileOfRun(dependencies, actor, {
      runId,
      format: part === 'REPORT' ? 'PDF' : part,
      namedOn,
    });
    if (made !== null) files.push(madeFile(made));
  }
  return withOwnNames(files);
}

async function readState({ db }: Dependencies, runId: string) {
  const { status, laboratory } = await db.run.findUniqueOrThrow({
    where: { id: runId },
    select: { status: true, laboratory: { select: { rules: true } } },
  });
  return { id: runId, status, rules: laboratoryRulesSchema.parse(laboratory.rules) };
}

/**
 * File names use the day of the approval, so that a repeated delivery on another day replaces earlier or
 * partial files on the server.
 */
async function approvedAt({ db }: Dependencies, runId: string): Promise<Date | undefined> {
  const entry = await db.auditEvent.findFirst({
    where: { entity: 'run', entityId: runId, action: 'run.approve' },
    orderBy: { id: 'desc' },
    select: { at: true },
  });
  return entry?.at;
}

async function originals({ db }: Dependencies, runId: string): Promise<FileToSend[]> {
  const rows = await db.runFile.findMany({
    where: { runId },
    select: { id: true, name: true, size: true, sha256: true },
    orderBy: { order: 'asc' },
  });
  return rows.map(({ id, ...file }) => ({
    ...file,
    read: () => readOriginal(db, id),
  }));
}

function madeFile({ name, content }: { readonly name: string; readonly content: Buffer }): FileToSend {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { name, size: content.length, sha256, read: () => Promise.resolve(content) };
}
