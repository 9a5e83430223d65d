import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

import type { LaboratoryPage, Problem } from '@curvewell/contracts';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { systemClock } from '../src/clock.ts';
import { purgeArchive } from '../src/features/archive/index.ts';
import { checkRecords } from '../src/features/decisions/index.ts';
import { checkArrival } from '../src/clusters/check-arrival.ts';
import { cancelMove, correctAddress, moveLaboratory } from '../src/clusters/move-laboratory.ts';
import { CATALOGUE } from '../src/clusters/table-kinds.ts';
import {
  type FilledClusters,
  idOf,
  LONG,
  moveNorth,
  NORTH,
  PATIENT,
  quickMove,
  rowsOf,
  SOUTH,
  startFilledClusters,
  writeIn,
} from './moved-laboratory.ts';
import { cfxFile, decide, importedRun, importFiles, submit } from './run-factory.ts';
import { ADDRESS, type Cluster } from './two-clusters.ts';

let { clusters, a, b, runs } = {} as FilledClusters; // set before each test

beforeAll(async () => {
  ({ clusters, a, b, runs } = await startFilledClusters());
}, 240_000);
afterAll(async () => {
  await clusters.close();
});

const move = () => moveNorth(clusters);
const codeOf = (answer: LightMyRequestResponse) => answer.json<Problem>().code;

it(
  'OPS-535 a cluster that copies the catalogue refuses changes of it with the address',
  PATIENT,
  async () => {
    const { rows } = await b.client.query<{ name: string }>(
      `SELECT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname LIKE '%_changed_at_home'`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(CATALOGUE.toSorted());
    const page = await readFile(new URL('../../../docs/clusters.md', import.meta.url), 'utf8');
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
      await tx.$executeRaw`LOCK TABLE channel_analysis IN ACCESS EXCLUSIVE MODE`;
      const moving = clusters.startAdmin(a, ...move());
      const waits = `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%"channel_analysis"%' AND wait_event_type = 'Lock'`;
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
    const goesOn = `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%"channel_analysis"%' AND pid <> pg_backend_pid()
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

it('OPS-540 jobs skip data of laboratories in another cluster, even if it is due', PATIENT, async () => {
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
  'OPS-534 OPS-543 a repeated or cancelled move names what it cannot do, and changes nothing',
  PATIENT,
  async () => {
    const south = quickMove(clusters, SOUTH);
    await expect(cancelMove(south)).rejects.toThrow(/is not being moved/);
    await expect(cancelMove(quickMove(clusters, NORTH))).rejects.toThrow(/is not being moved/);
    await expect(moveLaboratory({ ...quickMove(clusters, NORTH), address: ADDRESS.a })).rejects.toThrow(
      /lives at https:\/\/b\.example/,
    );
    // As after a restore of the target from a backup of before the move.
    const id = await idOf(a, SOUTH);
    await a.client.query(`UPDATE laboratory SET move_state = 'elsewhere', lives_at = $2 WHERE id = $1`, [
      id,
      ADDRESS.b,
    ]);
    await a.app.db.$transaction((tx) =>
      a.app.app.jobs.ask(tx, 'audit-heads', { data: { laboratoryId: id } }),
    );
    await a.client.query(
      `UPDATE pgboss.job SET start_after = start_after + interval '1000 years' WHERE data ->> 'laboratoryId' = $1`,
      [id],
    );
    const held = `SELECT 1 FROM pgboss.job WHERE state = 'created' AND data ->> 'laboratoryId' = $1`;
    await expect(moveLaboratory(south)).rejects.toThrow(/is not in that database/);
    expect((await a.client.query(held, [id])).rowCount).toBe(1);
  },
);

it(
  'OPS-564 a mistyped address is corrected after the switch, with the database that it moved to',
  PATIENT,
  async () => {
    const id = await idOf(a, NORTH);
    const north = quickMove(clusters, NORTH);
    const shown = async () => (await a.app.db.laboratory.findUniqueOrThrow({ where: { id } })).livesAt;
    const mistyped = 'https://b.exmaple';
    await correctAddress({ ...north, address: mistyped });
    expect(await shown()).toBe(mistyped);
    await expect(moveLaboratory(north)).rejects.toThrow(/--correct-address/);

    expect(await clusters.admin(a, ...moveNorth(clusters, '--correct-address'))).toContain(ADDRESS.b);
    expect(await shown()).toBe(ADDRESS.b);
    const [entry] = await a.app.db.auditEvent.findMany({
      where: { entityId: id, laboratoryId: null, action: 'laboratory.move-address' },
      orderBy: { id: 'desc' },
    });
    expect(entry?.details).toEqual({ name: NORTH, from: mistyped, to: ADDRESS.b });

    const south = quickMove(clusters, SOUTH);
    await expect(correctAddress(south)).rejects.toThrow(/is not in that database/);
    const southId = await idOf(a, SOUTH);
    await b.client.query('INSERT INTO laboratory (id, name) VALUES ($1, $2)', [southId, SOUTH]);
    await expect(correctAddress(south)).rejects.toThrow(/is not in that database/);
    await a.client.query('UPDATE laboratory SET move_state = NULL WHERE id = $1', [southId]);
    await expect(correctAddress(south)).rejects.toThrow(/has not moved/);
  },
);

/** Tables that the laboratory has rows in. */
const FILLED = [
  'blob',
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
  'work_list_columns',
];

async function sumOfCounts({ client }: Cluster, laboratoryId: string) {
  const { rows } = await client.query<object>(
    `SELECT subject_id, status, archived, sum(runs)::int AS runs FROM run_count WHERE laboratory_id = $1
     GROUP BY 1, 2, 3 HAVING sum(runs) <> 0 ORDER BY 1, 2, 3`,
    [laboratoryId],
  );
  return rows;
}
