import process from 'node:process';

import { logFailedStart, messageOf, starting } from './process/failed-start.ts';
import { printLine } from './process/lifecycle.ts';
import { prepareDatabase } from './upgrade/prepare-database.ts';
import { processConfig } from './settings/process-config.ts';
import { logLine } from './telemetry/log.ts';

/** Prepares the database and exits. Runs with the role that owns the tables. */
try {
  const { databaseUrl, applicationUser, usesObjectStore } = await starting('settings', settings);
  const applied = await starting('database', () =>
    prepareDatabase({ databaseUrl, applicationUser, usesObjectStore, report: logLine }),
  );
  printLine(applied.length === 0 ? 'Nothing to migrate.' : `Migrated: ${applied.join(', ')}`);
} catch (error) {
  logFailedStart(messageOf(error), error);
  process.exitCode = 1;
}

function settings() {
  const { databaseUrl, databaseApplicationUser: applicationUser, originals } = processConfig();
  if (databaseUrl === null)
    throw new Error('Set DATABASE_URL or DATABASE_HOST to the database of the product.');
  return { databaseUrl, applicationUser, usesObjectStore: originals !== null };
}
