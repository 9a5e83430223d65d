import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

import type { LaboratoryPage, Problem } from '@curvewell/contracts';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { recordAudit } from '../src/audit/record-audit.ts';
import { systemClock } from '../src/clock.ts';
import { purgeArchive } from '../src/features/archive/index.ts';
import { checkRecords } from '../src/features/decisions/index.ts';
import { laboratoryTables, named } from '../src/clusters/laboratory-tables.ts';
import { cancelMove, moveLaboratory } from '../src/clusters/move-laboratory.ts';
import { manifestOf } from '../src/clusters/fill-target.ts';
import { checkArrival } from '../src/clusters/check-arrival.ts';
import { CATALOGUE, SPECIAL, STAYS } from '../src/clusters/table-kinds.ts';
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
/** Commands start the product in a process of its own, on a machine with other work. */
const PATIENT = { timeout: 240_000 };
const LONG = { timeout: 60_000 };
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
  // A super administrator stays.
  await app.db.appUser.update({ where: { login: 'super' }, data: { laboratoryId: null } });
  await deliveriesOf(
    () => app,
    () => fileServer,
  ).connect();
  runs.approved = (await approvedRun(app, { seed: 1 })).id;
  await app.work();
  // The server is away: this delivery waits.
  await fileServer.close();
  runs.archived = (await approvedRun(app, { seed: 2 })).id;
  await app.work();
  const archiving = { markAsToDelete: false };
  expect((await app.call('physician', 'POST', `/run/${runs.archived}/archive`, archiving)).statusCode).toBe(
    204,
  );
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
const codeOf = (answer: LightMyRequestResponse) => answer.json<Problem>().code;

it(
  'OPS-537 every table is moved with its laboratory, counted again, the catalogue, or listed as one that stays',
  PATIENT,
  async () => {
    const tables = await laboratoryTables(a.client, await idOf(a, NORTH));
    expect(tables.filter(({ kind }) => kind === 'moved').map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'run',
        'run_kit_lot',
        'control_peak',
        'signature',
        'time_stamp',
        'template_well',
      ]),
    );
    const { rows } = await a.client.query<{ name: string }>(
      `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    const existing = new Set(rows.map(({ name }) => name));
    const listed = [...Object.keys(SPECIAL), ...Object.keys(STAYS), ...CATALOGUE];
    expect(listed.filter((name) => !existing.has(name))).toEqual([]);
    await a.client.query('CREATE TABLE forgotten (id int PRIMARY KEY)');
    await expect(laboratoryTables(a.client, await idOf(a, NORTH))).rejects.toThrow(/forgotten/);
    await a.client.query('DROP TABLE forgotten');
  },
);

it(
  'OPS-535 a cluster that copies the catalogue refuses changes of it with the address',
  PATIENT,
  async () => {
    const { rows } = await b.client.query<{ name: string }>(
      `SELECT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname LIKE '%_changed_at_home'`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(CATALOGUE.toSorted());
    const page = await readFile(new URL('../../../docs/scale.md', import.meta.url), 'utf8');
    const published = /FOR TABLE ([^;]+);/.exec(page)?.[1]?.split(/,\s+/);
    expect(published).toEqual(CATALOGUE.toSorted());
    await expect(b.app.db.kit.create({ data: { name: 'Mine' } })).rejects.toThrow(
      /lives at https:\/\/a\.example/,
    );
    const kit = await a.app.db.kit.create({ data: { name: 'New kit' } });
    await expect.poll(() => b.app.db.kit.count({ where: { id: kit.id } }), LONG).toBe(1);
  },
);

it(
  'OPS-536 OPS-540 a killed move leaves nothing at the target; the laboratory can be read, and others work',
  PATIENT,
  async () => {
    const blocker = await b.app.db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE well IN ACCESS EXCLUSIVE MODE`;
      const moving = clusters.startAdmin(a, ...move());
      const waits = `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%"well"%' AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await b.client.query(waits)).rowCount, LONG).toBe(1);

      expect((await a.app.call('tech', 'GET', `/run/${runs.approved}`)).statusCode).toBe(200);
      const refused = await a.app.call('tech', 'POST', `/run/${runs.open}/comment`, { value: 'No' });
      expect([refused.statusCode, codeOf(refused), refused.headers['retry-after']]).toEqual([
        503,
        'moving',
        '60',
      ]);
      const id = await idOf(a, NORTH);
      await expect(writeIn(a, id)).rejects.toMatchObject({ code: 'moving' });
      await expect(writeIn(a, await idOf(a, SOUTH))).resolves.toBeUndefined();
      const file = await cfxFile({ seed: 9 });
      expect((await importFiles(a.app, { login: 'tech.south', files: [file] })).statusCode).toBe(200);

      moving.kill('SIGKILL');
      await once(moving, 'exit');
      return moving.signalCode;
    }, PATIENT);
    expect(blocker).toBe('SIGKILL');
    const goesOn = `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%"well"%' AND pid <> pg_backend_pid()
    AND backend_type = 'client backend' AND state <> 'idle'`;
    await expect.poll(async () => (await b.client.query(goesOn)).rowCount, LONG).toBe(0);
    expect(await b.app.db.laboratory.count()).toBe(0);
    expect(await b.app.db.run.count()).toBe(0);
  },
);

it(
  'OPS-533 OPS-536 the same command then moves every row, its trail and signatures, and the old address answers with the new one',
  PATIENT,
  async () => {
    const id = await idOf(a, NORTH);
    const before = await rowsOf(a, id);
    expect(before['run']).toHaveLength(4);
    for (const name of FILLED) expect(before[name]?.length, name).toBeGreaterThan(0);

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

    const listed = (await a.app.call('super', 'GET', '/laboratory')).json<LaboratoryPage>();
    expect(listed.totals.moved).toBe(1);
    expect(listed.content.map(({ name, livesAt }) => [name, livesAt])).toEqual([
      [NORTH, ADDRESS.b],
      [SOUTH, undefined],
    ]);
    for (const url of ['/me', '/run?size=10', `/run/${runs.approved}`]) {
      const refused = await a.app.call('tech', 'GET', url);
      expect([url, refused.statusCode, codeOf(refused)]).toEqual([url, 421, 'elsewhere']);
      expect(refused.json()).toMatchObject({ details: { address: ADDRESS.b } });
    }
    await expect(writeIn(a, id)).rejects.toMatchObject({
      code: 'elsewhere',
      details: { address: ADDRESS.b },
    });
  },
);

it(
  'OPS-533 at the new address runs open with valid records, waiting deliveries are sent, and work goes on',
  PATIENT,
  async () => {
    const { app } = b;
    for (const run of [runs.approved, runs.rejected]) {
      const record = await app.call('physician', 'GET', `/run/${run}/record?again=true`);
      expect([record.statusCode, record.json()]).toEqual([
        200,
        expect.objectContaining({ state: 'unchanged' }),
      ]);
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
  },
);

it('OPS-540 jobs leave alone what lives elsewhere, even if it is due', PATIENT, async () => {
  const { db, signer } = a.app;
  const due = (date: string | null) =>
    a.client.query('UPDATE run SET deletion_date = $2 WHERE id = $1', [runs.archived, date]);
  await due('2026-01-01');
  expect(await purgeArchive({ db, clock: systemClock })).toBe(0);
  await due(null);
  expect(await checkRecords({ db, clock: systemClock, signer })).toBe(0);
  expect(await checkRecords({ db: b.app.db, clock: systemClock, signer })).toBe(4);
});

it(
  'OPS-545 a source that was restored from a backup of before the move learns where the laboratory lives',
  PATIENT,
  async () => {
    const id = await idOf(a, NORTH);
    const restored = `UPDATE laboratory SET move_state = NULL, lives_at = NULL WHERE id = $1`;
    await a.client.query(restored, [id]);
    expect((await a.app.call('tech', 'GET', '/me')).statusCode).toBe(200);
    await a.app.db.$transaction((tx) =>
      a.app.app.jobs.ask(tx, 'audit-heads', { data: { laboratoryId: id } }),
    );
    await clusters.admin(a, ...move());
    const waiting = `SELECT 1 FROM pgboss.job WHERE state = 'created' AND data ->> 'laboratoryId' = $1`;
    expect((await a.client.query(waiting, [id])).rowCount).toBe(0);
    expect((await a.app.call('tech', 'GET', '/me')).statusCode).toBe(421);
  },
);

it(
  'OPS-538 the source is cleared only by --remove, if it is as it was moved, and its trail stays',
  PATIENT,
  async () => {
    const id = await idOf(a, NORTH);
    await a.client.query(`UPDATE work_list_columns SET kept_by_name = 'Somebody'`);
    await expect(clusters.admin(a, ...move('--remove'))).rejects.toThrow(
      /not as they were moved: work_list_columns/,
    );
    await a.client.query(`UPDATE work_list_columns SET kept_by_name = 'Tara Holm'`);
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
      // Of the restored source.
      'laboratory.move-away',
      'laboratory.move-remove',
    ]);
  },
);

it('OPS-534 a cancelled move leaves the laboratory as it was', PATIENT, async () => {
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

it(
  'OPS-533 a row that changes during the move in spite of all is found before the switch',
  PATIENT,
  async () => {
    const id = await idOf(a, SOUTH);
    const report = async (step: string) => {
      if (step === 'compare with the source')
        await a.client.query(`UPDATE run SET name = name || '!' WHERE laboratory_id = $1`, [id]);
    };
    await expect(moveLaboratory({ ...quick(), report })).rejects.toThrow(/changed meanwhile.*: run\./);
    expect((await a.app.db.laboratory.findUniqueOrThrow({ where: { id } })).moveState).toBe('moving');
  },
);

it('OPS-543 what stands in the way is named before anything changes', PATIENT, async () => {
  const id = await idOf(a, SOUTH);
  await cancelMove({ ...quick(), report: () => undefined });
  const refused = async (message: RegExp) => {
    await expect(moveLaboratory({ ...quick(), report: () => undefined })).rejects.toThrow(message);
    expect((await a.app.db.laboratory.findUniqueOrThrow({ where: { id } })).moveState).toBeNull();
  };
  const { db } = b.app;
  const other = await db.laboratory.create({ data: { name: SOUTH.toUpperCase() } });
  await refused(/another laboratory/);
  await db.laboratory.delete({ where: { id: other.id } });

  const person = { login: 'tech.south', firstname: 'T', lastname: 'R', email: 'other@b.example' };
  const admin = await db.appUser.create({ data: { ...person, qaAdmin: true } });
  await refused(/other accounts .*: tech\.south/);
  await db.appUser.update({ where: { id: admin.id }, data: { qaAdmin: false } });

  const key = await db.signingKey.findFirstOrThrow();
  await b.client.query(`ALTER TABLE signing_key DISABLE TRIGGER USER`);
  await b.client.query(`UPDATE signing_key SET id = 'another'`);
  await refused(/same key/);
  await b.client.query(`UPDATE signing_key SET id = $1`, [key.id]);
  await b.client.query(`ALTER TABLE signing_key ENABLE TRIGGER USER`);

  await b.client.query('ALTER SUBSCRIPTION curvewell_catalogue DISABLE');
  const buffer = await a.app.db.reactionBuffer.create({ data: { name: 'RB-99' } });
  await expect(
    moveLaboratory({
      ...quick(),
      patience: { ...quick().patience, catalogueMs: 0 },
      report: () => undefined,
    }),
  ).rejects.toThrow(/differ between the clusters \(reaction_buffer\)/);
  await b.client.query('ALTER SUBSCRIPTION curvewell_catalogue ENABLE');
  await expect.poll(() => db.reactionBuffer.count({ where: { id: buffer.id } }), LONG).toBe(1);

  await a.client.query('CREATE ROLE app LOGIN PASSWORD $$app$$');
  const url = new URL(a.url);
  url.username = url.password = 'app';
  await a.client.query('GRANT SELECT ON ALL TABLES IN SCHEMA public TO app');
  await expect(moveLaboratory({ ...quick(), sourceUrl: url.href, report: () => undefined })).rejects.toThrow(
    /as the owner of the tables/,
  );
});

it('OPS-536 a move that ends before any of its steps goes on when it is repeated', PATIENT, async () => {
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

it('OPS-539 a laboratory can move back, with the entries that it wrote meanwhile', PATIENT, async () => {
  const id = await idOf(b, NORTH);
  const entries = await b.app.db.auditEvent.count({ where: { laboratoryId: id } });
  const back = { ...quick(), sourceUrl: b.url, targetUrl: a.url, name: NORTH, address: ADDRESS.a };
  await moveLaboratory({ ...back, report: () => undefined });
  // The begin of the move and the arrival are new.
  expect(await a.app.db.auditEvent.count({ where: { laboratoryId: id } })).toBe(entries + 2);
  await checkArrival(a.app.db, { id, name: NORTH });
  const record = await a.app.call('physician', 'GET', `/run/${runs.open}/record?again=true`);
  expect(record.json()).toMatchObject({ state: 'unchanged' });
  // Both clusters have changed it since.
  await b.client.query(`UPDATE laboratory SET move_state = NULL, lives_at = NULL WHERE id = $1`, [id]);
  await writeIn(b, id);
  await expect(moveLaboratory({ ...back, report: () => undefined })).rejects.toThrow(
    /without the last changes/,
  );
  await b.client.query(`UPDATE laboratory SET move_state = 'elsewhere', lives_at = $2 WHERE id = $1`, [
    id,
    ADDRESS.a,
  ]);
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

/** Tables that the laboratory has rows in. */
const FILLED = [
  'comment',
  'control_peak',
  'control_reading',
  'decision_record',
  'delivery',
  'delivery_log',
  'file_transfer_connection',
  'interpretation',
  'read_log',
  'run_curves',
  'run_file',
  'run_kit_lot',
  'run_use',
  'signature',
  'well',
  'work_list_columns',
];

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
  const { rows } = await client.query<object>(
    `SELECT subject_id, status, archived, sum(runs)::int AS runs FROM run_count WHERE laboratory_id = $1
     GROUP BY 1, 2, 3 HAVING sum(runs) <> 0 ORDER BY 1, 2, 3`,
    [laboratoryId],
  );
  return rows;
}
