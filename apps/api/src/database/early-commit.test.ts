import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

import { CALLS } from '@curvewell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../test/create-test-app.ts';
import { UNOBSERVED } from '../../test/unobserved.ts';
import type { Caller } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { systemClock } from '../clock.ts';
import { sliceTexts } from '../features/audit/entries/read-slice.ts';
import { exportHeads } from '../features/audit/heads/export-heads.ts';
import { sweepBlobs } from '../blobs/sweep-blobs.ts';
import { runOnce } from '../http/requests/idempotency-keys.ts';
import { openDatabase, readRows, transaction, type Db, type Tx } from './db.ts';
import { EarlyCommits } from './early-commit.ts';
import { Prisma } from '../generated/prisma/client.ts';

let test: TestApp;
/** Opened on a database that waits for the disk, as in use; that of other tests does not. */
let db: Db;
beforeAll(async () => {
  test = await createTestApp();
  const name = Prisma.raw(`"${new URL(test.databaseUrl).pathname.slice(1)}"`);
  await test.db.$executeRaw`ALTER DATABASE ${name} SET synchronous_commit = on`;
  db = openDatabase(test.databaseUrl);
});
afterAll(async () => {
  await db.$disconnect();
  await test.close();
});

const actor = { userId: null, name: 'Somebody', laboratory: null };
const ENTRY = { action: 'laboratory.create', entity: 'laboratory', entityId: null } as const;

async function settingOf(tx: Db | Tx): Promise<string | undefined> {
  const [row] = await readRows<{ synchronous_commit: string }>(tx, Prisma.sql`SHOW synchronous_commit`);
  return row?.synchronous_commit;
}

async function position(tx: Db | Tx, what: 'insert' | 'flush'): Promise<bigint> {
  const [row] = await readRows<{ at: string }>(
    tx,
    Prisma.sql`SELECT (${Prisma.raw(`pg_current_wal_${what}_lsn()`)} - '0/0'::pg_lsn)::text AS at`,
  );
  return BigInt(row?.at ?? 0);
}

describe('a change with an audit entry', () => {
  it('AUDIT-36 releases the chain before it waits for the disk, and its connection waits again afterwards', async () => {
    const settings: (string | undefined)[] = [];
    await transaction({ db }, async (tx) => {
      settings.push(await settingOf(tx));
      await recordAudit(tx, actor, ENTRY, async () => void settings.push(await settingOf(tx)));
    });
    await transaction({ db }, async (tx) => void settings.push(await settingOf(tx)));
    expect(settings).toEqual(['on', 'off', 'on']);
  });

  it('AUDIT-36 is on disk when it is acknowledged', async () => {
    const missing: bigint[] = [];
    for (let change = 0; change < 50; change++) {
      let written = 0n;
      await transaction({ db }, (tx) =>
        recordAudit(tx, actor, ENTRY, async () => {
          written = await position(tx, 'insert');
        }),
      );
      const onDisk = await position(db, 'flush');
      if (onDisk <= written) missing.push(written - onDisk);
    }
    expect(missing).toEqual([]);
  });

  it('AUDIT-36 fails as a whole if its commit fails', async () => {
    const before = await db.auditEvent.count();
    await db.$executeRaw`CREATE TABLE twice (n int UNIQUE DEFERRABLE INITIALLY DEFERRED)`;
    const failing = transaction({ db }, async (tx) => {
      await tx.$executeRaw`INSERT INTO twice VALUES (1), (1)`;
      await recordAudit(tx, actor, ENTRY);
    });
    await expect(failing).rejects.toThrow();
    expect(await db.auditEvent.count()).toBe(before);
    await transaction({ db }, (tx) => recordAudit(tx, actor, ENTRY));
    expect(await db.auditEvent.count()).toBe(before + 1);
  });
});

/** Appends an entry that a crash could still lose, as between a commit and its wait. @returns its place in the log */
async function appendUnsettled(): Promise<{ written: bigint; number: number }> {
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL synchronous_commit = off`;
    const entries = JSON.stringify([{ ...ENTRY, actorName: 'Somebody', details: {} }]);
    // Without what the product adds, so that nothing waits.
    const [place] = await readRows<{ number: bigint }>(
      tx,
      Prisma.sql`SELECT number FROM audit_append(NULL, ${entries}::json)`,
    );
    return { written: await position(tx, 'insert'), number: Number(place?.number) };
  });
}

describe('a signed head', () => {
  const dependencies = () => ({ db, clock: systemClock, signer: test.signer });

  it('AUDIT-36 is exported when its entry is on disk', async () => {
    const missing: number[] = [];
    for (let round = 0; round < 20; round++) {
      const { written, number } = await appendUnsettled();
      const places = { jobs: test.app.jobs, headPlaces: [test.app.headFiles], ...UNOBSERVED };
      const [signed] = await exportHeads({ ...dependencies(), ...places }, null);
      expect(signed?.head.number).toBe(number);
      if ((await position(db, 'flush')) <= written) missing.push(round);
    }
    expect(missing).toEqual([]);
  });

  it('AUDIT-36 ends a slice when its entry is on disk', async () => {
    const missing: number[] = [];
    for (let round = 0; round < 20; round++) {
      const { written, number } = await appendUnsettled();
      const slice = { chain: null, where: Prisma.sql`true`, numbers: { first: number, last: number } };
      let text = '';
      for await (const part of sliceTexts(dependencies(), slice)) text += part;
      expect(text).toContain(`"number":${number}`);
      if ((await position(db, 'flush')) <= written) missing.push(round);
    }
    expect(missing).toEqual([]);
  });
});

describe('the stored response of a request', () => {
  it('AUDIT-36 is repeated when its change is on disk', async () => {
    const { id: userId } = await test.db.appUser.findFirstOrThrow();
    const caller = { userId, requestId: 'r' } as Caller; // `runOnce` uses only these fields
    const parts = { params: null, query: null, body: null };
    const missing: number[] = [];
    for (let round = 0; round < 20; round++) {
      const key = `round-${round}`;
      const request = { call: CALLS.runs.commentWell, actor: caller, key, parts, files: [] };
      const work = () => transaction({ db }, (tx) => recordAudit(tx, actor, ENTRY).then(() => 'done'));
      const answered = () =>
        runOnce({ db, clock: systemClock }, { ...request, textOf: (done) => JSON.stringify(done) }, work);
      expect(await answered()).toBe('"done"');
      // A crash could still lose it, as between a commit and its wait.
      const written = await db.$transaction(async (tx) => {
        await tx.$executeRaw`SET LOCAL synchronous_commit = off`;
        await tx.$executeRaw`UPDATE kept_answer SET answered_at = now() WHERE key = ${key}`;
        return position(tx, 'insert');
      });
      expect(await answered()).toBe('"done"');
      if ((await position(db, 'flush')) <= written) missing.push(round);
    }
    expect(missing).toEqual([]);
  });
});

describe('the original file of a deleted run', () => {
  it('AUDIT-36 is removed from the object store when the deletion is on disk', async () => {
    const missing: bigint[] = [];
    let deleted = 0n;
    const runId = randomUUID();
    const key = `${runId}/${'0'.repeat(64)}`;
    await recordAudit(
      test.db,
      { userId: null, name: 'Curvewell', laboratory: null },
      { action: 'run.delete', entity: 'run', entityId: runId },
    );
    const store = openDatabase(test.databaseUrl, {
      objects: {
        put: () => Promise.resolve(),
        get: () => Promise.resolve(null),
        list: () => Readable.from([[{ key, storedAt: new Date(0) }]]),
        remove: async () => {
          const onDisk = await position(db, 'flush');
          if (onDisk <= deleted) missing.push(deleted - onDisk);
        },
      },
    });
    try {
      for (let round = 0; round < 20; round++) {
        deleted = (await appendUnsettled()).written;
        expect(await sweepBlobs({ db: store, clock: systemClock })).toBe(1);
      }
    } finally {
      await store.$disconnect();
    }
    expect(missing).toEqual([]);
  });
});

describe('the commits of a connection', () => {
  const EARLY = `SELECT set_config('synchronous_commit', 'off', true)`;
  const WAITING = `COMMIT; SELECT pg_logical_emit_message(true, 'curvewell', '')`;

  it.each([
    { what: 'a commit after it was asked for', texts: ['BEGIN', EARLY, 'COMMIT'], last: WAITING },
    { what: 'a commit that did not ask', texts: ['BEGIN', 'SELECT 1', 'COMMIT'], last: null },
    { what: 'a rollback', texts: ['BEGIN', EARLY, 'ROLLBACK'], last: null },
    { what: 'the next commit', texts: ['BEGIN', EARLY, 'COMMIT', 'BEGIN', 'COMMIT'], last: null },
    { what: 'a commit after a rollback', texts: ['BEGIN', EARLY, 'ROLLBACK', 'BEGIN', 'COMMIT'], last: null },
  ])('AUDIT-36 $what: $last', ({ texts, last }) => {
    const commits = new EarlyCommits();
    expect(texts.map((text) => commits.instead(text)).at(-1)).toBe(last);
  });
});
