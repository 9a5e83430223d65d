import type { SeedParts } from '../../product.ts';
import { demoActor, importPlate, interpretPlate, submitPlate } from './make-run.ts';
import { demoSynthesis, demoWells } from './plate.ts';

/**
 * Creates the first run of an empty laboratory through the product's own import, setup, interpretation and
 * submission: a run to review.
 *
 * @param login - the technician
 * @param keptFree - numbers reserved for earlier runs
 */
export async function seedDemoRun(parts: SeedParts, login: string, keptFree: number): Promise<void> {
  const { db } = parts;
  const actor = await demoActor(db, login, 'seed');
  if (actor === null) return;
  const laboratoryId = actor.laboratory.id;
  if ((await db.run.count({ where: { laboratoryId } })) > 0) return;
  if (keptFree > 0) {
    const kept = { laboratoryId, lastBusinessId: keptFree };
    await db.runCounter.upsert({ where: { laboratoryId }, create: kept, update: {} });
  }
  const wells = demoWells();
  const plate = {
    plateId: 'P-20261119-01',
    lot: '26B0417',
    seed: 13_910,
    wells,
    synthesis: demoSynthesis(wells),
    runDate: new Date('2026-11-19T08:12:00Z'),
  };
  const run = await importPlate(parts, actor, plate);
  await interpretPlate(parts, actor, { run, plate });
  await submitPlate(parts, actor, run.id);
}
