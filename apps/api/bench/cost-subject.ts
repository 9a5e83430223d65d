import { ALL_CALLS } from '@curvewell/contracts';
import { allConfirmed, type CurveShape, type KitDocument, type RunCheck } from '@curvewell/domain';
import { amplificationSha256, ANALYSER_PROFILES, packAmplification } from '@curvewell/instruments';
import {
  generateCfxXlsx,
  syntheticRun,
  syntheticWells,
  withAmplification,
} from '@curvewell/instruments/generate';

import { putBlob, storeBlobs } from '../src/blobs/blobs.ts';
import { transaction } from '../src/database/db.ts';
import { IDS } from '../test/hostile-values.ts';
import { withoutRules } from '../test/without-rules.ts';
import type { BenchDatabase } from './bench-database.ts';
import type { ChangeSubject } from './cost-changing.ts';
import { formOf, type CostInput, type CostSubject } from './cost-inputs.ts';
import { addManyControls } from './many-controls.ts';

const RUNS = 200;
const CONTROL_RUNS = 1_000;
const ARCHIVED = 40;

/** An input, optionally with a form instead of a body. */
export type Sent = CostInput & { readonly form?: ReturnType<typeof formOf> };

const SHAPE: CurveShape = {
  channel: 'FAM',
  phase: 'MELT',
  before: [47, 49],
  after: [66, 68],
  background: 'linear',
  alignAt: null,
  references: ['HOMOZYGOUS_WILD_TYPE'],
  distance: 1,
  ratio: 2,
};

/** Creates plates, users and kits in the database of the measured product. */
export async function makeSubject(
  { db, makeRun, copyRun }: BenchDatabase,
  ask: ChangeSubject['ask'],
): Promise<CostSubject & ChangeSubject> {
  // With shapes, every curve of the channel is prepared, normalised and compared.
  await db.kitVersion.updateMany({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
    data: { curveShapes: [SHAPE] },
  });
  const run = await makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: true });
  const fresh = await makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: false });
  const openRun = await makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: true });
  const freshRun = await makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: false });
  const archived = await makeRun({ plateType: 'RECTANGULAR_384', isInterpreted: true });
  await addAmplification(db, run.id);
  await copyRun(run.id, RUNS);
  await addManyControls(db, run.id, CONTROL_RUNS);
  const { laboratoryId } = await db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
  const { id: userId } = await db.appUser.update({ where: { login: 'super' }, data: { laboratoryId } });
  const version = await db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
    include: { lots: true },
  });
  const buffer = await db.reactionBuffer.findFirstOrThrow({ where: { name: 'RB-2' } });
  const whole = [run, fresh, openRun, freshRun, archived].map(({ id }) => id);
  const spare = await db.run.findMany({
    where: { id: { notIn: whole }, analyses: { none: {} } },
    select: { id: true },
    take: 10 + ARCHIVED,
  });
  const archivedIds = spare.slice(10).map(({ id }) => id);
  await approve(ask, archived.id);
  const isArchived = { status: 'APPROVED', archivedAt: new Date(), archivedByName: 'Cost' } as const;
  await withoutRules(db, async (tx) => {
    await tx.run.updateMany({ where: { id: { in: [archived.id, ...archivedIds] } }, data: isArchived });
    // The runs to be archived.
    const decided = spare.slice(2, 4).map(({ id }) => id);
    await tx.run.updateMany({ where: { id: { in: decided } }, data: { status: 'APPROVED' } });
  });
  const reading = await db.controlReading.findFirstOrThrow({ select: { id: true } });
  const ids = {
    runId: run.id,
    userId,
    laboratoryId: laboratoryId ?? '',
    id: version.id,
    versionId: version.id,
    kitId: version.kitId,
    analyserId: run.analyser,
    reactionBufferId: buffer.id,
    channel: 'FAM',
    readingId: reading.id,
    lotId: version.lots[0]?.id ?? '',
    kind: 'export',
    version: '0.2.0',
    wellId: Object.values(run.analyses[0]?.wells ?? {})[0]?.id ?? '',
  };
  IDS.push(version.kitId, buffer.id, run.analyser, ids.wellId);
  return {
    db,
    ask,
    run,
    openRun,
    freshRun,
    archivedRunId: archived.id,
    archivedIds,
    ids,
    freshRunId: fresh.id,
    spareRunIds: spare.map(({ id }) => id),
    runFile: await runFile(),
    document: await ask<KitDocument>('GET', `/kit/${version.kitId}/version/${version.id}/document`),
  };
}

/** Curves of every well in two channels, without a Cq in the file, so that each is computed. */
async function addAmplification(db: BenchDatabase['db'], runId: string): Promise<void> {
  const channels = ['FAM', 'TEXAS_RED'] as const;
  const plateType = 'RECTANGULAR_384';
  const { amplification = [] } = withAmplification(
    syntheticRun({
      plateType,
      channels,
      seed: 3,
      noise: 2,
      wells: syntheticWells({ plateType, channels, seed: 3 }),
      phases: ['MELT'],
      temperature: { from: 40, to: 50, step: 1 },
    }),
    { cycleCount: 45, cqOf: () => 26 },
  );
  const { laboratoryId } = await db.run.findUniqueOrThrow({ where: { id: runId } });
  const blob = await putBlob(db, runId, packAmplification(amplification));
  await transaction({ db }, async (tx) => {
    await storeBlobs(tx, { runId, laboratoryId }, [blob]);
    await tx.runAmplification.create({
      data: {
        runId,
        laboratoryId,
        packedSha256: blob.sha256,
        contentSha256: amplificationSha256(amplification),
      },
    });
  });
}

/** Approves as a user who has viewed everything that the check requires. */
async function approve(ask: ChangeSubject['ask'], runId: string): Promise<void> {
  const answers = async (decision: string) => {
    const check = await ask<RunCheck>('GET', `/run/${runId}/check?decision=${decision}`);
    return { shown: check.digest, ...allConfirmed(check) };
  };
  await ask('PUT', `/run/${runId}/submit`, await answers('submit'));
  await ask('PUT', `/run/${runId}/status?status=APPROVED`, await answers('approve'));
}

async function runFile() {
  const channels = ['FAM', 'TEXAS_RED'] as const;
  const plateType = 'RECTANGULAR_384';
  const [file] = await generateCfxXlsx(
    syntheticRun({
      plateType,
      channels,
      seed: 2,
      noise: 2,
      wells: syntheticWells({ plateType, channels, seed: 2 }),
      phases: ['MELT', 'ANNEAL'],
      temperature: { from: 40, to: 75, step: 0.2 },
    }),
  );
  if (file === undefined) throw new Error('the generator wrote no file');
  return file;
}

/** Uploads; the files are created when they are sent. */
export function filesOf(
  name: string,
  { runFile: file, ids, freshRun, document }: CostSubject & ChangeSubject,
): Sent[] {
  const call = ALL_CALLS.find((one) => one.name === name)?.call;
  if (call === undefined || call.files === null) return [];
  if (call.files.field === 'file') {
    const flood = JSON.stringify(
      Object.fromEntries(Array.from({ length: 600_000 }, (_, index) => [`k${index}`, 1])),
    );
    return [
      {
        label: '8 MiB of unknown keys',
        form: formOf(call, { name: 'a.json', bytes: Buffer.from(flood.slice(0, 8 * 1024 * 1024 - 2)) }),
      },
      {
        label: 'its own export',
        isOnce: true,
        form: formOf(
          call,
          {
            name: 'a.json',
            bytes: Buffer.from(JSON.stringify(name === 'lots.import' ? manyLots(document) : document)),
          },
          [['versionName', `v${Date.now()}`]],
        ),
      },
    ];
  }
  const fields =
    name === 'runs.inspect'
      ? []
      : name === 'runs.inspectAs'
        ? [['profile', JSON.stringify(ANALYSER_PROFILES[0])] as const]
        : [['analyser', JSON.stringify({ id: ids['analyserId'] })] as const];
  const more = name === 'runs.setAcquisitions' ? [['kitIds', ids['kitId'] ?? ''] as const] : [];
  return [
    {
      label: '384 wells, two channels',
      params: { runId: freshRun.id },
      form: formOf(call, file, [...fields, ...more]),
    },
  ];
}

/** The maximum number of lots in a document. */
function manyLots({ kit, version }: KitDocument): object {
  const lots = Array.from({ length: 500 }, (_, index) => ({
    name: `Imported ${index}`,
    expirationDate: '2099-12-31',
    active: true,
  }));
  return { format: 'curvewell-lots', formatVersion: 1, kit: kit.name, version: version.version, lots };
}
