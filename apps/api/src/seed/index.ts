import { type Db, transaction } from '../db.ts';
import { seedDemoTemplate } from './demo-template.ts';
import { DEMO_LABORATORY, seedDemoUsers } from './demo-users.ts';
import { seedReference } from './reference.ts';

export { seedDemoRun } from './demo-run.ts';
export { DEMO_USERS } from './demo-users.ts';

/** Passwords take their time to hash, on a crowded machine a minute and more; nobody waits for this transaction. */
const TIMEOUT_MS = 300_000;

interface Options {
  readonly db: Db;
  /** Null with an outside identity provider. */
  readonly demoPassword: string | null;
}

/** Fills a database with what a newcomer starts from. Running it again changes nothing. */
export async function seedDatabase({ db, demoPassword }: Options): Promise<void> {
  await transaction({ db, timeoutMs: TIMEOUT_MS }, async (tx) => {
    await seedReference(tx);
    // A laboratory with a provider of its own has people of its own.
    if (demoPassword === null) return;
    await seedDemoUsers(tx, demoPassword);
    await seedDemoTemplate(tx, DEMO_LABORATORY);
  });
}
