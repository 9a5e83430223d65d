import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { auditCalls } from '@curvewell/contracts';
import { INSTALLATION, signedHeadSchema, type ChainState, type SignedHead } from '@curvewell/domain';
import { isHeadValid } from '@curvewell/domain/record';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { connectionTo, startFtpServer } from '../../../test/file-server.ts';
import { configuration, importedRun } from '../../../test/run-factory.ts';
import { runAdminCommand } from '../../commands/admin-command.ts';
import { NO_LABORATORY } from '../../audit/audit-chain.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { chainAudit } from '../../upgrade/chain-audit.ts';
import { SILENT } from '../../upgrade/progress.ts';
import { transaction } from '../../database/db.ts';
import { createSecrets } from '../../database/secrets.ts';
import type { Caller } from '../../actor.ts';
import { exportHeads } from './heads/export-heads.ts';
import { HeadFiles } from './heads/head-files.ts';
import { compareHeads } from './verify/verify-against.ts';
import { verifyLately } from './verify/verify-lately.ts';
import { UNOBSERVED } from '../../../test/unobserved.ts';

let test: TestApp;
let north = '';
beforeAll(async () => {
  test = await createTestApp();
  north = (await test.db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory North' } })).id;
});
afterAll(() => test.close());

async function verify(login = 'quality', query = ''): Promise<ChainState[]> {
  const answer = await test.call(login, 'GET', `/audit/verify${query}`);
  return auditCalls.verify.answer.parse(answer.json());
}
const own = async () => (await verify('quality', `?laboratoryId=${north}`))[0];
const entries = () =>
  test.db.auditEvent.findMany({ where: { laboratoryId: north }, orderBy: { number: 'asc' } });

describe('the chain of a laboratory', () => {
  it('TRUST-05 records who, what, previous and new values, the address, and the request', async () => {
    const run = await importedRun(test, { seed: 1 });
    const saved = await test.call('physician', 'PUT', `/run/${run.id}`, {
      ...(await configuration(test.db, run)),
      name: 'Renamed',
    });
    expect(saved.statusCode).toBe(200);
    const last = (await entries()).at(-1);
    expect(last).toMatchObject({
      actorName: 'Ingrid Lindqvist',
      actorRole: 'Physician',
      address: '127.0.0.1',
      action: 'run.update',
      entityId: run.id,
      details: { from: { name: run.name, kits: [] }, to: { name: 'Renamed' } },
    });
    expect(last?.requestId).toMatch(/^\S+$/);
    const { wells } = last!.details as unknown as { readonly wells: readonly object[] }; // as `updateRun` has written it
    expect(wells).toContainEqual({
      what: 'sampleType',
      from: null,
      to: 'BLOOD',
      wells: ['A1 FAM', 'A2 FAM', 'A3 FAM'],
    });
  });

  it('TRUST-06 has no gaps and is intact after concurrent writes and rollbacks', async () => {
    const actor = { userId: null, name: 'Somebody', laboratory: { id: north } };
    const entry = { action: 'run.reindex', entity: 'run', entityId: null } as const;
    // Number of entries that each has written; a busy server refuses some requests.
    const written = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        transaction({ db: test.db }, async (tx) => {
          await recordAudit(tx, actor, { ...entry, details: { index } });
          // Writes to two chains in one transaction must not deadlock.
          await recordAudit(tx, { ...actor, laboratory: null }, entry);
          await recordAudit(tx, actor, entry);
          if (index % 4 === 0) throw new Error('rolled back');
          return 2;
        }).catch(() => 0),
      ),
    );
    expect(written).toContain(0);
    expect(written).toContain(2);
    const state = await own();
    const all = await entries();
    expect(all.filter(({ action }) => action === 'run.reindex')).toHaveLength(
      written.reduce<number>((sum, count) => sum + count, 0),
    );
    expect(all.map(({ number }) => Number(number))).toEqual(all.map((_, index) => index + 1));
    expect(state).toMatchObject({ fault: null, entries: all.length, lastHash: all.at(-1)?.hash });
  });

  it('AUDIT-49 hashes any text as RFC 8785 writes it, also several entries of one transaction', async () => {
    const awkward = '"\\ \n\t</script> é \u2028 🧬';
    const details = {
      b: [1e21, 0.1, -5, true, null, {}],
      a: { details: { action: awkward }, actorName: null, entityId: '', é: 1, Z: 2 },
      [awkward]: awkward,
    };
    const actor = { userId: null, name: awkward, role: awkward, laboratory: { id: north } };
    const from = { ...actor, requestId: awkward, address: awkward };
    const entry = { action: 'run.reindex', entity: 'run' } as const;
    await transaction({ db: test.db }, async (tx) => {
      await recordAudit(tx, from, { ...entry, entityId: awkward, details });
      await recordAudit(tx, actor, { ...entry, entityId: null });
    });
    const all = await entries();
    expect(await own()).toMatchObject({ fault: null, entries: all.length, lastHash: all.at(-1)?.hash });
    const given = { actorName: awkward, actorRole: awkward, entity: 'run' };
    expect(all.slice(-2)).toMatchObject([
      { ...given, entityId: awkward, requestId: awkward, address: awkward, details },
      { ...given, entityId: null, requestId: null, address: null, details: {} },
    ]);
  });

  it('TRUST-07 includes older entries once, marked as such', async () => {
    const owner = new pg.Client({ connectionString: test.databaseUrl });
    await owner.connect();
    const count = (await entries()).length;
    // The state that the migration leaves.
    await owner.query(`ALTER TABLE audit_event DISABLE TRIGGER audit_event_append_only;
      UPDATE audit_event SET number = -id, brought_in = true, hash = repeat('0', 64), previous_hash = repeat('0', 64);
      ALTER TABLE audit_event ENABLE TRIGGER audit_event_append_only; DELETE FROM audit_head`);
    expect((await own())?.fault).toMatchObject({ kind: 'added' });
    expect(await chainAudit(owner, SILENT)).toBeGreaterThan(count);
    expect(await chainAudit(owner, SILENT)).toBe(0);
    await owner.end();
    expect(await own()).toMatchObject({ fault: null, entries: count, broughtIn: count });
    await importedRun(test, { seed: 2 });
    expect(await own()).toMatchObject({ fault: null, entries: count + 1, broughtIn: count });
  });
});

it('TRUST-92 is read only once at a time, whatever the number of requests', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<never[]>();
  const { db, clock, signer } = test.app;
  const dependencies = { db, clock, signer, headFiles: { read: () => held } };
  const ask = () => verifyLately(dependencies, { chain: north, laboratory: null, again: true });
  const first = ask();
  expect(ask()).toBe(first);
  release([]);
  await first;
  expect(ask()).not.toBe(first);
});

it('API-210 needs permission to read the trail: the user’s own laboratory, or all and the installation', async () => {
  for (const login of ['tech', 'physician', 'manager'])
    expect((await test.call(login, 'GET', '/audit/verify')).statusCode).toBe(403);
  expect((await verify('super')).map(({ laboratory }) => laboratory)).toEqual([
    'Demo laboratory North',
    'Demo laboratory South',
    null,
  ]);
  expect(
    (await test.call('super', 'GET', `/audit/verify?laboratoryId=00000000-0000-4000-8000-000000000000`))
      .statusCode,
  ).toBe(404);
});

it('TRUST-14 signed heads are exported, unless unchanged since the last export', async () => {
  const exported: SignedHead[] = [];
  const { db, signer } = test;
  const { headFiles, clock, jobs } = test.app;
  const dependencies = {
    db,
    clock,
    jobs,
    signer,
    headPlaces: [headFiles],
    ...UNOBSERVED,
    onHead: (head: SignedHead) => exported.push(head),
  };
  await exportHeads(dependencies);
  const [kept] = await headFiles.read(north);
  expect(exported).toContainEqual(kept?.signed);
  expect(kept?.signed && isHeadValid(kept.signed, { ...signer, revokedAt: null })).toBe(true);
  await importedRun(test, { seed: 10 });
  await exportHeads(dependencies);
  expect(exported.map(({ head }) => head.chain)).toEqual([
    ...new Set(exported.map(({ head }) => head.chain)),
    north,
  ]);
  expect(await headFiles.read(north)).toEqual([{ ...kept, signed: exported.at(-1) }]);
  expect(await exportHeads(dependencies)).toEqual([]);
  expect(await own()).toMatchObject({ fault: null });
});

it('AUDIT-10 AUDIT-21 API-216 a head on the laboratory’s file server reveals that the end was cut off', async () => {
  const server = await startFtpServer();
  await test.call('physician', 'POST', '/ftp-connection', connectionTo(server));
  await importedRun(test, { seed: 11 });
  const { db, signer } = test;
  const { clock, jobs } = test.app;
  // A folder without a head of this day.
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-heads-'));
  const headFiles = new HeadFiles(folder);
  const dependencies = { db, clock, jobs, signer, headFiles, headPlaces: [headFiles], ...UNOBSERVED };
  await exportHeads(dependencies);
  await test.work();
  const [[place = '', bytes = Buffer.alloc(0)] = []] = server.files;
  expect(place).toMatch(/^\/results\/audit-heads\/audit-head_\d{4}-\d\d-\d\d\.json$/);
  const head = path.join(folder, 'head.json');
  await writeFile(head, bytes);
  const sent = (await entries()).at(-1);
  expect(sent).toMatchObject({
    action: 'audit.head-sent',
    details: { file: place.replace('/results/', '') },
  });

  const check = (place = head) =>
    runAdminCommand(
      {
        db,
        secrets: createSecrets([]),
        identityAdmin: null,
        openSigner: () => Promise.resolve(test.signer),
        actor: { userId: null, name: 'Command line', laboratory: null },
      },
      ['audit', place],
    );
  expect(await check()).toMatch(/Demo laboratory North: \d+ entries, intact .* 1 exported heads match/);
  const nothing = path.join(folder, 'nothing.json');
  await expect(check(nothing)).rejects.toThrow(`${nothing} is not an exported audit head`);
  const signed = signedHeadSchema.parse(JSON.parse(bytes.toString()));
  const { number } = signed.head;
  const compare = (...heads: SignedHead[]) => test.call('quality', 'POST', '/audit/compare', { heads });
  const faults = async (...heads: SignedHead[]) =>
    auditCalls.compare.answer.parse((await compare(...heads)).json()).map(({ fault }) => fault?.text ?? null);
  expect(await faults(signed, signed)).toEqual([null]);
  const forged = { ...signed, head: { ...signed.head, number: number + 1_000 } };
  expect(await faults(forged)).toEqual([
    expect.stringMatching(/^The seal of .* was not signed by this installation\.$/),
  ]);
  // An administrator of one laboratory only.
  const [mine, south] = await Promise.all(
    ['North', 'South'].map((name) =>
      db.laboratory.findFirstOrThrow({ where: { name: `Demo laboratory ${name}` } }),
    ),
  );
  const caller = { laboratory: mine, permissions: new Set(['QA_ADMIN']) } as unknown as Caller;
  const foreign = { ...signed, head: { ...signed.head, chain: south?.id ?? '' } };
  expect(await compareHeads(test.app, caller, { heads: [signed] })).toMatchObject([{ fault: null }]);
  await expect(compareHeads(test.app, caller, { heads: [signed, foreign] })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect((await test.call('physician', 'POST', '/audit/compare', { heads: [signed] })).statusCode).toBe(403);
  // An installation whose own chain has no entries left.
  const everybody = { ...caller, permissions: new Set(['READ_ALL_LABORATORY']) } as unknown as Caller;
  const installation = { ...signed, head: { ...signed.head, chain: INSTALLATION } } as const;
  const undone = new Error('undone');
  const emptied = db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.$executeRaw`DELETE FROM audit_event WHERE laboratory_id IS NULL`;
    await tx.auditHead.deleteMany({ where: { chain: NO_LABORATORY } });
    const [found] = await compareHeads({ ...dependencies, db: tx }, everybody, { heads: [installation] });
    expect(found).toMatchObject({ chain: INSTALLATION, fault: { kind: 'exported-head' } });
    throw undone;
  });
  await expect(emptied).rejects.toBe(undone);

  const last = (await entries()).find((entry) => Number(entry.number) === number - 1);
  const owner = new pg.Client({ connectionString: test.databaseUrl });
  await owner.connect();
  await owner.query('ALTER TABLE audit_event DISABLE TRIGGER audit_event_append_only');
  await owner.query('DELETE FROM audit_event WHERE laboratory_id = $1 AND number >= $2', [north, number]);
  await owner.query('UPDATE audit_head SET number = $2, hash = $3 WHERE chain = $1', [
    north,
    number - 1,
    last?.hash,
  ]);
  await owner.end();
  await expect(check()).rejects.toThrow(`Entry ${number.toLocaleString('en-GB')} is missing: the seal of`);
  expect(await faults(signed)).toEqual([
    expect.stringMatching(`^Entry ${number.toLocaleString('en-GB')} is missing: the seal of`),
  ]);
  await rm(folder, { recursive: true });
  await server.close();
});
