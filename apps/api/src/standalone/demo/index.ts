import { transaction, type Db } from '../../database/db.ts';
import type { SeedParts } from '../../product.ts';
import { seedSamples } from '../../seed/index.ts';
import { HISTORY_RUNS } from './history-plan.ts';
import { demoHistory } from './history.ts';
import { seedDemoRun } from './run.ts';
import { seedDemoTemplate } from './template.ts';
import { DEMO_LABORATORY, seedDemoUsers } from './users.ts';

export { readDemoPassword } from './password.ts';
export { DEMO_USERS } from './users.ts';

/** Hashing passwords can take a minute on a busy machine, and nobody waits for this transaction. */
const TIMEOUT_MS = 300_000;
/** The users who import the demo runs and decide on the earlier ones. */
const TECHNICIAN = 'tech';
const PHYSICIAN = 'physician';

/** Seeds laboratories, a user for each role, a template and a run to review. Idempotent. */
export async function seedDemo(
  parts: SeedParts,
  { password, hasHistory }: { readonly password: string; readonly hasHistory: boolean },
): Promise<void> {
  await seedDemoPeople(parts.db, password);
  await seedDemoRun(parts, TECHNICIAN, hasHistory ? HISTORY_RUNS : 0);
  if (!hasHistory) return;
  await transaction({ db: parts.db }, (tx) => parts.jobs.ask(tx, 'demo-history', { data: {} }));
}

/** Earlier runs of the demo laboratory, created in the background. */
export const seedDemoHistory = (parts: SeedParts): ReturnType<typeof demoHistory> =>
  demoHistory(parts, { technician: TECHNICIAN, physician: PHYSICIAN });

/** The demo without its run: sample kits, laboratories, users and a template. */
export async function seedDemoPeople(db: Db, password: string): Promise<void> {
  await transaction({ db, timeoutMs: TIMEOUT_MS }, async (tx) => {
    await seedSamples(tx);
    await seedDemoUsers(tx, password);
    await seedDemoTemplate(tx, DEMO_LABORATORY);
  });
}
