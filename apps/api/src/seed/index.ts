import type { Db } from '../db.ts';
import { seedDemoTemplate } from './demo-template.ts';
import { DEMO_LABORATORY, seedDemoUsers } from './demo-users.ts';
import { seedReference } from './reference.ts';

export { seedDemoRun } from './demo-run.ts';
export { DEMO_USERS } from './demo-users.ts';

/** Passwords take their time to hash. */
const TIMEOUT_MS = 60_000;

interface Options {
  readonly db: Db;
  /** Null with an outside identity provider. */
  readonly demoPassword: string | null;
}

/** Fills a database with what a newcomer starts from. Running it again changes nothing. */
export async function seedDatabase({ db, demoPassword }: Options): Promise<void> {
  await db.$transaction(
    async (tx) => {
      await seedReference(tx);
      // A laboratory with a provider of its own has people of its own.
      if (demoPassword === null) return;
      await seedDemoUsers(tx, demoPassword);
      await seedDemoTemplate(tx, DEMO_LABORATORY);
    },
    { timeout: TIMEOUT_MS },
  );
}
