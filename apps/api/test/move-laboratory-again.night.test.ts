import { afterAll, beforeAll, expect, it } from 'vitest';

import { checkArrival } from '../src/clusters/check-arrival.ts';
import { manifestOf } from '../src/clusters/fill-target.ts';
import { cancelMove, moveLaboratory } from '../src/clusters/move-laboratory.ts';
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
import { cfxFile, importFiles } from './run-factory.ts';
import { ADDRESS, type Cluster } from './two-clusters.ts';

let { clusters, a, b, runs } = {} as FilledClusters; // set before each test

beforeAll(async () => {
  ({ clusters, a, b, runs } = await startFilledClusters());
  expect((await importSouth(a, 9)).statusCode).toBe(200);
  expect((await a.app.call('tech', 'GET', `/run/${runs.approved}`)).statusCode).toBe(200);
  await moveLaboratory(quickMove(clusters, NORTH));
}, 240_000);
afterAll(async () => {
  await clusters.close();
});

const move = (...more: string[]) => moveNorth(clusters, ...more);
const quick = () => quickMove(clusters, SOUTH);
const importSouth = async ({ app }: Cluster, seed: number) =>
  importFiles(app, { login: 'tech.south', files: [await cfxFile({ seed })] });

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
  'TRUST-672 a source that was restored from a backup made during the move is not reopened beside the open target',
  PATIENT,
  async () => {
    const id = await idOf(a, NORTH);
    await a.client.query(`UPDATE laboratory SET move_state = 'moving', lives_at = NULL WHERE id = $1`, [id]);
    const place = (state: string | null) =>
      b.client.query(`UPDATE laboratory SET move_state = $2 WHERE id = $1`, [id, state]);
    // Also while it moves on from there.
    for (const state of ['closing', 'moving', null]) {
      await place(state);
      await expect(cancelMove(quickMove(clusters, NORTH))).rejects.toThrow(/already been opened/);
    }
    const { moveState } = await a.app.db.laboratory.findUniqueOrThrow({ where: { id } });
    expect(moveState).toBe('moving');
    await moveLaboratory(quickMove(clusters, NORTH));
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
      // Of the restored sources.
      'laboratory.move-away',
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
  await cancelMove(quick());
  expect(await b.app.db.laboratory.count({ where: { id } })).toBe(0);
  expect(await b.app.db.auditEvent.count({ where: { laboratoryId: id } })).toBe(0);
  expect(await b.app.db.appUser.count({ where: { login: 'tech.south' } })).toBe(0);
  expect((await importSouth(a, 10)).statusCode).toBe(200);
});

it('OPS-533 a row that changes during the move is found before the switch', PATIENT, async () => {
  const id = await idOf(a, SOUTH);
  const report = async (step: string) => {
    if (step === 'compare with the source')
      await a.client.query(`UPDATE run SET name = name || '!' WHERE laboratory_id = $1`, [id]);
  };
  await expect(moveLaboratory({ ...quick(), report })).rejects.toThrow(/changed meanwhile.*: run\./);
  expect((await a.app.db.laboratory.findUniqueOrThrow({ where: { id } })).moveState).toBe('moving');
});

it('OPS-543 move-laboratory names each obstacle before it changes anything', PATIENT, async () => {
  const id = await idOf(a, SOUTH);
  await cancelMove(quick());
  const refused = async (message: RegExp) => {
    await expect(moveLaboratory(quick())).rejects.toThrow(message);
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
    }),
  ).rejects.toThrow(/differ between the clusters \(reaction_buffer\)/);
  await b.client.query('ALTER SUBSCRIPTION curvewell_catalogue ENABLE');
  await expect.poll(() => db.reactionBuffer.count({ where: { id: buffer.id } }), LONG).toBe(1);

  await a.client.query('CREATE ROLE app LOGIN PASSWORD $$app$$');
  const url = new URL(a.url);
  url.username = url.password = 'app';
  await a.client.query('GRANT SELECT ON ALL TABLES IN SCHEMA public TO app');
  await expect(moveLaboratory({ ...quick(), sourceUrl: url.href })).rejects.toThrow(
    /as the owner of the tables/,
  );
});

it('OPS-536 a move that ends before any of its steps continues when it is repeated', PATIENT, async () => {
  const id = await idOf(a, SOUTH);
  for (const step of STEPS)
    await expect(moveLaboratory({ ...quick(), report: failAt(step) }), step).rejects.toThrow('killed');
  const before = await manifestOf(a.client, id);
  // The limit of a role, which would end every statement.
  const limited = (limit: string) =>
    Promise.all([a, b].map(({ client }) => client.query(`ALTER ROLE CURRENT_USER ${limit}`)));
  await limited(`SET statement_timeout = '1ms'`);
  await moveLaboratory(quick());
  await limited('RESET statement_timeout');
  const { audit_event: _a, ...moved } = await manifestOf(b.client, id);
  const { audit_event: _b, ...expected } = before;
  expect(moved).toEqual(expected);
  await checkArrival(b.app.db, { id, name: SOUTH });
  expect((await importSouth(b, 11)).statusCode).toBe(200);
});

it(
  'TRUST-674 a target that was restored from a backup of an earlier attempt is not opened',
  PATIENT,
  async () => {
    const id = await idOf(a, SOUTH);
    const place = (state: string | null) =>
      b.client.query(`UPDATE laboratory SET move_state = $2 WHERE id = $1`, [id, state]);
    const { hash } = await a.app.db.auditHead.findUniqueOrThrow({ where: { chain: id } });
    const lastHere = (last: string) =>
      a.client.query(
        `BEGIN; SET LOCAL session_replication_role = replica;
       UPDATE audit_head SET hash = '${last}' WHERE chain = '${id}'; COMMIT`,
      );
    await place('arriving');
    // Of an entry that the target lacks.
    await lastHere('a'.repeat(64));
    await expect(moveLaboratory(quick())).rejects.toThrow(/older than the move/);
    expect((await b.app.db.laboratory.findUniqueOrThrow({ where: { id } })).moveState).toBe('arriving');
    await lastHere(hash);
    await moveLaboratory(quick());
    expect((await b.app.db.laboratory.findUniqueOrThrow({ where: { id } })).moveState).toBeNull();
  },
);

it('OPS-539 a laboratory can move back, with the entries that it wrote meanwhile', PATIENT, async () => {
  const id = await idOf(b, NORTH);
  const entries = await b.app.db.auditEvent.count({ where: { laboratoryId: id } });
  const back = { ...quick(), sourceUrl: b.url, targetUrl: a.url, name: NORTH, address: ADDRESS.a };
  await moveLaboratory(back);
  // The begin of the move and the arrival are new.
  expect(await a.app.db.auditEvent.count({ where: { laboratoryId: id } })).toBe(entries + 2);
  await checkArrival(a.app.db, { id, name: NORTH });
  const record = await a.app.call('physician', 'GET', `/run/${runs.approved}/record?again=true`);
  expect(record.json()).toMatchObject({ state: 'unchanged' });
  // Both clusters have changed it since.
  await b.client.query(`UPDATE laboratory SET move_state = NULL, lives_at = NULL WHERE id = $1`, [id]);
  await writeIn(b, id);
  await expect(moveLaboratory(back)).rejects.toThrow(/without the last changes/);
  await b.client.query(`UPDATE laboratory SET move_state = 'elsewhere', lives_at = $2 WHERE id = $1`, [
    id,
    ADDRESS.a,
  ]);
  const refused = await b.app.call('tech', 'GET', '/me');
  expect([refused.statusCode, refused.json()]).toMatchObject([421, { details: { address: ADDRESS.a } }]);
});

const failAt = (step: string) => (begun: string) => {
  if (begun === step) throw new Error(`killed before: ${step}`);
};

const STEPS = [
  'close',
  'end jobs',
  'end changes',
  'copy channel_analysis',
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
