import pg from 'pg';

import { grantToApplication } from '../database/application-role.ts';
import { markRestored } from './installation.ts';
import { prepareJobs } from '../jobs/jobs.ts';
import { knownMigrations, migrate } from '../upgrade/migrations.ts';
import { preparing } from '../upgrade/preparing.ts';
import { bringUpToDate } from '../upgrade/prepare-database.ts';
import type { Progress, ReportProgress } from '../upgrade/progress.ts';
import { checkRestored } from './check-restored.ts';
import { loadBackup, loadJobs } from './load-backup.ts';
import type { Backup } from './read-backup.ts';

interface Options {
  /** Connects as a role that may create databases. Its database is replaced. */
  readonly databaseUrl: string;
  readonly applicationUser: string | null;
  readonly usesObjectStore?: boolean;
  readonly report?: ReportProgress | undefined;
}

export interface Restored {
  /** The new name of the previous database; null: there was none. */
  readonly formerName: string | null;
  /** One line for each check made before the restored database took over. */
  readonly checks: readonly string[];
}

/**
 * Restores a backup into a new database, which replaces the current one only after all checks pass: rows and files
 * match the backup, no bytes are missing, and chains and signatures are intact.
 *
 * @throws Error with the reason; the current database is unchanged
 */
export async function restoreBackup(
  backup: Backup,
  { databaseUrl, applicationUser, usesObjectStore = false, report }: Options,
): Promise<Restored> {
  await refuseNewer(backup);
  const name = databaseName(databaseUrl);
  const server = await connect(withDatabase(databaseUrl, 'postgres'));
  try {
    const owner = await ownerOf(server, name);
    await refuseInUse(server, name);
    const draft = `${name}_restored`;
    await server.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(draft)}`);
    await server.query(
      `CREATE DATABASE ${pg.escapeIdentifier(draft)}${owner === null ? '' : ` OWNER ${pg.escapeIdentifier(owner)}`}`,
    );
    const draftUrl = asRole(withDatabase(databaseUrl, draft), owner);
    const checks = await fill(draftUrl, backup, { applicationUser, usesObjectStore, report });
    if (applicationUser !== null) await openTo(server, draft, applicationUser);
    return { formerName: await replaceDatabase(server, { draft, name }), checks };
  } finally {
    await server.end();
  }
}

async function fill(
  url: string,
  backup: Backup,
  { applicationUser, usesObjectStore = false, report }: Omit<Options, 'databaseUrl'>,
): Promise<readonly string[]> {
  const wanted = new Set(backup.manifest.migrations);
  const prepare = async (client: pg.Client, progress: Progress): Promise<void> => {
    await migrate(client, { wanted });
    await loadBackup(client, backup);
    // The backup may be of an earlier version.
    await bringUpToDate(client, progress);
    await prepareJobs(url);
    await loadJobs(client, backup);
    await markRestored(client, backup.manifest.madeAt);
    if (applicationUser !== null) await grantToApplication(client, applicationUser, { usesObjectStore });
  };
  await preparing(url, prepare, report && { report });
  return checkRestored(url, { usesObjectStore });
}

async function refuseNewer({ manifest }: Backup): Promise<void> {
  const known = new Set(await knownMigrations());
  const unknown = manifest.migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(
      `The backup is from a newer program (${manifest.software}). This program does not know ${unknown.join(', ')}.`,
    );
}

async function refuseInUse(server: pg.Client, name: string): Promise<void> {
  const { rows } = await server.query<{ busy: number }>(
    'SELECT count(*)::int AS busy FROM pg_stat_activity WHERE datname = $1',
    [name],
  );
  const busy = rows[0]?.busy ?? 0;
  if (busy > 0) throw new Error(`Stop the product first: ${busy} connections use “${name}”.`);
}

async function ownerOf(server: pg.Client, name: string): Promise<string | null> {
  const { rows } = await server.query<{ owner: string }>(
    'SELECT datdba::regrole::text AS owner FROM pg_database WHERE datname = $1',
    [name],
  );
  return rows[0]?.owner ?? null;
}

async function openTo(server: pg.Client, name: string, applicationUser: string): Promise<void> {
  const database = pg.escapeIdentifier(name);
  await server.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
  await server.query(`GRANT CONNECT ON DATABASE ${database} TO ${pg.escapeIdentifier(applicationUser)}`);
}

/** @returns the new name of the previous database */
async function replaceDatabase(
  server: pg.Client,
  { draft, name }: { readonly draft: string; readonly name: string },
): Promise<string | null> {
  const rename = (from: string, to: string) =>
    server.query(`ALTER DATABASE ${pg.escapeIdentifier(from)} RENAME TO ${pg.escapeIdentifier(to)}`);
  const { rowCount } = await server.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  const formerName = rowCount === 0 ? null : `${name}_before_${stamp(new Date())}`;
  if (formerName !== null) await rename(name, formerName);
  await rename(draft, name);
  return formerName;
}

/** Format as in file names: 20261122T020000Z. */
export const stamp = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '');

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'curvewell restore' });
  await client.connect();
  return client;
}

const databaseName = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1));

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(name)}`;
  return changed.href;
}

/** New objects belong to the role that owned the previous database. */
function asRole(url: string, role: string | null): string {
  if (role === null) return url;
  const changed = new URL(url);
  changed.searchParams.set('options', `-c role=${role}`);
  return changed.href;
}
