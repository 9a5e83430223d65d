import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { moveBlobs } from '../src/blobs/move-blobs.ts';
import { revokeFormerPrivileges, grantToApplication } from '../src/database/application-role.ts';
import { requireMigrated } from '../src/upgrade/migrations.ts';
import { prepareDatabase } from '../src/upgrade/prepare-database.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { createEmptyDatabase } from './database.ts';
import { connectionTo, startFtpServer } from './file-server.ts';
import { memoryStore } from './memory-store.ts';
import { addManyRuns } from './many-runs.ts';
import { decide, importedRun, interpretedRun, submit } from './run-factory.ts';
import { leavesOf } from './partitions/is-partitioned.ts';

/** The product, connected as a role that owns nothing. */
let owners: TestApp;
let app: TestApp;
let owner: pg.Client;
let application: pg.Client;
const role = `application_${randomUUID().replaceAll('-', '')}`;

beforeAll(async () => {
  owners = await createTestApp();
  owner = new pg.Client({ connectionString: owners.databaseUrl });
  await owner.connect();
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'application'`);
  await grantToApplication(owner, role);
  const url = owners.databaseUrl.replace(/\/\/[^@]+@/, `//${role}:application@`);
  application = new pg.Client({ connectionString: url });
  await application.connect();
  app = await createTestApp({ beside: { ...owners, databaseUrl: url } });
});

afterAll(async () => {
  await app.close();
  await application.end();
  await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await owner.end();
  await owners.close();
});

describe('the role that the product works as', () => {
  it.each([
    'UPDATE run_count SET runs = 7',
    'DELETE FROM run_use',
    'UPDATE control_point SET is_left_out = true',
    'DELETE FROM control_point',
    'INSERT INTO run_count (laboratory_id, runs) VALUES (gen_random_uuid(), 1)',
    'SELECT note_run_uses(ARRAY[gen_random_uuid()])',
  ])('OPS-472 changes no count of runs: %s', async (statement) => {
    await expect(application.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('OPS-592 creates no table, also no temporary one', async () => {
    for (const kind of ['TEMPORARY', ''])
      await expect(application.query(`CREATE ${kind} TABLE made (id UUID)`)).rejects.toMatchObject({
        code: '42501',
      });
  });

  it('OPS-592 runs only those functions as the owner that are granted to it by name', async () => {
    const { rows } = await owner.query<{ name: string; isPublic: boolean; path: string | null }>(
      `SELECT p.oid::regprocedure::text AS name, EXISTS (
         SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) WHERE grantee = 0) AS "isPublic",
         (SELECT setting FROM unnest(p.proconfig) setting WHERE starts_with(setting, 'search_path=')) AS path
       FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE p.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
    );
    expect(rows.map(({ name }) => name)).toContain('follow_wells()');
    const open = rows.filter(({ isPublic, path }) => isPublic || !/^search_path=.*pg_temp$/.test(path ?? ''));
    expect(open).toEqual([]);
  });

  it('OPS-580 moves blobs of a run out of the database only if an object store is set', async () => {
    const drop = `SELECT drop_stored_blobs(gen_random_uuid(), '{}')`;
    await expect(application.query(drop)).rejects.toMatchObject({ code: '42501' });
    await grantToApplication(owner, role, { usesObjectStore: true });
    await application.query(drop);
    await expect(application.query('DELETE FROM blob')).rejects.toMatchObject({ code: '42501' });
    await grantToApplication(owner, role);
    await expect(application.query(drop)).rejects.toMatchObject({ code: '42501' });
  });

  it('OPS-577 moves no blob into an object store where it may not delete what it has moved', async () => {
    const store = memoryStore();
    const stored = await createTestApp({
      objects: store,
      beside: { ...owners, databaseUrl: app.databaseUrl },
    });
    await importedRun(app, { seed: 4 });
    const errors: unknown[] = [];
    const move = () =>
      moveBlobs({ db: stored.db, clock: app.app.clock, onError: (error) => errors.push(error) });
    await expect(move()).rejects.toThrow('run the migration with ORIGINALS_BUCKET');
    expect(store.objects.size).toBe(0);
    await grantToApplication(owner, role, { usesObjectStore: true });
    await move();
    await grantToApplication(owner, role);
    expect([errors, store.objects.size > 0, await app.db.blob.count()]).toEqual([[], true, 0]);
    await stored.close();
  });

  it('AUDIT-33 removes no stored result of a check of the audit trail', async () => {
    await expect(application.query('DELETE FROM chain_checkpoint')).rejects.toMatchObject({ code: '42501' });
  });

  it('OPS-135 takes a run from its file to a file server, its archive and back', async () => {
    const { id } = await interpretedRun(app);
    const server = await startFtpServer();
    await app.call(
      'physician',
      'POST',
      '/ftp-connection',
      connectionTo(server, { sendFilesOnApproval: true }),
    );
    expect((await submit(app, id)).statusCode).toBe(200);
    expect((await decide(app, id)).statusCode).toBe(200);
    expect(await app.work()).toBe(1);
    expect([...server.files]).toHaveLength(2);
    await server.close();
    const archived = await app.call('physician', 'POST', `/run/${id}/archive`, { markAsToDelete: false });
    expect(archived.statusCode).toBe(204);
    await app.work();
    const restored = await app.call('physician', 'POST', `/archive/restore/runs/${id}`);
    expect(restored.statusCode).toBe(204);
  });

  it('OPS-135 refuses owners, superusers and missing roles', async () => {
    await expect(grantToApplication(owner, 'nobody')).rejects.toThrow(/no role “nobody”/);
    await expect(grantToApplication(owner, owner.user ?? '')).rejects.toThrow(/owns the tables/);
    await owner.query(`ALTER ROLE ${role} CREATEROLE`);
    await expect(grantToApplication(owner, role)).rejects.toThrow(/may create roles/);
    await owner.query(`ALTER ROLE ${role} NOCREATEROLE`);
  });
});

describe('TRUST-380 the product with that role', () => {
  it('TRUST-380 deletes a decided run, and the trail still matches', async () => {
    const run = await interpretedRun(app, { seed: 2 });
    await submit(app, run.id);
    expect((await decide(app, run.id, { status: 'REJECTED' })).statusCode).toBe(200);
    expect((await app.call('manager', 'DELETE', `/run/${run.id}`)).statusCode).toBe(204);
    const states = await app.call('super', 'GET', '/audit/verify');
    expect(states.json<{ fault: unknown }[]>().map(({ fault }) => fault)).toEqual(
      states.json<unknown[]>().map(() => null),
    );
  });

  it('TRUST-380 loses the privileges that only an earlier release needs', async () => {
    const run = await importedRun(app, { seed: 3 });
    const may = async () => {
      const { rows } = await owner.query<{ may: boolean }>(
        `SELECT has_table_privilege($1, 'audit_event', 'INSERT') OR has_table_privilege($1, 'audit_head', 'UPDATE') AS may`,
        [role],
      );
      return rows[0]?.may;
    };
    await grantToApplication(owner, role);
    expect(await may()).toBe(false);
    // The state left by a previous release that is still running.
    await owner.query(`GRANT INSERT ON audit_event TO ${role}`);
    await grantToApplication(owner, role);
    expect(await may()).toBe(true);
    await app.db.$transaction((tx) => app.app.jobs.ask(tx, 'audit-heads', { data: {} }));
    await app.work();
    expect(await may()).toBe(false);
    await revokeFormerPrivileges(owners.db);
    expect(
      (await app.call('tech', 'POST', `/run/${run.id}/comment`, { value: 'Fine.' })).statusCode,
    ).toBeLessThan(300);
  });
});

describe('the function that writes audit entries', () => {
  /** Writes an entry as the role, in a transaction that is rolled back. */
  const written = async (entry: object, chain: string) => {
    await application.query('BEGIN');
    try {
      const text = JSON.stringify([{ entity: 'run', details: {}, ...entry }]);
      const { rows } = await application.query<{ number: string; at: string; previous_hash: string }>(
        'SELECT * FROM audit_append($1, $2)',
        [chain, text],
      );
      return rows[0];
    } finally {
      await application.query('ROLLBACK');
    }
  };

  it('TRUST-381 sets number, time and hash itself, whatever is passed', async () => {
    const { laboratory } = await importedRun(app, { seed: 4 });
    const head = await app.db.auditHead.findUniqueOrThrow({ where: { chain: laboratory.id } });
    const chosen = { number: 7, at: '2020-01-01T00:00:00Z', hash: 'x', previousHash: 'x' };
    const place = await written({ action: 'run.seen', actorName: 'N', ...chosen }, laboratory.id);
    expect(place).toMatchObject({ number: String(head.number + 1n), previous_hash: head.hash });
    expect(place?.at).not.toMatch(/^2020/);
  });

  it('TRUST-463 refuses entries with a foreign run or user, and a decision that the run does not show', async () => {
    const { id: entityId, laboratory } = await importedRun(app, { seed: 5 });
    const person = await app.db.appUser.findUniqueOrThrow({ where: { login: 'physician' } });
    const actor = { actorId: person.id, actorName: `${person.firstname} ${person.lastname}` };
    const comment = { action: 'run.comment', entityId, ...actor };
    expect(await written(comment, laboratory.id)).toBeDefined();
    const refused = { code: '42501' };
    const lab = laboratory.id;
    await expect(written({ ...comment, actorName: 'Somebody Else' }, lab)).rejects.toMatchObject(refused);
    await expect(written({ ...comment, actorId: null }, lab)).rejects.toMatchObject(refused);
    await expect(written({ ...comment, actorId: randomUUID() }, lab)).rejects.toMatchObject(refused);
    for (const other of [randomUUID(), entityId.toUpperCase(), `${entityId} `, 'a run', null])
      await expect(written({ ...comment, entityId: other }, lab)).rejects.toMatchObject(refused);
    for (const action of ['run.submit', 'run.approve', 'run.reject'])
      await expect(written({ ...comment, action }, lab)).rejects.toMatchObject(refused);
    await expect(written(comment, randomUUID())).rejects.toMatchObject(refused);
  });

  it('OPS-606 refuses entries of a laboratory that is moved, as the heads of chains do', async () => {
    const { id } = await owners.db.laboratory.create({ data: { name: 'Of another cluster' } });
    const entry = { action: 'run.seen', actorName: 'N' };
    await owner.query('SELECT * FROM audit_append($1, $2)', [
      id,
      JSON.stringify([{ entity: 'run', details: {}, ...entry }]),
    ]);
    const head = 'UPDATE audit_head SET number = number WHERE chain = $1';
    for (const [state, code] of [
      ['moving', 'CW503'],
      ['arriving', 'CW503'],
      ['elsewhere', 'CW421'],
    ]) {
      await owner.query('UPDATE laboratory SET move_state = $2, lives_at = $2 WHERE id = $1', [id, state]);
      await expect(written(entry, id)).rejects.toMatchObject({ code });
      await expect(owner.query(head, [id])).rejects.toMatchObject({ code });
    }
    await owner.query('UPDATE laboratory SET move_state = NULL, lives_at = NULL WHERE id = $1', [id]);
    expect(await written(entry, id)).toMatchObject({ number: '2' });
    await owner.query(head, [id]);
  });

  it('OPS-606 refuses them also while the role may still write heads, whatever it sets', async () => {
    const { id } = await owners.db.laboratory.create({ data: { name: 'Moved away' } });
    await owner.query('SELECT * FROM audit_append($1, $2)', [
      id,
      JSON.stringify([{ entity: 'run', details: {}, action: 'run.seen', actorName: 'N' }]),
    ]);
    await owner.query(`UPDATE laboratory SET move_state = 'elsewhere', lives_at = 'North' WHERE id = $1`, [
      id,
    ]);
    // As releases up to 0.2.0 may until an upgrade has ended.
    await owner.query(`GRANT UPDATE ON audit_head TO ${role}`);
    await application.query(`SET curvewell.appends = 'on'`);
    const head = application.query('UPDATE audit_head SET number = number WHERE chain = $1', [id]);
    await expect(head).rejects.toMatchObject({ code: 'CW421' });
    await application.query('RESET curvewell.appends');
    await owner.query(`REVOKE UPDATE ON audit_head FROM ${role}`);
  });

  it('AUDIT-37 reads one run, however many its laboratory has', async () => {
    const laboratory = await owners.db.laboratory.create({ data: { name: 'With many runs' } });
    await addManyRuns(owners.db, laboratory.id, { live: 300, archived: 300 });
    const run = await owners.db.run.findFirstOrThrow({ where: { laboratoryId: laboratory.id } });
    const person = await owners.db.appUser.findFirstOrThrow({ where: { superAdmin: true } });
    const entry = {
      action: 'run.comment',
      entity: 'run',
      entityId: run.id,
      actorId: person.id,
      actorName: `${person.firstname} ${person.lastname}`,
      details: {},
    };
    const read = async () => {
      const { rows } = await owner.query<{ read: number }>(
        `SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS read
         FROM pg_stat_xact_all_tables WHERE relid IN (${leavesOf('run')})`,
      );
      return rows[0]?.read ?? 0;
    };
    await owner.query('BEGIN');
    try {
      const before = await read();
      await owner.query('SELECT * FROM audit_append($1, $2)', [laboratory.id, JSON.stringify([entry])]);
      expect((await read()) - before).toBe(1);
    } finally {
      await owner.query('ROLLBACK');
    }
  });
});

it('OPS-136 a program that does not migrate starts only on a matching database', async () => {
  const { url, drop } = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await expect(requireMigrated(client)).rejects.toThrow(
    /not ready .* 20261128062000_schema_0_2_0.*migrate\.ts/,
  );
  await prepareDatabase({ databaseUrl: url, applicationUser: null });
  await requireMigrated(client);
  await client.query(`UPDATE "_prisma_migrations" SET migration_name = '29990101000000_later'
    WHERE migration_name = '20261128062000_schema_0_2_0'`);
  await expect(requireMigrated(client)).rejects.toThrow(/newer than this program/);
  await client.end();
  await drop();
});
