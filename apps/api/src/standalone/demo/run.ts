import type { SeedParts } from '../../product.ts';
import { demoActor, importPlate, interpretPlate, submitPlate } from './make-run.ts';
import { demoSynthesis, demoWells } from './plate.ts';

/**
 * Gives a laboratory without any run its first one, through the product's own
 * import, configuration, interpretation and submission: a run to review.
 *
 * @param login - the technician who does it
 * @param keptFree - numbers that stay free before it, for runs of earlier days
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
