import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { UpdateRun } from '@curvewell/contracts';
import { allConfirmed, NO_ANSWERS, type Run } from '@curvewell/domain';
import { generateCfxXlsx, syntheticRun, type SyntheticWell } from '@curvewell/instruments/generate';

import type { Db } from '../../database/db.ts';
import { NO_OUTSIDE_HEADS } from '../../features/audit/index.ts';
import { decideRun, readCheck, submitRun } from '../../features/decisions/index.ts';
import { createActor, realmRoles } from '../../features/identity/index.ts';
import { knowsAllChanges } from '../../features/users/index.ts';
import { interpretRun } from '../../features/interpretation/index.ts';
import { importRun, updateRun } from '../../features/runs/index.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import type { UploadedFile } from '../../formats/uploaded-file.ts';
import type { SeedParts } from '../../product.ts';
import type { WorkFolder } from '../../process/work-folder.ts';
import type { DemoWell } from './plate.ts';

const ANALYSER = 'Bio-Rad CFX96';
const KIT = 'LCT-13910';
const KIT_VERSION = 'v2';
const BUFFER = 'RB-2';

/** A plate of the demo: its content, and when and how it was read. */
export interface DemoPlate {
  readonly plateId: string;
  readonly lot: string;
  readonly wells: readonly DemoWell[];
  readonly synthesis: readonly SyntheticWell[];
  readonly seed: number;
  readonly runDate: Date;
  /** A number reserved for it; omitted: the next one. */
  readonly businessId?: number;
}

/** A demo user with their laboratory; null: the user does not exist or has no laboratory. */
export async function demoActor(db: Db, login: string, requestId: string): Promise<LaboratoryCaller | null> {
  const user = await db.appUser.findUnique({ where: { login }, include: { laboratory: true } });
  const laboratory = user?.laboratory ?? null;
  return user === null || laboratory === null
    ? null
    : { ...createActor(user, realmRoles(user)), laboratory, requestId };
}

export async function importPlate(parts: SeedParts, actor: LaboratoryCaller, plate: DemoPlate): Promise<Run> {
  const analyser = await parts.db.analyser.findUniqueOrThrow({ where: { name: ANALYSER } });
  const { businessId } = plate;
  return withFiles(parts.workFolder, plate, (files) =>
    importRun(parts, actor, {
      analyserId: analyser.id,
      files,
      ...(businessId !== undefined && { businessId }),
    }),
  );
}

async function withFiles<T>(
  workFolder: WorkFolder,
  { synthesis, seed, runDate }: DemoPlate,
  use: (files: readonly UploadedFile[]) => Promise<T>,
): Promise<T> {
  const generated = await generateCfxXlsx(
    syntheticRun({
      plateType: 'RECTANGULAR_96',
      wells: synthesis,
      channels: ['FAM', 'TEXAS_RED'],
      phases: ['MELT', 'ANNEAL'],
      temperature: { from: 40, to: 75, step: 0.2 },
      noise: 4,
      seed,
      runDate: `${runDate.toISOString().slice(0, 19)}Z`,
      serial: 'CW000001',
    }),
  );
  return workFolder.use(async (folder) => {
    const files = generated.map(({ name, bytes }, order) => ({
      name,
      path: path.join(folder, String(order)),
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }));
    for (const [order, { bytes }] of generated.entries())
      await writeFile(path.join(folder, String(order)), bytes);
    return use(files);
  });
}

/** Sets the wells as a technician would in steps 1 and 2, and interprets the run. */
export async function interpretPlate(
  parts: SeedParts,
  actor: LaboratoryCaller,
  { run, plate }: { readonly run: Run; readonly plate: DemoPlate },
): Promise<void> {
  const body = await configuration(parts.db, run, plate);
  await updateRun(parts, actor, { runId: run.id, body });
  await interpretRun(parts, actor, { runId: run.id });
}

async function configuration(db: Db, run: Run, { wells, lot, plateId }: DemoPlate): Promise<UpdateRun> {
  const version = await db.kitVersion.findFirstOrThrow({
    where: { version: KIT_VERSION, kit: { name: KIT } },
    include: { lots: { where: { name: lot } }, kit: { include: { diagnostics: true } } },
  });
  const reactionBuffer = await db.reactionBuffer.findFirstOrThrow({ where: { name: BUFFER } });
  const lots = version.lots.map(({ id }) => ({ id }));
  const diagnostics = new Map(
    version.kit.diagnostics.map(({ diagnosticName, id }) => [diagnosticName, { id }]),
  );
  const kitVersion = { id: version.id };
  const buffer = { id: reactionBuffer.id };
  return {
    revision: run.revision,
    plateId,
    kits: [{ kitVersion, reactionBuffer: buffer, lots }],
    analyses: run.analyses.map(({ channel }) => ({
      channel,
      wells: Object.fromEntries(
        wells.map(({ position, name, sampleType, truth }) => [
          position,
          {
            name,
            sampleType,
            kitVersion,
            lot: lots[0] ?? null,
            reactionBuffer: buffer,
            expectedDiagnostic:
              sampleType === 'STANDARD' && (channel === 'FAM' || channel === 'TEXAS_RED')
                ? (diagnostics.get(truth[channel]) ?? null)
                : null,
          },
        ]),
      ),
    })),
  };
}

type Deciding = Pick<SeedParts, 'db' | 'clock' | 'jobs' | 'signer' | 'analysisWorkers'>;

/** Submits a run after reading its check. */
export async function submitPlate(
  dependencies: Deciding,
  actor: LaboratoryCaller,
  runId: string,
): Promise<void> {
  const { digest: shown } = await readCheck(dependencies, actor, { runId, decision: 'submit' });
  await submitRun({ ...dependencies, outsideHeads: NO_OUTSIDE_HEADS }, actor, {
    runId,
    body: { shown, ...NO_ANSWERS },
  });
}

/** Approves or rejects a run after reading its check. */
export async function decidePlate(
  dependencies: Deciding,
  actor: LaboratoryCaller,
  { runId, reason }: { readonly runId: string; readonly reason?: string },
): Promise<void> {
  const check = await readCheck(dependencies, actor, { runId, decision: 'approve' });
  const outside = {
    outsideHeads: NO_OUTSIDE_HEADS,
    identityAdmin: knowsAllChanges,
    timeStamps: { isOn: false },
  };
  await decideRun({ ...dependencies, ...outside }, actor, {
    runId,
    decision: reason === undefined ? 'APPROVED' : 'REJECTED',
    // A synthetic run must not be sent to a file server.
    sends: false,
    body: { shown: check.digest, ...allConfirmed(check), ...(reason !== undefined && { reason }) },
  });
}
