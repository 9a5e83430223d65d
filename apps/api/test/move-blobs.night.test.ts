import type { Run } from '@curvewell/domain';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { moveBlobs } from '../src/blobs/move-blobs.ts';
import { readOriginal } from '../src/blobs/originals.ts';
import { sweepBlobs } from '../src/blobs/sweep-blobs.ts';
import type { Db } from '../src/database/db.ts';
import { checkRecords } from '../src/features/decisions/index.ts';
import { readRecord } from '../src/features/decisions/decision-record.ts';
import { readParts } from '../src/features/interpretation/index.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { IS_NIGHT } from './often.ts';
import { brokenInvariants } from './invariants.ts';
import { memoryStore, type MemoryStore } from './memory-store.ts';
import { decide, interpretedRun, submit } from './run-factory.ts';
import { withoutRules } from './without-rules.ts';

let test: TestApp;
let store: MemoryStore;
/** The same installation with an object store. */
let stored: TestApp;
beforeAll(async () => {
  const environment = { RUN_FILE_DOWNLOAD: 'true' };
  test = await createTestApp({ environment });
  store = memoryStore();
  stored = await createTestApp({ environment, objects: store, beside: test });
});
afterAll(async () => {
  await stored.close();
  await test.close();
});

const errors: string[] = [];
async function moved(db: Db): Promise<void> {
  errors.length = 0;
  await moveBlobs({
    db,
    clock: test.app.clock,
    onError: (error) => errors.push(String((error as Error).cause)),
  }).catch((error: unknown) => errors.push(`ended: ${String(error)}`));
}

async function decidedRun(seed: number): Promise<Run> {
  const run = await interpretedRun(test, { seed });
  await submit(test, run.id);
  const answer = await decide(test, run.id);
  expect(answer.statusCode, answer.body).toBe(200);
  return run;
}

/** Puts the bytes of a run into its rows, as version 0.2.0 stored them. */
const storeAsBefore = ({ id }: Run) =>
  withoutRules(test.db, async (tx) => {
    await tx.$executeRaw`
      UPDATE run_file f SET content = b.content FROM blob b
      WHERE f.run_id = ${id}::uuid AND b.run_id = f.run_id AND b.sha256 = coalesce(f.packed_sha256, f.sha256)`;
    await tx.$executeRaw`
      UPDATE run_curves c SET packed = b.content, packed_sha256 = NULL FROM blob b
      WHERE c.run_id = ${id}::uuid AND b.run_id = c.run_id AND b.sha256 = c.packed_sha256`;
    await tx.blob.deleteMany({ where: { runId: id } });
  });

const keysOf = (runId: string): string[] => [...store.objects.keys()].filter((key) => key.includes(runId));

/** The objects of its file and curves. Its chart is no part of the record, and is made again if it is lost. */
async function signedKeys(runId: string): Promise<string[]> {
  const charts = await test.db.interpretationChart.findMany({ where: { interpretation: { runId } } });
  return keysOf(runId).filter((key) => !charts.some(({ bodySha256 }) => key.endsWith(`/${bodySha256}`)));
}

/** Where the bytes of a run lie. */
async function placesOf({ id: runId }: Run) {
  const [files, curves, blobs] = await Promise.all([
    test.db.runFile.count({ where: { runId, content: { not: null } } }),
    test.db.runCurves.count({ where: { runId, packed: { not: null } } }),
    test.db.blob.count({ where: { runId } }),
  ]);
  return {
    rows: files + curves,
    blobs,
    objects: (await signedKeys(runId)).length,
  };
}
const IN_ROWS = { rows: 3, blobs: 0, objects: 0 };
const IN_DATABASE = { rows: 0, blobs: 3, objects: 0 };
const IN_STORE = { rows: 0, blobs: 0, objects: 3 };

/** Everything that the product answers about the bytes of a run. */
async function answersOf(app: TestApp, { id }: Run) {
  const ask = async (method: 'GET' | 'POST', url: string, body?: object) => {
    const answer = await app.call('physician', method, url, body);
    expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
    return answer.rawPayload.toString('base64');
  };
  return {
    record: await readRecord(app.db, id),
    parts: await readParts(app.db, id),
    chart: await ask('GET', `/run/${id}/chart`),
    fluorescence: await ask('GET', `/run/${id}/fluorescence?channel=FAM`),
    rdml: (await app.call('tech', 'POST', `/run/export/${id}`, { format: 'RDML' })).rawPayload.length,
    state: await stateOf(app, id),
  };
}

async function stateOf(app: TestApp, runId: string): Promise<string> {
  const answer = await app.call('physician', 'GET', `/run/${runId}/record?again=true`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ state: string }>().state;
}

it('OPS-576 TRUST-606 bytes of a decided run move from its rows to the database and the object store, and no answer or signed byte changes', async () => {
  const run = await decidedRun(1);
  await storeAsBefore(run);
  expect(await placesOf(run)).toEqual(IN_ROWS);
  const before = await answersOf(test, run);
  expect(before.state).toBe('unchanged');
  await moved(test.db);
  expect([errors, await placesOf(run)]).toEqual([[], IN_DATABASE]);
  expect(await answersOf(test, run)).toEqual(before);
  expect(await brokenInvariants(test.db)).toEqual([]);
  await moved(stored.db);
  expect([errors, await placesOf(run)]).toEqual([[], IN_STORE]);
  expect(await answersOf(stored, run)).toEqual(before);
  // The trail has what left the database, once, and is intact.
  await moved(stored.db);
  const entries = await test.db.auditEvent.findMany({
    where: { entityId: run.id, action: 'run.move-bytes' },
  });
  const sha256 = [...store.objects.keys()].flatMap((key) => key.split(`${run.id}/`).slice(1)).toSorted();
  expect(entries).toMatchObject([{ actorId: null, actorName: 'Curvewell', details: { sha256 } }]);
  const chains = await test.call('super', 'GET', '/audit/verify');
  expect(chains.json<{ fault: unknown }[]>().filter(({ fault }) => fault !== null)).toEqual([]);
});

it.runIf(IS_NIGHT)(
  'OPS-577 TRUST-607 a move that is interrupted or meets damage loses nothing, and the next one continues',
  async () => {
    const runs = [await decidedRun(2), await decidedRun(13)];
    for (const one of runs) await storeAsBefore(one);
    const [run, other] = runs.toSorted((a, b) => a.id.localeCompare(b.id)) as [Run, Run];
    const before = await answersOf(test, run);
    // The process ends after the second object.
    let puts = 0;
    store.instead.put = () => (++puts > 2 ? Promise.reject(new Error('gone')) : Promise.resolve());
    await moved(stored.db);
    expect(errors).toEqual([
      expect.stringMatching(
        /^ended: .*The object store of files, curves and signed records cannot be reached/,
      ),
    ]);
    expect(await placesOf(run)).toEqual({ rows: 0, blobs: 3, objects: 2 });
    // An outage ends the job, which starts again later.
    expect([puts, await placesOf(other)]).toEqual([3, IN_ROWS]);
    expect(await answersOf(test, run)).toEqual(before);
    // The store answers with other bytes.
    store.instead.put = null;
    store.instead.get = () => Promise.resolve(Buffer.from('other'));
    await moved(stored.db);
    expect(errors.filter((error) => error.includes('differs in the object store'))).toHaveLength(2);
    expect(await placesOf(run)).toMatchObject({ blobs: 3 });
    store.instead.get = null;
    await moved(stored.db);
    expect([errors, await placesOf(run), await placesOf(other)]).toEqual([[], IN_STORE, IN_STORE]);
    expect(await answersOf(stored, run)).toEqual(before);
  },
);

it('OPS-577 bytes that differ from their hash stay where they are', async () => {
  const run = await decidedRun(3);
  await storeAsBefore(run);
  await withoutRules(
    test.db,
    (tx) =>
      tx.$executeRaw`UPDATE run_file SET content = set_byte(content, 100, 7) WHERE run_id = ${run.id}::uuid`,
  );
  await moved(test.db);
  expect(errors).toEqual([expect.stringContaining('has other bytes')]);
  expect(await placesOf(run)).toEqual(IN_ROWS);
});

it.runIf(IS_NIGHT)('OPS-577 a laboratory that is being moved is skipped', async () => {
  const run = await decidedRun(4);
  await storeAsBefore(run);
  const setState = (moveState: string | null) =>
    test.db.laboratory.update({ where: { id: run.laboratory.id }, data: { moveState } });
  await setState('moving');
  await moved(stored.db);
  expect(await placesOf(run)).toEqual(IN_ROWS);
  await setState(null);
});

it.runIf(IS_NIGHT)(
  'OPS-578 curves in an object store that cannot be reached or that differ are a clear error, and nothing is lost',
  async () => {
    const run = await interpretedRun(stored, { seed: 5 });
    expect(await placesOf(run)).toEqual(IN_STORE);
    // Another process, which has not kept the objects.
    const seen = memoryStore(store.objects);
    const other = await createTestApp({ objects: seen, beside: test });
    const url = `/run/${run.id}/fluorescence?channel=FAM`;
    seen.instead.get = () => Promise.reject(new Error('away'));
    const away = await other.call('physician', 'GET', url);
    expect([away.statusCode, away.body]).toEqual([
      503,
      expect.stringContaining(
        'The object store of files, curves and signed records cannot be reached. Try again in a moment.',
      ),
    ]);
    seen.instead.get = () => Promise.resolve(Buffer.from('other'));
    const altered = await other.call('physician', 'GET', url);
    expect([altered.statusCode, altered.body]).toEqual([
      503,
      expect.stringContaining('is damaged in the object store'),
    ]);
    seen.instead.get = null;
    expect((await other.call('physician', 'GET', url)).statusCode).toBe(200);
    await other.close();
  },
);

it('OPS-578 a run in the object store is interpreted, signed and verified like any other', async () => {
  const run = await interpretedRun(stored, { seed: 6 });
  expect(await placesOf(run)).toEqual(IN_STORE);
  await submit(stored, run.id);
  expect((await decide(stored, run.id)).statusCode).toBe(200);
  expect((await answersOf(stored, run)).state).toBe('unchanged');
  const [key = ''] = await signedKeys(run.id);
  const kept = store.objects.get(key) ?? Buffer.alloc(0);
  store.objects.set(key, Buffer.from('other'));
  expect(await stateOf(stored, run.id)).toBe('changed');
  store.objects.set(key, kept);
  expect(await stateOf(stored, run.id)).toBe('unchanged');
  // Without the store the bytes are missing, which the check says.
  const checked = await test.call('physician', 'GET', `/run/${run.id}/record?again=true`);
  expect(checked.json()).toMatchObject({
    state: 'changed',
    differences: [
      { what: 'File 1: content' },
      { what: 'Readings FAM ANNEAL' },
      { what: 'Readings FAM MELT' },
      { what: 'Record as it was signed' },
    ],
  });
});

/** The state that the list and the run's page show. */
async function shownStates(app: TestApp, runId: string) {
  const check = await app.db.recordCheck.findUnique({ where: { runId } });
  const answer = await app.call('physician', 'GET', `/run/${runId}/record`);
  return [check?.isUnchanged, answer.json<{ state: string }>().state];
}

it.runIf(IS_NIGHT)(
  'OPS-582 the nightly check notices files and curves of signed runs that the object store has lost or changed, and pages show it',
  async () => {
    const run = await interpretedRun(stored, { seed: 10 });
    await submit(stored, run.id);
    expect((await decide(stored, run.id)).statusCode).toBe(200);
    const night = () => checkRecords({ db: stored.db, clock: stored.app.clock, signer: stored.signer });
    await night();
    expect(await shownStates(stored, run.id)).toEqual([true, 'unchanged']);
    const keys = await signedKeys(run.id);
    for (const [index, key] of keys.entries()) {
      const kept = store.objects.get(key) ?? Buffer.alloc(0);
      if (index > 0) store.objects.delete(key);
      else store.objects.set(key, Buffer.from('other'));
      await night();
      expect(await shownStates(stored, run.id), key).toEqual([false, 'changed']);
      store.objects.set(key, kept);
    }
    await night();
    expect(await shownStates(stored, run.id)).toEqual([true, 'unchanged']);
    store.instead.get = () => Promise.reject(new Error('away'));
    await expect(night()).rejects.toMatchObject({ code: 'unavailable' });
    store.instead.get = null;
  },
);

it('OPS-583 an approval reads files and curves from where they are stored, and refuses a run if some are missing', async () => {
  const run = await interpretedRun(stored, { seed: 11 });
  await submit(stored, run.id);
  const keys = await signedKeys(run.id);
  for (const [index, key] of keys.entries()) {
    const kept = store.objects.get(key) ?? Buffer.alloc(0);
    if (index > 0) store.objects.delete(key);
    else store.objects.set(key, Buffer.from('other'));
    const refused = await decide(stored, run.id);
    expect([refused.statusCode, refused.json<{ code: string }>().code], key).toEqual([409, 'record-changed']);
    store.objects.set(key, kept);
  }
  expect((await decide(stored, run.id)).statusCode).toBe(200);
});

it('OPS-583 an approval names what is missing in the database', async () => {
  const run = await interpretedRun(test, { seed: 12 });
  await submit(test, run.id);
  await withoutRules(test.db, (tx) => tx.blob.deleteMany({ where: { runId: run.id } }));
  const refused = await decide(test, run.id);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      code: 'record-changed',
      details: {
        differences: [
          { what: 'File 1: content' },
          { what: 'Readings FAM ANNEAL' },
          { what: 'Readings FAM MELT' },
        ],
      },
    },
  ]);
});

it.runIf(IS_NIGHT)(
  'OPS-581 new objects lie where the clean-up of version 0.2.0 deletes nothing, and its own stay readable and are cleaned up',
  async () => {
    const run = await interpretedRun(stored, { seed: 9 });
    const keys = keysOf(run.id);
    // What `isId` of that version matches, and nothing else is deleted by it.
    const seen = keys.filter((key) =>
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key.split('/')[0] ?? ''),
    );
    // A file, two curves and the chart.
    expect([keys.length, seen]).toEqual([4, []]);
    const file = await test.db.runFile.findFirstOrThrow({ where: { runId: run.id } });
    const key = `blob/${run.id}/${file.packedSha256 ?? file.sha256}`;
    const content = await readOriginal(stored.db, file.id);
    store.objects.delete(key);
    await withoutRules(test.db, (tx) =>
      tx.runFile.update({ where: { id: file.id }, data: { packedSha256: null } }),
    );
    const former = `${run.id}/${file.sha256}`;
    store.objects.set(former, content);
    const unread = await createTestApp({ objects: memoryStore(store.objects), beside: test });
    expect(await readOriginal(unread.db, file.id)).toEqual(content);
    await unread.close();
    const swept = () =>
      sweepBlobs({ db: stored.db, clock: { now: () => new Date(Date.now() + 48 * 3600 * 1000) } });
    await swept();
    expect(keysOf(run.id)).toHaveLength(4);
    expect((await test.call('tech', 'DELETE', `/run/${run.id}`)).statusCode).toBe(204);
    store.objects.set('theirs/notes', Buffer.from('not ours'));
    await swept();
    expect(keysOf(run.id)).toEqual([]);
    expect(store.objects.delete('theirs/notes')).toBe(true);
  },
);

it('TRUST-608 a blob has the bytes of its name, of a run of its laboratory', async () => {
  const run = await interpretedRun(test, { seed: 7 });
  const blob = { runId: run.id, laboratoryId: run.laboratory.id, sha256: '0'.repeat(64) };
  const content = new Uint8Array([1]);
  await expect(test.db.blob.create({ data: { ...blob, content } })).rejects.toThrow('has other bytes');
  await expect(
    test.db.$executeRaw`INSERT INTO blob (run_id, laboratory_id, sha256, content)
      VALUES (${run.id}::uuid, gen_random_uuid(), encode(sha256('\\x01'), 'hex'), '\\x01')`,
  ).rejects.toThrow('another laboratory');
});

it('TRUST-608 a named blob cannot be deleted, and a decided run gets none', async () => {
  const run = await interpretedRun(test, { seed: 14 });
  const counted = () => test.db.blob.count({ where: { runId: run.id } });
  await expect(test.db.blob.deleteMany({ where: { runId: run.id } })).rejects.toThrow('names the blob');
  const put = (byte: string) => test.db.$executeRaw`INSERT INTO blob (run_id, laboratory_id, sha256, content)
    SELECT ${run.id}::uuid, ${run.laboratory.id}::uuid, encode(sha256(decode(${byte}, 'hex')), 'hex'), decode(${byte}, 'hex')`;
  await put('01');
  expect(await counted()).toBe(4);
  await test.db.$executeRaw`SELECT drop_unnamed_blobs(${run.id}::uuid)`;
  expect(await counted()).toBe(3);
  await submit(test, run.id);
  await decide(test, run.id);
  await expect(put('02')).rejects.toThrow('is decided');
});

it('TRUST-609 the setting that lets the functions move bytes of decided runs gives the product’s role no right', async () => {
  const run = await decidedRun(8);
  const owner = new pg.Client({ connectionString: test.databaseUrl });
  await owner.connect();
  try {
    await owner.query(
      `CREATE ROLE mover; GRANT SELECT, UPDATE, DELETE ON blob, run_file, run_curves TO mover; GRANT SELECT ON run TO mover; SET ROLE mover`,
    );
    await owner.query(`SELECT set_config('curvewell.moves_blobs', 'on', false)`);
    for (const statement of [
      'DELETE FROM blob WHERE run_id = $1',
      'DELETE FROM run_curves WHERE run_id = $1',
      'UPDATE run_file SET size = 0 WHERE run_id = $1',
    ])
      await expect(owner.query(statement, [run.id]), statement).rejects.toThrow(/is decided/);
    await expect(owner.query('SELECT bring_blobs($1)', [run.id])).rejects.toThrow(/permission denied/);
    await expect(owner.query(`SELECT drop_stored_blobs($1, '{}')`, [run.id])).rejects.toThrow(
      /permission denied/,
    );
  } finally {
    await owner.query(`RESET ROLE; DROP OWNED BY mover; DROP ROLE mover`);
    await owner.end();
  }
});
