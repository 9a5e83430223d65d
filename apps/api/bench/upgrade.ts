/**
 * `pnpm bench:upgrade`: how long upgrading a large database of each former release takes, and how long other
 * requests wait meanwhile. `ENTRIES` and `RUNS` set the size (a million, ten thousand).
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pg from 'pg';

import { prepareDatabase } from '../src/upgrade/prepare-database.ts';
import { startEmbeddedPostgres } from '../src/standalone/postgres.ts';
import { chainAudit } from '../src/upgrade/chain-audit.ts';
import { SILENT } from '../src/upgrade/progress.ts';
import { addEntries, addRuns, loadRelease } from '../test/releases/large-upgrade.ts';
import { print } from './table.ts';

const ENTRIES = Number(process.env['ENTRIES'] ?? 1_000_000);
const RUNS = Number(process.env['RUNS'] ?? 10_000);
/** Whether its audit entries are chained. */
const RELEASES = { e6f2545: false, '088e2fb': true } as const;

const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-upgrade-'));
// The account of the database server must be able to traverse the folder.
await chmod(folder, 0o711);
const postgres = await startEmbeddedPostgres({ dataDirectory: path.join(folder, 'postgres') });
try {
  for (const [release, isNumbered] of Object.entries(RELEASES)) await measure(release, isNumbered);
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(release: string, isChained: boolean): Promise<void> {
  const databaseUrl = postgres.url.replace(/[^/]+$/, `upgrade_${release}`);
  const admin = await connect(postgres.url);
  await admin.query(`CREATE DATABASE upgrade_${release}`);
  await loadRelease(databaseUrl, release);
  const client = await connect(databaseUrl);
  await addEntries(client, ENTRIES, isChained);
  if (isChained) await chainAudit(client, SILENT);
  await addRuns(client, RUNS);
  await client.query('CHECKPOINT');
  print(`\n${release}, ${ENTRIES.toLocaleString('en-GB')} entries, ${RUNS.toLocaleString('en-GB')} runs`);

  const writer = writeBeside(client);
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(0).padStart(5);
  await prepareDatabase({
    databaseUrl,
    applicationUser: null,
    report: (text) => {
      print(`${seconds()} s  ${text}`);
    },
  });
  print(`${seconds()} s  Done. ${await writer.end()}`);
  await client.end();
  await admin.query(`DROP DATABASE upgrade_${release}`);
  await admin.end();
}

/** Changes one run after the other, as users of the former processes do. */
function writeBeside(client: pg.Client): { readonly end: () => Promise<string> } {
  const state = { isOn: true };
  const waits: number[] = [];
  const writing = (async () => {
    while (state.isOn) {
      const startedAt = performance.now();
      await client.query(`UPDATE run SET name = name WHERE id = (SELECT id FROM run LIMIT 1)`);
      waits.push(performance.now() - startedAt);
    }
  })();
  return {
    end: async () => {
      state.isOn = false;
      await writing;
      return `${waits.length.toLocaleString('en-GB')} changes of runs meanwhile, the longest took ${Math.max(...waits).toFixed(0)} ms.`;
    },
  };
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
