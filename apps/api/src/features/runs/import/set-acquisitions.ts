import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { importReportSchema, type Run } from '@curvewell/domain';
import type { ReaderLimits, RunCurve } from '@curvewell/instruments';

import { differences, recordAudit, staleError } from '../../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../../database/db.ts';
import { visibleKit } from '../../../database/kit-scope.ts';
import { AppError, notFound } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import type { UploadedFile } from '../../../formats/uploaded-file.ts';
import { dropUnnamedBlobs } from '../../../blobs/blobs.ts';
import { readOriginal } from '../../../blobs/originals.ts';
import type { WorkFolder } from '../../../process/work-folder.ts';
import { changeWells } from '../../plate/index.ts';
import { changeLocked } from '../change/change-run.ts';
import { activeAnalyser, factsOf, STORE_TIMEOUT_MS } from './import-run.ts';
import { keptDyes } from './kept-dyes.ts';
import { getRun, ownRun } from '../read/queries.ts';
import { readRunFiles } from './read-run-files.ts';
import { indexRuns } from '../list/run-search.ts';
import { putCurves, putOriginals, storeCurves, storeFiles } from './store-run-file.ts';

interface Dependencies {
  readonly db: Db;
  readonly workFolder: WorkFolder;
  readonly readerLimits: ReaderLimits;
}

interface Acquisitions {
  readonly runId: string;
  readonly analyserId: string;
  readonly kitIds: readonly string[];
  /** The revision that the caller has seen; default: the stored one. */
  readonly revision?: number | undefined;
  /** Replaces the run's files; empty: the stored ones are kept. */
  readonly files: readonly UploadedFile[];
  /** Aborted when the client disconnects; then nothing is read. */
  readonly signal: AbortSignal;
}

/**
 * Sets the analyser of a run and checks its kits. Reads the files again when files are sent or the analyser
 * changes. Other files replace all wells by unset ones. With another analyser, wells that still exist keep
 * their setup.
 *
 * The files are read before the transaction. If the run changes meanwhile, the request is refused as stale.
 *
 * @throws AppError `not-found`, `stale`, `illegal-transition`, `invalid-request`, and the errors of the
 * reader
 */
export async function setAcquisitions(
  { db, workFolder, readerLimits: limits }: Dependencies,
  actor: LaboratoryCaller,
  { runId, analyserId, kitIds, files: sent, signal, ...known }: Acquisitions,
): Promise<Run> {
  const run = await db.run.findFirst({
    where: ownRun(actor, runId, 'live'),
    select: {
      analyserId: true,
      revision: true,
      importReport: true,
      analyser: { select: { name: true } },
      files: { select: { name: true, sha256: true }, orderBy: { order: 'asc' } },
    },
  });
  if (run === null) throw notFound('run');
  const revision = known.revision ?? run.revision;
  const analyser = await activeAnalyser(db, analyserId);
  const kits = await kitNames(db, actor, kitIds);

  const isUnchanged = sent.length === 0 && run.analyserId === analyserId;
  const kept = await keptDyes(db, actor, { analyserIds: [analyserId] });
  // The stored files are read with their stored answers, so that users need not answer again.
  const { answers } = importReportSchema.pick({ answers: true }).parse(run.importReport);
  const runFile = isUnchanged
    ? null
    : sent.length > 0
      ? await readRunFiles(analyser, sent, { signal, kept, limits })
      : await workFolder.use(async (folder) =>
          readRunFiles(analyser, await layOnDisk(db, runId, folder), { signal, answers, kept, limits }),
        );
  const files = sent.filter((_, source) => runFile?.sources.includes(source));
  const originals = await putOriginals(db, { runId, files });
  const curves = runFile && (await putCurves(db, runId, runFile));

  return transaction({ db, actor, on: runId, timeoutMs: STORE_TIMEOUT_MS }, async (tx) => {
    await changeLocked(tx, actor, {
      runId,
      permission: 'canConfigure',
      refusal: 'The files of an interpreted run cannot be changed.',
      change: async (_, row) => {
        if (row.revision !== revision || row.revision !== run.revision)
          throw await staleError(tx, actor, 'run', runId);
        const owner = { runId, laboratoryId: actor.laboratory.id };
        if (files.length > 0) {
          await tx.runFile.deleteMany({ where: { runId } });
          await storeFiles(tx, owner, originals);
        }
        if (runFile !== null && curves !== null) {
          await removeCurves(tx, runId, files.length > 0 ? [] : runFile.curves);
          await storeCurves(tx, owner, curves);
          await dropUnnamedBlobs(tx, runId);
          const { plateId: _, ...facts } = factsOf({
            runFile,
            analyser,
            laboratory: row.laboratory,
            now: row.importedAt,
          });
          // Keeps the user's date when the same files still lack one.
          const keepsDate =
            files.length === 0 && facts.runDateSource === 'IMPORT' && row.runDateSource === 'PERSON';
          const { runDate, runDateSource, runDateZone, runDateText, runDateById, runDateByName } = row;
          const fileName = files.map(({ name }) => name).join(', ');
          await tx.run.update({
            where: { id: runId },
            data: {
              ...facts,
              ...(keepsDate && {
                runDate,
                runDateSource,
                runDateZone,
                runDateText,
                runDateById,
                runDateByName,
              }),
              ...(files.length > 0 && { fileName }),
              // The confirmation referred to the previous curves.
              fitAnswer: Prisma.DbNull,
              revision: { increment: 1 },
            },
          });
          await indexRuns(tx, runId);
        }
        await recordAudit(tx, actor, {
          action: 'run.acquisitions',
          entity: 'run',
          entityId: runId,
          details: {
            ...differences(
              readingOf({ analyser: run.analyser, files: run.files }),
              readingOf({ analyser, files: files.length > 0 ? files : run.files }),
            ),
            kits,
          },
        });
      },
    });
    return getRun(tx, actor, { runId });
  });
}

interface Reading {
  readonly analyser: { readonly name: string };
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

/** Analyser and files, for the audit trail. */
const readingOf = ({ analyser, files }: Reading) => ({
  analyser: analyser.name,
  files: files.map(({ name, sha256 }) => `${name} ${sha256}`),
});

/** Deletes the curves, and the wells that are not read again; the others have a setup and comments. */
async function removeCurves(tx: Tx, runId: string, again: readonly RunCurve[]): Promise<void> {
  await tx.runCurves.deleteMany({ where: { runId } });
  await tx.runAmplification.deleteMany({ where: { runId } });
  const positions = new Map(
    [...Map.groupBy(again, ({ channel }) => channel)].map(([channel, curves]) => [
      channel,
      [...new Set(curves.map(({ position }) => position))],
    ]),
  );
  await tx.channelAnalysis.deleteMany({ where: { runId, channel: { notIn: [...positions.keys()] } } });
  if (positions.size === 0) return;
  // Those of an earlier run become values.
  await changeWells(tx, runId, {});
  await tx.$executeRaw`
    UPDATE channel_analysis a SET wells = coalesce((
      SELECT jsonb_agg(w.value ORDER BY w.place) FROM jsonb_array_elements(a.wells) WITH ORDINALITY AS w(value, place)
      WHERE jsonb_exists(read.positions, w.value->>'position')), '[]')
    FROM jsonb_each(${JSON.stringify(Object.fromEntries(positions))}::jsonb) AS read(channel, positions)
    WHERE a.run_id = ${runId}::uuid AND a.channel::text = read.channel`;
}

/** @throws AppError `invalid-request` for a kit that does not exist */
async function kitNames(db: Db, actor: LaboratoryCaller, kitIds: readonly string[]): Promise<string[]> {
  const known = await db.kit.findMany({
    where: { id: { in: [...kitIds] }, active: true, ...visibleKit(actor) },
    select: { name: true },
    orderBy: { name: 'asc' },
  });
  if (known.length !== new Set(kitIds).size)
    throw new AppError('invalid-request', 'One of these kits does not exist.');
  return known.map(({ name }) => name);
}

interface StoredFile {
  readonly path: string;
  readonly name: string;
}

/** Writes the stored files to disk for the reader, so that they use no memory while they wait. */
async function layOnDisk(db: Db, runId: string, folder: string): Promise<StoredFile[]> {
  const stored = await db.runFile.findMany({
    where: { runId },
    orderBy: { order: 'asc' },
    select: { id: true, name: true },
  });
  const files = stored.map(({ name }, order) => ({ path: path.join(folder, String(order)), name }));
  for (const [order, { id }] of stored.entries())
    await writeFile(path.join(folder, String(order)), await readOriginal(db, id));
  return files;
}
