import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { grantToApplication } from '../src/application-role.ts';
import { requireMigrated } from '../src/migrations.ts';
import { prepareDatabase } from '../src/prepare-database.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { createEmptyDatabase } from './database.ts';
import { connectionTo, startFtpServer } from './file-server.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';

/** The product at work as a role that owns nothing. */
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

  it.each([
    ['DROP TRIGGER "audit_event_append_only" ON "audit_event"', '42501'],
    ['ALTER TABLE "audit_event" DISABLE TRIGGER ALL', '42501'],
    ['UPDATE "audit_event" SET "actor_name" = $$somebody else$$', '42501'],
    ['DELETE FROM "audit_event"', '42501'],
    ['TRUNCATE "audit_event"', '42501'],
    ['CREATE TABLE "own" ()', '42501'],
    ['ALTER TABLE "run" ADD COLUMN "own" int', '42501'],
    ['DROP TABLE "run" CASCADE', '42501'],
    ['CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN END$$', '42501'],
    ['SET session_replication_role = replica', '42501'],
    ["COPY (SELECT 1) TO PROGRAM 'cat'", '42501'],
    ["COPY (SELECT 1) TO '/tmp/own'", '42501'],
    ["SELECT pg_read_file('/etc/passwd')", '42501'],
    ['DELETE FROM "_prisma_migrations"', '42501'],
    ['CREATE ROLE "own" SUPERUSER', '42501'],
  ])('OPS-135 is refused: %s', async (statement, code) => {
    await expect(application.query(statement)).rejects.toMatchObject({ code });
  });

  it('OPS-135 an owner, a superuser and nobody are not taken for it', async () => {
    await expect(grantToApplication(owner, 'nobody')).rejects.toThrow(/no role “nobody”/);
    await expect(grantToApplication(owner, owner.user ?? '')).rejects.toThrow(/owns the tables/);
    await owner.query(`ALTER ROLE ${role} CREATEROLE`);
    await expect(grantToApplication(owner, role)).rejects.toThrow(/neither/);
    await owner.query(`ALTER ROLE ${role} NOCREATEROLE`);
  });
});

it('OPS-136 a program that does not migrate starts only on a database that fits', async () => {
  const { url, drop } = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await expect(requireMigrated(client)).rejects.toThrow(/not ready .* 20261120000000_initial.*migrate\.ts/);
  await prepareDatabase({ databaseUrl: url, applicationUser: null });
  await requireMigrated(client);
  await client.query(`UPDATE "_prisma_migrations" SET migration_name = '29990101000000_later'
    WHERE migration_name = '20261120000000_initial'`);
  await expect(requireMigrated(client)).rejects.toThrow(/newer than this program/);
  await client.end();
  await drop();
});
