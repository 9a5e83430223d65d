import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openDatabase, type Tx } from './db.ts';
import { handleProblems } from '../http/responses/problems.ts';
import { databaseProblem } from './problem.ts';

/** Every error here is one that PostgreSQL, its driver or Prisma really raises. */
describe('database errors', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const codeOf = (work: PromiseLike<unknown>) =>
    work.then(
      () => 'no error',
      (error: unknown) => databaseProblem(error)?.code ?? error,
    );
  const inTransaction = (work: (tx: Tx) => Promise<unknown>, timeout = 20_000) =>
    codeOf(database.db.$transaction(work, { timeout }));
  /** The problem code for an SQLSTATE. */
  const codeOfState = (sqlstate: string) =>
    codeOf(database.db.$executeRawUnsafe(`DO $$ BEGIN RAISE SQLSTATE '${sqlstate}'; END $$`));

  it('ERR-101 a row locked by another transaction is busy', async () => {
    const { id } = await database.db.laboratory.findFirstOrThrow();
    await database.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM laboratory FOR UPDATE`;
      const impatient = (work: (other: Tx) => Promise<unknown>) =>
        inTransaction(async (other) => {
          await other.$executeRaw`SET LOCAL lock_timeout = 50`;
          await work(other);
        });
      const update = impatient((other) => other.laboratory.update({ where: { id }, data: { active: true } }));
      const lock = impatient((other) => other.$queryRaw`SELECT 1 FROM laboratory FOR UPDATE`);
      expect(await Promise.all([update, lock])).toEqual(['busy', 'busy']);
    });
  });

  it('ERR-101 of two deadlocked transactions one continues and the other is busy', async () => {
    const [one, other] = await database.db.laboratory.findMany({ take: 2 });
    const touch = (tx: Tx, id = '') => tx.laboratory.update({ where: { id }, data: { active: true } });
    let begun = 0;
    const { promise: bothHaveBegun, resolve } = Promise.withResolvers<true>();
    const both = (first: typeof one, second: typeof one) =>
      inTransaction(async (tx) => {
        await touch(tx, first?.id);
        begun += 1;
        if (begun === 2) resolve(true);
        await bothHaveBegun;
        await touch(tx, second?.id);
      });
    expect((await Promise.all([both(one, other), both(other, one)])).sort()).toEqual(['busy', 'no error']);
    expect(await codeOfState('40001')).toBe('busy');
  });

  it('ERR-101 a statement that takes too long times out', async () => {
    const slow = inTransaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL statement_timeout = 50`;
      await tx.$queryRaw`SELECT 1 FROM pg_sleep(10)`;
    });
    const late = inTransaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM pg_sleep(0.1)`;
      await tx.kit.count();
    }, 20);
    expect(await Promise.all([slow, late])).toEqual(['timed-out', 'timed-out']);
  });

  it('ERR-101 a server without free connections gives too-many-requests', async () => {
    await database.db.$executeRaw`DROP ROLE IF EXISTS crowded`;
    await database.db.$executeRaw`CREATE ROLE crowded LOGIN PASSWORD 'crowded' CONNECTION LIMIT 0`;
    const crowded = openDatabase(database.url.replace(/\/\/[^@]+@/, '//crowded:crowded@'));
    expect(await codeOf(crowded.kit.count())).toBe('too-many-requests');
    expect(await codeOf(crowded.$transaction((tx) => tx.kit.count()))).toBe('too-many-requests');
    await crowded.$disconnect();
    await database.db.$executeRaw`DROP ROLE crowded`;
  });

  it('ERR-101 a database that cannot be reached is unavailable, also for running statements', async () => {
    for (const place of ['127.0.0.1:1', '%2Fnowhere:1']) {
      const nowhere = openDatabase(database.url.replace(/@[^/]+/, `@${place}`));
      expect(await codeOf(nowhere.kit.count())).toBe('unavailable');
      expect(await codeOf(nowhere.$queryRaw`SELECT 1`)).toBe('unavailable');
      expect(await codeOf(nowhere.$transaction((tx) => tx.kit.count()))).toBe('unavailable');
      await nowhere.$disconnect();
    }

    const end = async (pid: number) => {
      await database.db.$queryRaw`SELECT 1 FROM pg_terminate_backend(${pid}::int, 10000)`;
    };
    const pidOf = async (tx: Tx) => {
      const [row] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      return row?.pid ?? 0;
    };
    const during = inTransaction(async (tx) => {
      const pid = await pidOf(tx);
      setTimeout(() => void end(pid), 100);
      await tx.$queryRaw`SELECT 1 FROM pg_sleep(10)`;
    });
    const between = inTransaction(async (tx) => {
      await end(await pidOf(tx));
      await tx.kit.count();
    });
    expect(await Promise.all([during, between])).toEqual(['unavailable', 'unavailable']);
    expect(await codeOfState('57P03')).toBe('unavailable');
  });

  it('ERR-101 a full disk has a code of its own', async () => {
    expect(await codeOfState('53100')).toBe('storage-full');
  });

  it('ERR-102 objects in use cannot be deleted, and missing objects cannot be used', async () => {
    const { db } = database;
    const problemOf = (work: Promise<unknown>) => work.catch((error: unknown) => databaseProblem(error));
    const [version] = await db.kitVersion.findMany({ take: 1 });
    const id = version?.id ?? '';
    expect(await problemOf(db.kitVersion.delete({ where: { id } }))).toMatchObject({
      code: 'in-use',
      message: 'This kit version is in use.',
    });
    const lot = {
      kitVersionId: '00000000-0000-4000-8000-000000000000',
      name: 'x',
      expirationDate: new Date(),
    };
    expect(await problemOf(db.lot.create({ data: lot }))).toMatchObject({
      code: 'invalid-request',
      message: 'This kit version does not exist.',
    });
    expect(await codeOf(db.lot.delete({ where: { id: lot.kitVersionId } }))).toBe('not-found');
  });

  it('a defect of the product is not mapped', async () => {
    expect(databaseProblem(new TypeError('x is not a function'))).toBeUndefined();
    expect(await codeOf(database.db.$queryRaw`SELECT 1/0`)).toBeInstanceOf(Error);
  });

  it('ERR-103 the response says when to retry', async () => {
    const app = fastify();
    handleProblems(app);
    app.get('/raised/:sqlstate', async (request) => {
      const { sqlstate } = request.params as { sqlstate: string }; // the test's own route
      await database.db.$executeRawUnsafe(`DO $$ BEGIN RAISE SQLSTATE '${sqlstate}'; END $$`);
    });
    const answers = await Promise.all(
      ['57P03', '55P03', '53300', '57014', '53100', '22012'].map(async (sqlstate) => {
        const { statusCode, headers } = await app.inject(`/raised/${sqlstate}`);
        return [statusCode, headers['retry-after']];
      }),
    );
    expect(answers).toEqual([
      [503, '2'],
      [409, '1'],
      [429, '1'],
      [504, '2'],
      [507, undefined],
      [500, undefined],
    ]);
    await app.close();
  });
});
