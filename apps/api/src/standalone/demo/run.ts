import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Run, UpdateRun } from '@curvewell/contracts';
import { generateCfxXlsx, syntheticRun } from '@curvewell/instruments/generate';

import type { Db } from '../../db.ts';
import { readCheck, submitRun } from '../../features/decisions/index.ts';
import { createActor } from '../../features/identity/index.ts';
import { interpretRun } from '../../features/interpretation/index.ts';
import { importRun, updateRun } from '../../features/runs/index.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import type { UploadedFile } from '../../http/uploads.ts';
import type { SeedParts } from '../../product.ts';
import type { WorkFolder } from '../../work-folder.ts';
import { demoSynthesis, demoWells, type DemoWell } from './plate.ts';

const ANALYSER = 'Bio-Rad CFX96';
const KIT = 'LCT-13910';
const KIT_VERSION = 'v2';
const BUFFER = 'RB-2';
const LOT = '26B0417';

/**
 * Gives a laboratory without any run its first one, through the product's own
 * import, configuration, interpretation and submission: a run to review.
 *
 * @param login - the technician who does it
 */
export async function seedDemoRun(parts: SeedParts, login: string): Promise<void> {
  const { db } = parts;
  const user = await db.appUser.findUnique({ where: { login }, include: { laboratory: true } });
  const laboratory = user?.laboratory ?? null;
  if (user === null || laboratory === null) return;
  if ((await db.run.count({ where: { laboratoryId: laboratory.id } })) > 0) return;
  const actor: LaboratoryCaller = { ...createActor(user, []), laboratory, requestId: 'seed' };

  const wells = demoWells();
  const analyser = await db.analyser.findUniqueOrThrow({ where: { name: ANALYSER } });
  const imported = await withDemoFiles(parts.workFolder, wells, (files) =>
    importRun(parts, actor, { analyserId: analyser.id, files }),
  );
  const body = await configuration(db, wells, imported);
  await updateRun(parts, actor, { runId: imported.id, body });
  await interpretRun(parts, actor, { runId: imported.id });
  const { digest: shown } = await readCheck(db, actor, { runId: imported.id, decision: 'submit' });
  await submitRun(parts, actor, { runId: imported.id, body: { shown, confirmed: [], reasons: {} } });
}

/** Writes what a cycler would have written of the demo plate. */
async function withDemoFiles<T>(
  workFolder: WorkFolder,
  wells: readonly DemoWell[],
  use: (files: readonly UploadedFile[]) => Promise<T>,
): Promise<T> {
  const generated = await generateCfxXlsx(
    syntheticRun({
      plateType: 'RECTANGULAR_96',
      wells: demoSynthesis(wells),
      channels: ['FAM', 'TEXAS_RED'],
      phases: ['MELT', 'ANNEAL'],
      temperature: { from: 40, to: 75, step: 0.2 },
      noise: 4,
      seed: 13_910,
      runDate: '2026-11-19T08:12:00Z',
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

/** What a technician would have entered in steps 1 and 2. */
async function configuration(db: Db, wells: readonly DemoWell[], run: Run): Promise<UpdateRun> {
  const version = await db.kitVersion.findFirstOrThrow({
    where: { version: KIT_VERSION, kit: { name: KIT } },
    include: { lots: { where: { name: LOT } }, kit: { include: { diagnostics: true } } },
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
    plateId: 'P-20261119-01',
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
            expectedDiagnostic: sampleType === 'STANDARD' ? (diagnostics.get(truth[channel]) ?? null) : null,
          },
        ]),
      ),
    })),
  };
}
