import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { RunTrailState } from '@curvewell/contracts';
import type { Run } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { openWatched } from '../../../../test/query-plans.ts';
import { decide, interpretedRun, submit } from '../../../../test/run-factory.ts';
import { rehashed, undone } from '../../../../test/tamperings/undone.ts';
import { UNOBSERVED } from '../../../../test/unobserved.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { appendToChain, type NewEntry } from '../../../audit/audit-chain.ts';
import { systemClock, type Clock } from '../../../clock.ts';
import { transaction, type Db, type Tx } from '../../../database/db.ts';
import { runTrail } from '../entries/run-trail.ts';
import { exportHeads } from '../heads/export-heads.ts';
import { HeadFiles } from '../heads/head-files.ts';
import { checkTrail } from './check-trail.ts';
import { MOST_RECENT } from './verify-recent.ts';

const OTHERS = 10_000;
const SINCE = 50;
/** Entries between the last exported head and the check. */
const AFTER_HEAD = 3;

let test: TestApp;
let run: Run;
let actor: LaboratoryCaller;
/** The last entry of the laboratory when its chain was checked. */
let checked = 0;
/** An entry of the run before that. */
let own = 0;

beforeAll(async () => {
  test = await createTestApp();
  const laboratory = await test.db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory North' } });
  actor = { laboratory } as unknown as LaboratoryCaller; // what `runTrail` reads of it
  run = await interpretedRun(test, { seed: 1 });
  await submit(test, run.id);
  await decide(test, run.id, { status: 'REJECTED' });
  own = (await lastEntry()).number;
  for (let made = 0; made < OTHERS; made += 1_000) await addOthers(1_000);
  await exportHeads({
    ...dependencies(),
    jobs: test.app.jobs,
    headPlaces: [test.app.headFiles],
    ...UNOBSERVED,
  });
  await addOthers(AFTER_HEAD);
  await check();
  checked = (await lastEntry()).number;
  await addOthers(SINCE);
}, 300_000);
afterAll(() => test.close());

const dependencies = (db: Db | Tx = test.db, clock: Clock = systemClock) => ({
  db: db as Db, // a transaction answers the same statements
  clock,
  signer: test.signer,
  headFiles: test.app.headFiles,
});
const check = () => checkTrail(dependencies());

async function lastEntry(): Promise<{ number: number }> {
  const { number } = await test.db.auditEvent.findFirstOrThrow({
    where: { laboratoryId: actor.laboratory.id },
    orderBy: { number: 'desc' },
  });
  return { number: Number(number) };
}

/** Entries that are not of the run. */
async function addOthers(count: number): Promise<void> {
  const entry: NewEntry = {
    actor: { id: null, name: 'Somebody', role: null },
    action: 'run.reindex',
    entity: 'run',
    entityId: null,
    details: {},
    requestId: null,
    address: null,
  };
  const entries = Array.from({ length: count }, () => entry);
  await transaction({ db: test.db, timeoutMs: 60_000 }, (tx) =>
    appendToChain(tx, actor.laboratory.id, entries),
  );
}

const opened = (db?: Db | Tx, { again = false, clock = systemClock } = {}): Promise<RunTrailState> =>
  runTrail(dependencies(db, clock), actor, { runId: run.id, again });

/** What the history says once the owner of the database has done something, which is then undone. */
const openedAfter = (tamper: (tx: Tx) => Promise<unknown>, options?: { again: boolean }) =>
  undone(test.db, async (tx) => {
    await tamper(tx);
    return opened(tx, options);
  });

const rename = (number: number) => (tx: Tx) =>
  tx.$executeRaw`UPDATE audit_event SET actor_name = 'Somebody else'
    WHERE laboratory_id = ${actor.laboratory.id}::uuid AND number = ${number}`;

async function placeBefore(tx: Tx, number: number) {
  const { hash } = await tx.auditEvent.findFirstOrThrow({
    where: { laboratoryId: actor.laboratory.id, number: number - 1 },
  });
  return { number: number - 1, hash };
}

describe('AUDIT-31 a history of a long audit trail', () => {
  it('AUDIT-31 reads only the entries of the run and those since the nightly check', async () => {
    const watched = await openWatched(test.databaseUrl);
    await watched.vacuum('audit_event');
    let rows = 0;
    const counting = watched.db.$extends({
      query: {
        $queryRaw: async ({ args, query }) => {
          const found = (await query(args)) as unknown[];
          rows += found.length;
          return found;
        },
      },
    });
    const state = await opened(counting as unknown as Db);
    expect(state).toMatchObject({
      fault: null,
      whole: { state: 'intact', number: checked },
      since: { first: checked + 1, last: checked + SINCE },
      unverified: null,
    });
    expect(rows).toBeGreaterThanOrEqual(SINCE + state.entries);
    expect(rows).toBeLessThan(SINCE + state.entries + 20);
    const plans = await watched.plansOf(() => opened(watched.db));
    expect(plans.flatMap(({ readWhole }) => readWhole)).not.toContain('audit_event');
    await watched.close();
  });

  it('AUDIT-31 is answered through the API as well', async () => {
    const answer = await test.call('tech', 'GET', `/run/${run.id}/history/state`);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { fault: null, since: { first: checked + 1 }, unverified: null },
    ]);
  });

  it('AUDIT-31 finds a change to an entry since the nightly check, and one that is missing at the end', async () => {
    const number = checked + 7;
    expect((await openedAfter(rename(number))).fault).toMatchObject({ kind: 'changed', number });
    const removed = (tx: Tx) => tx.$executeRaw`DELETE FROM audit_event
      WHERE laboratory_id = ${actor.laboratory.id}::uuid AND number = ${checked + SINCE}`;
    expect((await openedAfter(removed)).fault).toMatchObject({ kind: 'missing', number: checked + SINCE });
  });

  it('AUDIT-32 compares an entry of the run with the signature that names it', async () => {
    const { fault } = await openedAfter(
      (tx) => tx.$executeRaw`UPDATE signature SET entry_hash = repeat('a', 64)`,
    );
    expect(fault).toMatchObject({
      number: own,
      text: expect.stringContaining('signature of this run') as string,
    });
  });

  it('AUDIT-32 finds a change to an entry of the run, also when that is hashed again', async () => {
    expect((await openedAfter(rename(own))).fault).toMatchObject({ kind: 'changed', number: own });
    const hashedAgain = async (tx: Tx) => {
      await rename(own)(tx);
      await rehashed(tx, actor.laboratory.id, { after: await placeBefore(tx, own), last: own });
    };
    expect((await openedAfter(hashedAgain)).fault).toMatchObject({
      number: own,
      text: expect.stringContaining('the entry after it names') as string,
    });
    const removed = (tx: Tx) => tx.$executeRaw`DELETE FROM audit_event
      WHERE laboratory_id = ${actor.laboratory.id}::uuid AND number = ${own - 1}`;
    expect((await openedAfter(removed)).fault).toMatchObject({ kind: 'missing', number: own - 1 });
  });
});

describe('AUDIT-33 the stored result of the nightly check', () => {
  const last = () => checked + SINCE;

  it('AUDIT-33 states if there is none, and which entries were not checked', async () => {
    expect(await openedAfter((tx) => tx.chainCheckpoint.deleteMany())).toMatchObject({
      fault: null,
      whole: { state: 'missing', at: null, number: null },
      since: { first: last() - MOST_RECENT + 1, last: last() },
      unverified: { first: 1, last: last() - MOST_RECENT },
    });
  });

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['number', (tx) => tx.$executeRaw`UPDATE chain_checkpoint SET number = number + 1`],
    ['hash', (tx) => tx.$executeRaw`UPDATE chain_checkpoint SET hash = repeat('a', 64)`],
    ['time', (tx) => tx.$executeRaw`UPDATE chain_checkpoint SET verified_at = verified_at + interval '1 s'`],
    ['fault', (tx) => tx.$executeRaw`UPDATE chain_checkpoint SET fault = '{"made": "up"}'`],
    ['key', (tx) => tx.$executeRaw`UPDATE chain_checkpoint SET key_id = repeat('a', 16)`],
  ])('AUDIT-33 does not count when its %s was altered', async (_, tamper) => {
    expect(await openedAfter(tamper)).toMatchObject({
      fault: null,
      whole: { state: 'not-trusted', at: null },
      unverified: { first: 1 },
    });
  });

  it('AUDIT-33 is old after three days', async () => {
    const clock = { now: () => new Date(Date.now() + 4 * 24 * 3_600_000) };
    expect((await opened(test.db, { clock })).whole).toMatchObject({ state: 'old', number: checked });
    expect((await opened()).whole.state).toBe('intact');
  });

  it('AUDIT-34 is compared with the chain, and the chain with the newest signed head outside', async () => {
    const rewritten = (number: number) => async (tx: Tx) => {
      const after = await placeBefore(tx, number);
      await rename(number)(tx);
      await rehashed(tx, actor.laboratory.id, { after });
    };
    expect((await openedAfter(rewritten(checked))).fault).toMatchObject({
      number: checked,
      text: expect.stringContaining('the one that the check of the whole audit trail on') as string,
    });
    const byHead = await openedAfter(async (tx) => {
      await rewritten(checked - AFTER_HEAD)(tx);
      await tx.chainCheckpoint.deleteMany();
    });
    expect(byHead.fault?.text).toMatch(/^Entry .* is not the one that the seal of .* names/);
  });

  it('AUDIT-34 a head outside that this installation did not sign is a fault', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-heads-'));
    const headFiles = new HeadFiles(folder);
    const signed = await test.app.headFiles.newest(actor.laboratory.id);
    if (signed === null) throw new Error('its head was exported');
    const open = () => runTrail({ ...dependencies(), headFiles }, actor, { runId: run.id, again: false });
    await headFiles.keep(signed);
    expect((await open()).fault).toBe(null);
    await rm(folder, { recursive: true });
    await headFiles.keep({ ...signed, head: { ...signed.head, number: 3 } });
    expect((await open()).fault).toMatchObject({ kind: 'exported-head' });
    await rm(folder, { recursive: true });
  });
});

it('AUDIT-35 a change to an older entry of another run is found by the nightly check, and by a check of the whole', async () => {
  const number = checked - 100;
  expect(await openedAfter(rename(number))).toMatchObject({ fault: null, whole: { state: 'intact' } });
  expect(await openedAfter(rename(number), { again: true })).toMatchObject({
    fault: { kind: 'changed', number },
    whole: { state: 'broken' },
  });
  // With the stored result of the check, which is then made again.
  const { db } = test;
  const named = { laboratoryId: actor.laboratory.id, number };
  const { actorName } = await db.auditEvent.findFirstOrThrow({ where: named });
  const write = (name: string) =>
    db.$transaction([
      db.$executeRaw`SET LOCAL session_replication_role = replica`,
      db.$executeRaw`UPDATE audit_event SET actor_name = ${name}
        WHERE laboratory_id = ${named.laboratoryId}::uuid AND number = ${number}`,
    ]);
  await write('Somebody else');
  expect(await check()).toMatchObject([{ fault: { number } }]);
  expect(await opened()).toMatchObject({ fault: { number }, whole: { state: 'broken', number: number - 1 } });
  await write(actorName);
  expect(await check()).toEqual([]);
  expect(await opened()).toMatchObject({ fault: null, whole: { state: 'intact' } });
});
