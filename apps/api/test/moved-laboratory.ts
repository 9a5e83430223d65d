import { expect } from 'vitest';

import { recordAudit } from '../src/audit/record-audit.ts';
import { laboratoryTables, named } from '../src/clusters/laboratory-tables.ts';
import { deliveriesOf } from './deliveries.ts';
import { startFtpServer } from './file-server.ts';
import { approvedRun, decide, interpretedRun, submit } from './run-factory.ts';
import { ADDRESS, startTwoClusters, type Cluster, type TwoClusters } from './two-clusters.ts';

export const NORTH = 'Demo laboratory North';
export const SOUTH = 'Demo laboratory South';
/** Commands start the product in a separate process, on a machine with other work. */
export const PATIENT = { timeout: 240_000 };
export const LONG = { timeout: 60_000 };

/** Runs by their final state. */
type RunsByState = Readonly<Record<'approved' | 'archived' | 'rejected' | 'open', string>>;

export interface FilledClusters {
  readonly clusters: TwoClusters;
  readonly a: Cluster;
  readonly b: Cluster;
  /** Of North, in `a`. */
  readonly runs: RunsByState;
}

/** Two clusters, with North and its rows in the first. */
export async function startFilledClusters(): Promise<FilledClusters> {
  const clusters = await startTwoClusters();
  const { a, b } = clusters;
  return { clusters, a, b, runs: await fillNorth(a) };
}

/** Gives North rows in as many tables as possible, with a delivery that waits. */
async function fillNorth(cluster: Cluster): Promise<RunsByState> {
  const { app } = cluster;
  const fileServer = await startFtpServer();
  // A super administrator stays.
  await app.db.appUser.update({ where: { login: 'super' }, data: { laboratoryId: null } });
  await deliveriesOf(
    () => app,
    () => fileServer,
  ).connect();
  const approved = (await approvedRun(app, { seed: 1 })).id;
  await app.work();
  // The server is unavailable: this delivery waits.
  await fileServer.close();
  const archived = (await approvedRun(app, { seed: 2 })).id;
  await app.work();
  const archiving = { markAsToDelete: false };
  expect((await app.call('physician', 'POST', `/run/${archived}/archive`, archiving)).statusCode).toBe(204);
  await app.work();
  const rejected = await interpretedRun(app, { seed: 3 });
  await submit(app, rejected.id);
  expect((await decide(app, rejected.id, { status: 'REJECTED' })).statusCode).toBe(200);
  const open = (await interpretedRun(app, { seed: 4 })).id;
  const comment = await app.call('tech', 'POST', `/run/${open}/comment`, { value: 'Repeat A3' });
  expect(comment.statusCode).toBeLessThan(300);
  await app.db.workListColumns.create({
    data: { laboratoryId: await idOf(cluster, NORTH), columns: { name: 1 }, keptByName: 'Tara Holm' },
  });
  return { approved, archived, rejected: rejected.id, open };
}

export async function idOf({ client }: Cluster, name: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM laboratory WHERE name = $1', [name]);
  return rows[0]?.id ?? '';
}

/** Every row of the laboratory as JSON text by table, read without the code that copies. */
export async function rowsOf({ client }: Cluster, laboratoryId: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const tables = await laboratoryTables(client, laboratoryId);
  for (const { name, where, columns } of tables) {
    const own = columns.filter(
      (column) => !['move_state', 'lives_at', 'moved_at', 'runs_counted_at'].includes(column),
    );
    const { rows } = await client.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM (SELECT ${named(own)} FROM "${name}" WHERE ${where}) t`,
    );
    found[name] = rows.map(({ row }) => row).sort();
  }
  return found;
}

/** A change that no request makes, such as that of a job. */
export const writeIn = ({ app }: Cluster, laboratoryId: string) =>
  recordAudit(
    app.db,
    { userId: null, name: 'Curvewell', laboratory: { id: laboratoryId } },
    { action: 'laboratory.update', entity: 'laboratory', entityId: laboratoryId },
  );

/** The command line that moves North to the second cluster. */
export const moveNorth = ({ b }: TwoClusters, ...more: string[]) => [
  'move-laboratory',
  NORTH,
  '--to',
  ADDRESS.b,
  '--database',
  b.file,
  ...more,
];

/** Moves a laboratory to the second cluster in this process, which need not wait for others. */
export const quickMove = ({ a, b }: TwoClusters, name: string) => ({
  sourceUrl: a.url,
  targetUrl: b.url,
  name,
  address: ADDRESS.b,
  actor: { userId: null, name: 'Command line (ops)', laboratory: null },
  patience: { settleMs: 0, drainMs: 30_000, catalogueMs: 10_000 },
  report: (): void => undefined,
});
