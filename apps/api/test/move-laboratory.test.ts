import { once } from 'node:events';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { recordAudit } from '../src/audit/record-audit.ts';
import { laboratoryTables, named } from '../src/clusters/laboratory-tables.ts';
import { cancelMove, moveLaboratory } from '../src/clusters/move-laboratory.ts';
import { manifestOf } from '../src/clusters/fill-target.ts';
import { checkArrival } from '../src/clusters/check-arrival.ts';
import { deliveriesOf } from './deliveries.ts';
import { startFtpServer, type FtpServer } from './file-server.ts';
import {
  approvedRun,
  cfxFile,
  decide,
  importedRun,
  importFiles,
  interpretedRun,
  submit,
} from './run-factory.ts';
import { ADDRESS, startTwoClusters, type Cluster, type TwoClusters } from './two-clusters.ts';

let clusters: TwoClusters;
let a: Cluster;
let b: Cluster;
let fileServer: FtpServer;
const NORTH = 'Demo laboratory North';
const SOUTH = 'Demo laboratory South';
/** Runs of North by what became of them. */
const runs: Record<'approved' | 'archived' | 'rejected' | 'open', string> = {
  approved: '',
  archived: '',
  rejected: '',
  open: '',
};

beforeAll(async () => {
  fileServer = await startFtpServer();
  clusters = await startTwoClusters();
  ({ a, b } = clusters);
  const { app } = a;
  await deliveriesOf(() => app, () => fileServer).connect();
  runs.approved = (await approvedRun(app, { seed: 1 })).id;
  await app.work();
  // The server is away: this delivery waits.
  await fileServer.close();
  runs.archived = (await approvedRun(app, { seed: 2 })).id;
  await app.work();
  const archiving = { markAsToDelete: false };
  expect((await app.call('physician', 'POST', `/run/${runs.archived}/archive`, archiving)).statusCode).toBe(204);
  await app.work();
  const rejected = await interpretedRun(app, { seed: 3 });
  runs.rejected = rejected.id;
  await submit(app, rejected.id);
  expect((await decide(app, rejected.id, { status: 'REJECTED' })).statusCode).toBe(200);
  runs.open = (await interpretedRun(app, { seed: 4 })).id;
  const comment = await app.call('tech', 'POST', `/run/${runs.open}/comment`, { value: 'Repeat A3' });
  expect(comment.statusCode).toBeLessThan(300);
  await app.db.workListColumns.create({
    data: { laboratoryId: await idOf(a, NORTH), columns: { name: 1 }, keptByName: 'Tara Holm' },
  });
}, 240_000);
afterAll(async () => {
  await clusters.close();
});

async function idOf({ client }: Cluster, name: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM laboratory WHERE name = $1', [name]);
  return rows[0]?.id ?? '';
}

/** Every row of the laboratory as JSON text by table, read without the code that copies. */
async function rowsOf({ client }: Cluster, laboratoryId: string): Promise<Record<string, string[]>> {
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
const writeIn = ({ app }: Cluster, laboratoryId: string) =>
  recordAudit(
    app.db,
    { userId: null, name: 'Curvewell', laboratory: { id: laboratoryId } },
    { action: 'laboratory.update', entity: 'laboratory', entityId: laboratoryId },
  );

const move = (...more: string[]) => [
  'move-laboratory',
  NORTH,
  '--to',
  ADDRESS.b,
  '--database',
  b.file,
  ...more,
];
const codeOf = (answer: { json: <T>() => T }) => answer.json<{ code: string }>().code;

it('OPS-537 every table is moved with its laboratory, counted again, the catalogue, or listed as one that stays', async () => {
  const tables = await laboratoryTables(a.client, await idOf(a, NORTH));
  expect(tables.filter(({ kind }) => kind === 'moved').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['run', 'run_kit_lot', 'control_peak', 'signature', 'time_stamp', 'template_well']),
  );
  await a.client.query('CREATE TABLE forgotten (id int PRIMARY KEY)');
  await expect(laboratoryTables(a.client, await idOf(a, NORTH))).rejects.toThrow(/forgotten/);
  await a.client.query('DROP TABLE forgotten');
});

it('OPS-535 a cluster that copies the catalogue refuses changes of it with the address', async () => {
  await expect(b.app.db.kit.create({ data: { name: 'Mine' } })).rejects.toThrow(/lives at https:\/\/a\.example/);
  const kit = await a.app.db.kit.create({ data: { name: 'New kit' } });
  await expect.poll(() => b.app.db.kit.count({ where: { id: kit.id } })).toBe(1);
});

it('OPS-536 OPS-540 a killed move leaves nothing at the target; the laboratory can be read, and others work', async () => {
  const blocker = await b.app.db.$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE well IN ACCESS EXCLUSIVE MODE`;
      const moving = clusters.startAdmin(a, ...move());
      const waits = `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%"well"%' AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await b.client.query(waits)).rowCount, { timeout: 60_000 }).toBe(1);

      expect((await a.app.call('tech', 'GET', `/run/${runs.approved}`)).statusCode).toBe(200);
      const refused = await a.app.call('tech', 'POST', `/run/${runs.open}/comment`, { value: 'No' });
      expect([refused.statusCode, codeOf(refused), refused.headers['retry-after']]).toEqual([503, 'moving', '60']);
      const id = await idOf(a, NORTH);
      await expect(writeIn(a, id)).rejects.toMatchObject({ code: 'moving' });
      await expect(writeIn(a, await idOf(a, SOUTH))).resolves.toBeUndefined();
      const file = await cfxFile({ seed: 9 });
      expect((await importFiles(a.app, { login: 'tech.south', files: [file] })).statusCode).toBe(200);

      moving.kill('SIGKILL');
      await once(moving, 'exit');
      return moving.signalCode;
    },
    { timeout: 120_000 },
  );
  expect(blocker).toBe('SIGKILL');
  const goesOn = `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%"well"%' AND pid <> pg_backend_pid()
    AND backend_type = 'client backend' AND state <> 'idle'`;
  await expect.poll(async () => (await b.client.query(goesOn)).rowCount).toBe(0);
  expect(await b.app.db.laboratory.count()).toBe(0);
  expect(await b.app.db.run.count()).toBe(0);
});

it('OPS-533 OPS-536 the same command then moves every row, its trail and signatures, and the old address answers with the new one', async () => {
  const id = await idOf(a, NORTH);
  const before = await rowsOf(a, id);
  expect(before['run']).toHaveLength(4);
  console.log('EMPTY', Object.keys(before).filter((name) => before[name]?.length === 0).sort().join());

  expect(await clusters.admin(a, ...move())).toContain(`lives at ${ADDRESS.b}`);

  const after = await rowsOf(b, id);
  const arrivals = after['audit_event']?.filter((row) => row.includes('laboratory.move-in')) ?? [];
  expect(arrivals).toHaveLength(1);
  // The last entry belongs to the target, with the head that it moved.
  const comparable = (rows: Record<string, string[]>) => ({
    ...rows,
    audit_event: rows['audit_event']?.filter((row) => !arrivals.includes(row)),
    audit_head: [],
    read_log: rows['read_log']?.length,
    run_count: [],
  });
  expect(comparable(after)).toEqual(comparable(await rowsOf(a, id)));
  expect(await sumOfCounts(b, id)).toEqual(await sumOfCounts(a, id));

  await checkArrival(b.app.db, { id, name: NORTH });
  expect(await clusters.admin(b, 'audit')).toContain(`✓ ${NORTH}`);
  expect(await clusters.admin(a, 'audit')).toContain(`✓ ${NORTH}`);

  for (const url of ['/me', '/run?size=10', `/run/${runs.approved}`]) {
    const refused = await a.app.call('tech', 'GET', url);
    expect([url, refused.statusCode, codeOf(refused)]).toEqual([url, 421, 'elsewhere']);
    expect(refused.json()).toMatchObject({ details: { address: ADDRESS.b } });
  }
  await expect(writeIn(a, id)).rejects.toMatchObject({ code: 'elsewhere', details: { address: ADDRESS.b } });
});

it('OPS-533 at the new address runs open with valid records, waiting deliveries are sent, and work goes on', async () => {
  const { app } = b;
  for (const run of [runs.approved, runs.rejected]) {
    const record = await app.call('physician', 'GET', `/run/${run}/record?again=true`);
    expect([record.statusCode, record.json()]).toEqual([200, expect.objectContaining({ state: 'unchanged' })]);
  }
  expect((await app.call('tech', 'GET', `/run/${runs.archived}/archive`)).statusCode).toBe(200);
  const [waiting] = await app.db.$queryRaw<{ waiting: number }[]>`
    SELECT count(*)::int AS waiting FROM pgboss.job
    WHERE name = 'delivery' AND state IN ('created', 'retry') AND start_after < now() + interval '1 day'`;
  expect(waiting?.waiting).toBe(1);
  const [left] = await a.app.db.$queryRaw<{ left: number }[]>`
    SELECT count(*)::int AS left FROM pgboss.job WHERE name = 'delivery' AND state IN ('created', 'retry')`;
  expect(left?.left).toBe(0);
  const next = await importedRun(app, { seed: 5 });
  expect(next.businessId).toBe(5);
  expect((await submit(app, runs.open)).statusCode).toBe(200);
  expect((await decide(app, runs.open)).statusCode).toBe(200);
});

it('OPS-538 the source is cleared only by --remove, and its trail stays', async () => {
  const id = await idOf(a, NORTH);
  expect(await a.app.db.run.count({ where: { laboratoryId: id } })).toBe(4);
  await clusters.admin(a, ...move('--remove'));
  const left = await rowsOf(a, id);
  const filled = Object.keys(left).filter((name) => (left[name]?.length ?? 0) > 0);
  expect(filled.sort()).toEqual(['app_user', 'audit_event', 'audit_head', 'laboratory', 'read_log']);
  expect(await clusters.admin(a, 'audit')).toContain(`✓ ${NORTH}`);
  const entries = await a.app.db.auditEvent.findMany({
    where: { entityId: id, action: { startsWith: 'laboratory.move-' } },
    orderBy: { id: 'asc' },
  });
  expect(entries.map(({ action }) => action)).toEqual([
    'laboratory.move-begin',
    'laboratory.move-away',
    'laboratory.move-remove',
  ]);
});

it('OPS-534 a cancelled move leaves the laboratory as it was', async () => {
  const id = await idOf(a, SOUTH);
  const options = { ...quick(), report: failAt('compare with the source') };
  await expect(moveLaboratory(options)).rejects.toThrow('killed');
  expect(await b.app.db.run.count({ where: { laboratoryId: id } })).toBe(1);
  expect((await b.app.db.laboratory.findUniqueOrThrow({ where: { id } })).moveState).toBe('arriving');
  await cancelMove({ ...quick(), report: () => undefined });
  expect(await b.app.db.laboratory.count({ where: { id } })).toBe(0);
  expect(await b.app.db.auditEvent.count({ where: { laboratoryId: id } })).toBe(0);
  expect(await b.app.db.appUser.count({ where: { login: 'tech.south' } })).toBe(0);
  const file = await cfxFile({ seed: 10 });
  expect((await importFiles(a.app, { login: 'tech.south', files: [file] })).statusCode).toBe(200);
});

it('OPS-536 a move that ends before any of its steps goes on when it is repeated', async () => {
  const id = await idOf(a, SOUTH);
  for (const step of STEPS)
    await expect(moveLaboratory({ ...quick(), report: failAt(step) }), step).rejects.toThrow('killed');
  const before = await manifestOf(a.client, id);
  await moveLaboratory({ ...quick(), report: () => undefined });
  const { audit_event: _a, ...moved } = await manifestOf(b.client, id);
  const { audit_event: _b, ...expected } = before;
  expect(moved).toEqual(expected);
  await checkArrival(b.app.db, { id, name: SOUTH });
  const file = await cfxFile({ seed: 11 });
  expect((await importFiles(b.app, { login: 'tech.south', files: [file] })).statusCode).toBe(200);
});

it('OPS-539 a laboratory can move back, with the entries that it wrote meanwhile', async () => {
  const id = await idOf(b, NORTH);
  const entries = await b.app.db.auditEvent.count({ where: { laboratoryId: id } });
  await moveLaboratory({
    ...quick(),
    sourceUrl: b.url,
    targetUrl: a.url,
    name: NORTH,
    address: ADDRESS.a,
    report: () => undefined,
  });
  // The begin of the move and the arrival are new.
  expect(await a.app.db.auditEvent.count({ where: { laboratoryId: id } })).toBe(entries + 2);
  await checkArrival(a.app.db, { id, name: NORTH });
  const record = await a.app.call('physician', 'GET', `/run/${runs.open}/record?again=true`);
  expect(record.json()).toMatchObject({ state: 'unchanged' });
  const refused = await b.app.call('tech', 'GET', '/me');
  expect([refused.statusCode, refused.json()]).toMatchObject([421, { details: { address: ADDRESS.a } }]);
});

const quick = () => ({
  sourceUrl: a.url,
  targetUrl: b.url,
  name: SOUTH,
  address: ADDRESS.b,
  actor: { userId: null, name: 'Command line (ops)', laboratory: null },
  patience: { settleMs: 0, drainMs: 30_000, catalogueMs: 10_000 },
});

const failAt = (step: string) => (begun: string) => {
  if (begun === step) throw new Error(`killed before: ${step}`);
};

const STEPS = [
  'close',
  'end jobs',
  'end changes',
  'copy well',
  'copy audit_event',
  'check references',
  'commit the copy',
  'check the audit trail and signatures',
  'compare with the source',
  'switch',
  'copy app_user',
  'open at the target',
  'end',
];

async function sumOfCounts({ client }: Cluster, laboratoryId: string) {
  const { rows } = await client.query(
    `SELECT subject_id, status, archived, sum(runs)::int AS runs FROM run_count WHERE laboratory_id = $1
     GROUP BY 1, 2, 3 HAVING sum(runs) <> 0 ORDER BY 1, 2, 3`,
    [laboratoryId],
  );
  return rows;
}
