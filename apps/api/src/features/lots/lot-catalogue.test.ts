import { kitCalls, lotCalls } from '@curvewell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { importedRun } from '../../../test/run-factory.ts';

let test: TestApp;
let versionId = '';
beforeAll(async () => {
  test = await createTestApp({ clock: { now: () => new Date('2026-11-20T12:00:00Z') } });
  const { db } = test;
  const kit = await db.kit.create({
    data: { name: 'Aardvark panel', versions: { create: { version: 'v1' } } },
    include: { versions: true },
  });
  versionId = kit.versions[0]?.id ?? '';
  const lot = (name: string, expirationDate: string, active = true) => ({
    kitVersionId: versionId,
    name,
    active,
    expirationDate: new Date(expirationDate),
  });
  await db.lot.createMany({
    data: [
      lot('Aa-late', '2027-06-30'),
      lot('Aa-last-day', '2026-12-20'),
      lot('Aa-day-after', '2026-12-21'),
      lot('Aa-today', '2026-11-20'),
      lot('Aa-yesterday', '2026-11-19'),
      lot('Aa-closed', '2026-11-19', false),
    ],
  });
});
afterAll(() => test.close());

async function found(query: string, login = 'quality') {
  const answer = await test.call(
    login,
    'GET',
    `/lots/catalogue?${query.includes('size=') ? '' : 'size=50&'}${query}`,
  );
  expect(answer.statusCode, answer.body).toBe(200);
  return lotCalls.catalogue.answer.parse(answer.json());
}
const namesOf = async (query: string) => (await found(query)).content.map(({ name }) => name);

/** What differs in a reading of a control. */
interface Change {
  /** Another laboratory. */
  readonly of?: string;
  readonly call?: string;
  readonly brokenRule?: object;
  readonly leftOutAt?: Date;
}

describe('the lots of all kits', () => {
  it('LOT-113 are listed with their kit and use, the first to expire first', async () => {
    const { content, totalElements } = await found('filter=all');
    expect(new Set(content.map(({ kitVersion }) => kitVersion.kit.name)).size).toBeGreaterThan(1);
    const days = content.map(({ expirationDate }) => expirationDate);
    expect(days).toEqual(days.toSorted());
    expect(totalElements).toBe(await test.db.lot.count());
    expect(content.find(({ name }) => name === 'Aa-late')?.use).toMatchObject({ runs: 0, lastRunOn: null });
  });

  it('LOT-113 show the number of runs and the newest', async () => {
    const run = await importedRun(test);
    const { db } = test;
    const lot = await db.lot.findFirstOrThrow({ where: { name: 'Aa-today' } });
    const laboratoryId = run.laboratory.id;
    await db.runKit.create({
      data: {
        runId: run.id,
        laboratoryId,
        order: 0,
        kitVersionId: versionId,
        lots: { create: { laboratoryId, lotId: lot.id, order: 0 } },
      },
    });
    const buffer = await db.reactionBuffer.findFirstOrThrow();
    await db.runUsedPair.create({
      data: { runId: run.id, laboratoryId, kitVersionId: versionId, reactionBufferId: buffer.id },
    });
    // As whatever changes the kits of a run does.
    await db.run.update({ where: { id: run.id }, data: { revision: { increment: 1 } } });
    const { runDate } = await db.run.findUniqueOrThrow({ where: { id: run.id } });
    const [lotFound] = (await found('search=Aa-today')).content;
    expect(lotFound?.use).toMatchObject({ runs: 1, lastRunOn: runDate.toISOString().slice(0, 10) });
    const kits = kitCalls.catalogue.answer.parse(
      (await test.call('research', 'GET', '/kit/catalogue')).json(),
    );
    expect(kits.find(({ name }) => name === 'Aardvark panel')?.versions[0]).toMatchObject({
      runs: 1,
      lastRunOn: runDate.toISOString().slice(0, 10),
    });
  });

  it('LOT-114 “expiring” finds active lots that expire today or within 30 days', async () => {
    expect(await namesOf('search=Aa-&filter=expiring')).toEqual(['Aa-today', 'Aa-last-day']);
  });

  it('LOT-114 “expired” finds lots that are active although they have expired', async () => {
    expect(await namesOf('search=Aa-&filter=expired')).toEqual(['Aa-yesterday']);
  });

  it('LOT-114 each filter says how many lots it finds for the search and kit', async () => {
    const { counts } = await found('search=Aa-');
    expect(counts).toEqual({ active: 5, expiring: 2, expired: 1, inactive: 1, all: 6 });
    const { kitId } = await test.db.kitVersion.findUniqueOrThrow({ where: { id: versionId } });
    expect((await found(`kitId=${kitId}&search=late`)).counts.all).toBe(1);
    expect((await found('search=no such lot')).counts).toEqual({
      active: 0,
      expiring: 0,
      expired: 0,
      inactive: 0,
      all: 0,
    });
  });

  it('LOT-113 are found by lot or kit, sorted and paged, and % is no wildcard', async () => {
    expect(await namesOf('search=aardvark&filter=all&sort=name,desc')).toEqual([
      'Aa-yesterday',
      'Aa-today',
      'Aa-late',
      'Aa-last-day',
      'Aa-day-after',
      'Aa-closed',
    ]);
    const second = await found('search=aardvark&sort=name,asc&page=1&size=2');
    expect([second.size, second.totalElements]).toEqual([2, 5]);
    expect(second.content.map(({ name }) => name)).toEqual(['Aa-late', 'Aa-today']);
    expect(await namesOf('search=%25')).toEqual([]);
    expect((await found('filter=all&sort=kit,asc')).content[0]?.kitVersion.kit.name).toBe('Aardvark panel');
  });

  it('LOT-120 say whether a control of the user’s own laboratory has failed in the last 30 days and counts', async () => {
    const { db } = test;
    const { laboratoryId } = await db.appUser.findUniqueOrThrow({ where: { login: 'quality' } });
    const run = await importedRun(test);
    const { id: otherId } = await importedRun(test);
    const wells = await db.well.findMany({ where: { runId: { in: [run.id, otherId] } }, take: 6 });
    const { kitId } = await db.kitVersion.findUniqueOrThrow({ where: { id: versionId } });
    const place = {
      kitId,
      reactionBufferId: (await db.reactionBuffer.findFirstOrThrow()).id,
      analyserId: (await db.analyser.findFirstOrThrow()).id,
      channel: 'FAM',
      sampleType: 'POSITIVE_TEST',
    } as const;
    const runOf = async (laboratory: string): Promise<string> => {
      if (laboratory === run.laboratory.id) return run.id;
      const [copy] = await db.$queryRaw<{ id: string }[]>`
        INSERT INTO run (id, laboratory_id, business_id, plate_type, name, run_date, created_by_id, created_by_name,
          instrument_name, analyser_id, file_name, import_report)
        SELECT new_id(), ${laboratory}::uuid, 9999, plate_type, name, run_date, created_by_id, created_by_name,
          instrument_name, analyser_id, file_name, import_report
        FROM run WHERE id = ${run.id}::uuid RETURNING id`;
      return copy?.id ?? '';
    };
    const read = async (name: string, at: string, { of: laboratory, ...change }: Change) => {
      const of = laboratory ?? laboratoryId ?? '';
      const series = await db.controlSeries.create({
        data: { ...place, laboratoryId: of, expected: name },
      });
      const lot = await db.lot.findFirstOrThrow({ where: { name } });
      const wellId = wells.pop()?.id ?? '';
      const own = { laboratoryId: of, seriesId: series.id, runId: await runOf(of), wellId };
      await db.controlReading.create({
        data: {
          ...own,
          kitVersionId: versionId,
          lotId: lot.id,
          readAt: new Date(at),
          call: 'TEST_OK',
          ...change,
        },
      });
    };
    const brokenRule = { rule: '1-3s', phase: 'MELT', zone: 'A', tm: 61.1, distance: 3.5 };
    const NOW = '2026-11-20T08:00:00Z';
    await read('Aa-late', NOW, { brokenRule });
    await read('Aa-last-day', NOW, { call: 'TEST_KO' });
    await read('Aa-day-after', '2026-10-20T08:00:00Z', { brokenRule });
    await read('Aa-today', NOW, { brokenRule, leftOutAt: new Date(NOW) });
    await read('Aa-closed', NOW, {});
    const foreign = await db.laboratory.findFirstOrThrow({ where: { id: { not: laboratoryId ?? '' } } });
    await read('Aa-yesterday', NOW, { of: foreign.id, brokenRule });

    const { content } = await found('search=Aa-&filter=all&sort=name,asc');
    const controls = Object.fromEntries(content.map(({ name, controls: of }) => [name, of]));
    expect(controls).toEqual({
      'Aa-late': { read: 'lately', failed: { run: run.businessId, rule: '1-3s' } },
      'Aa-last-day': { read: 'lately', failed: { run: run.businessId, rule: null } },
      'Aa-day-after': { read: 'before', failed: null },
      'Aa-today': { read: 'before', failed: null },
      'Aa-yesterday': { read: 'never', failed: null },
      'Aa-closed': { read: 'lately', failed: null },
    });
  });

  it('LOT-113 are for users who may read the lot configuration', async () => {
    expect((await test.call('tech', 'GET', '/lots/catalogue')).statusCode).toBe(403);
  });
});
