import process from 'node:process';

import { say } from './lifecycle.ts';
import { prepareDatabase } from './prepare-database.ts';
import { processConfig } from './process-config.ts';

/** Makes the database ready for this program and ends; run with the role that owns the tables. */
try {
  const { databaseUrl, databaseApplicationUser: applicationUser } = processConfig();
  if (databaseUrl === null)
    throw new Error('Set DATABASE_URL or DATABASE_HOST to the database of the product.');
  const applied = await prepareDatabase({ databaseUrl, applicationUser });
  say(applied.length === 0 ? 'Nothing to migrate.' : `Migrated: ${applied.join(', ')}`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
