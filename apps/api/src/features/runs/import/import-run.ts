import { randomInt } from 'node:crypto';

import type { ReadAnswers, Run } from '@curvewell/domain';
import type { ReaderLimits, RunFile } from '@curvewell/instruments';

import { orRemoveObjects } from '../../../blobs/blobs.ts';
import { newId } from '../../../database/new-id.ts';
import { recordAudit } from '../../../audit/record-audit.ts';
import type { Clock } from '../../../clock.ts';
import { type Db, transaction, type Tx } from '../../../database/db.ts';
import { AppError } from '../../../errors.ts';
import type { Analyser, Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import type { UploadedFile } from '../../../formats/uploaded-file.ts';
import { traced } from '../../../telemetry/trace-channels.ts';
import { storeDyes, keptDyes } from './kept-dyes.ts';
import { getRun } from '../read/queries.ts';
import { readRunFiles } from './read-run-files.ts';
import { runDateOf, zoneOf, type RunDate } from './run-date.ts';
import { indexRuns, numberIndexedRun } from '../list/run-search.ts';
import { putCurves, putOriginals, storeCurves, storeFiles } from './store-run-file.ts';

/** A plate of 384 wells takes well under a second, longer on a slow disk. */
export const STORE_TIMEOUT_MS = 20_000;

interface Import {
  readonly analyserId: string;
  readonly files: readonly UploadedFile[];
  /** Data that the files lack. */
  readonly answers?: ReadAnswers | undefined;
  /** Stores the answers about the dyes for further runs of this analyser. */
  readonly keepsDyes?: boolean;
  /** A number reserved for this run; omitted: the next one. */
  readonly businessId?: number;
  /** Aborted when the client disconnects; then the files are not read. */
  readonly signal?: AbortSignal;
}

/**
 * Creates a run from an analyser's files. The reader process reads the files first; then one transaction
 * stores the whole run or nothing. Stores only the files that the run uses.
 *
 * @throws AppError `invalid-request`, `unreadable-file`, `unsupported-file`, `file-too-large`, `busy`
 */
export async function importRun(
  {
    db,
    clock,
    readerLimits: limits,
  }: { readonly db: Db; readonly clock: Clock; readonly readerLimits?: ReaderLimits },
  actor: LaboratoryCaller,
  { analyserId, files: sent, answers = {}, keepsDyes = false, businessId, signal }: Import,
): Promise<Run> {
  if (sent.length === 0) throw new AppError('invalid-request', 'Choose at least one file.');
  const analyser = await activeAnalyser(db, analyserId);
  const kept = await keptDyes(db, actor, { analyserIds: [analyser.id] });
  const runFile = await traced('read run files', () =>
    readRunFiles(analyser, sent, { signal, answers, kept, limits }),
  );
  const isNeeded = (_: unknown, source: number) => runFile.sources.includes(source);
  const files = sent.filter(isNeeded);
  const owner = { runId: newId(), laboratoryId: actor.laboratory.id };
  // Loaded only now, so that waiting uploads use no memory.
  const [originals, curves] = await Promise.all([
    putOriginals(db, { ...owner, files }),
    putCurves(db, owner.runId, runFile),
  ]);

  const store = async (tx: Tx): Promise<Run> => {
    await tx.run.create({
      data: {
        id: owner.runId,
        laboratoryId: owner.laboratoryId,
        businessId: provisionalBusinessId(),
        createdById: actor.userId,
        createdByName: actor.name,
        name: nameOf(files),
        fileName: files.map(({ name }) => name).join(', '),
        runDateRecorded: true,
        ...factsOf({ runFile, analyser, laboratory: actor.laboratory, now: clock.now() }),
      },
      select: { id: true },
    });
    await storeFiles(tx, owner, originals);
    await storeCurves(tx, owner, curves);
    if (keepsDyes) await storeDyes(tx, actor, { analyserId, dyes: answers.dyes ?? [] });
    await recordAudit(tx, actor, {
      action: 'run.import',
      entity: 'run',
      entityId: owner.runId,
      details: {
        analyser: analyser.name,
        files: files.map(({ name, sha256, size }) => ({ name, sha256, size })),
        ...(files.length < sent.length && {
          notKept: sent.filter((file) => !files.includes(file)).map(({ name }) => name),
        }),
        ...(answers.run !== undefined && { run: answers.run }),
        ...(answers.dyes !== undefined && { dyes: answers.dyes.map((dye) => ({ ...dye })) }),
      },
    });
    await numberRun(tx, owner, businessId);
    return getRun(tx, actor, owner);
  };
  const blobs = [
    ...originals,
    ...curves.curves,
    ...(curves.amplification === null ? [] : [curves.amplification]),
  ];
  const names = blobs.map(({ blob: { sha256 } }) => ({ runId: owner.runId, sha256 }));
  return orRemoveObjects(db, names, () => transaction({ db, actor, timeoutMs: STORE_TIMEOUT_MS }, store));
}

/** An active analyser. @throws AppError `invalid-request` */
export async function activeAnalyser(db: Db, analyserId: string): Promise<Analyser> {
  const analyser = await db.analyser.findFirst({ where: { id: analyserId, active: true } });
  if (analyser === null) throw new AppError('invalid-request', 'This analyser does not exist.');
  return analyser;
}

export function factsOf({
  runFile,
  analyser,
  laboratory,
  now,
}: {
  readonly runFile: RunFile;
  readonly analyser: Analyser;
  readonly laboratory: { readonly timeZone: string };
  readonly now: Date;
}): RunDate &
  Pick<
    Prisma.RunUncheckedCreateInput,
    'analyserId' | 'plateType' | 'plateId' | 'instrumentName' | 'importReport'
  > {
  const { instrument, plateType, plateId, runDate, report } = runFile;
  const instrumentName = instrument.name ?? instrument.model ?? analyser.name;
  return {
    analyserId: analyser.id,
    plateType,
    plateId,
    instrumentName: instrument.serial === null ? instrumentName : `${instrumentName} (${instrument.serial})`,
    ...runDateOf(runDate, { zone: zoneOf(analyser, laboratory), now }),
    importReport: report,
  };
}

const LONGEST_NAME = 100;

/** The default name of a run: its first file's name without extension. */
function nameOf([first]: readonly UploadedFile[]): string {
  return (first?.name ?? '').replace(/\.\w{1,5}$/, '').slice(0, LONGEST_NAME);
}

/** Placeholder; other users cannot see the run until it has its number. */
const provisionalBusinessId = () => -randomInt(1, 2 ** 31);

/**
 * Numbers runs from 1 in each laboratory. Concurrent imports wait for one another from here until the commit,
 * so this comes last.
 */
async function numberRun(
  tx: Tx,
  owner: { readonly runId: string; readonly laboratoryId: string },
  keptFree: number | undefined,
): Promise<void> {
  if (keptFree === undefined) return numberIndexedRun(tx, owner);
  const { runId } = owner;
  await tx.run.update({ where: { id: runId }, data: { businessId: keptFree }, select: { id: true } });
  await indexRuns(tx, runId);
}
