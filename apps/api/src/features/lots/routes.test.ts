import { kitCalls, lotCalls, type Method } from '@curvewell/contracts';
import type { Lot } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { importedRun } from '../../../test/run-factory.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
let test: TestApp;
let versionId = '';
beforeAll(async () => {
  test = await createTestApp({ clock: { now: () => new Date('2026-11-20T12:00:00Z') } });
  const version = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
  });
  versionId = version.id;
});
afterAll(() => test.close());

const send = (login: string, [method, path]: readonly [Method, string], body?: object) =>
  test.call(login, method, path, body);

async function addLot(name: string, body: object = {}): Promise<Lot> {
  const answer = await send('quality', ['POST', `/lots/version/${versionId}`], { name, ...body });
  expect(answer.statusCode, answer.body).toBe(200);
  return lotCalls.create.answer.parse(answer.json());
}

describe('reading lots', () => {
  it('API-49 API-50 a technician sees active lots only', async () => {
    const all = lotCalls.all.answer.parse((await send('tech', ['GET', '/lots'])).json());
    expect(all.length).toBeGreaterThan(3);
    expect(all.every(({ active }) => active)).toBe(true);
    const everything = lotCalls.all.answer.parse((await send('quality', ['GET', '/lots'])).json());
    expect(everything.length).toBeGreaterThan(all.length);
    expect((await send('tech', ['GET', `/lots/version/${UNKNOWN}`])).statusCode).toBe(404);
  });

  const page = async (query: string) => {
    const answer = await send('quality', ['GET', `/lots/version/${versionId}/search?${query}`]);
    return lotCalls.search.answer.parse(answer.json());
  };

  it('LOT-03 CONST-25 a page has 5 lots, or the requested number', async () => {
    expect((await page('')).size).toBe(5);
    const one = await page('size=1');
    expect([one.size, one.content.length]).toEqual([1, 1]);
  });

  it('LOT-04 API-51 lots are searched, sorted and paged', async () => {
    const url = `/lots/version/${versionId}/search`;
    const byDay = await page('sort=expirationDate,desc&size=1&page=1');
    expect(byDay.content.map(({ name }) => name)).toEqual(['26B0417']);
    expect((await page('search=26b04')).content.map(({ name }) => name)).toEqual(['26B0417', '26B0431']);
    expect((await page('search=%25')).totalElements).toBe(0);
    expect((await send('quality', ['GET', `${url}?size=101`])).statusCode).toBe(400);
    expect((await send('quality', ['GET', `${url}?sort=id,asc`])).statusCode).toBe(400);
  });
});

describe('changing lots', () => {
  it('LOT-22 STEP1-19 CONST-18 a new lot is active until the end of 2099, and its creation is audited', async () => {
    const lot = await addLot('NEW-1');
    expect(lot).toMatchObject({ active: true, expirationDate: '2099-12-31', admin: true, production: true });
    const entry = await test.db.auditEvent.findFirst({ where: { entityId: lot.id } });
    expect(entry).toMatchObject({ action: 'lot.create', actorName: expect.any(String) as string });
  });

  it('LOT-09 lots are added with permission to write lots or kits, not by technicians', async () => {
    const path = ['POST', `/lots/version/${versionId}`] as const;
    expect((await send('tech', path, { name: 'NO' })).statusCode).toBe(403);
    expect((await send('sales', path, { name: 'NO' })).statusCode).toBe(403);
    expect((await send('research', path, { name: 'BY-RESEARCH' })).statusCode).toBe(200);
    expect((await send('quality', path, { name: ' ' })).statusCode).toBe(400);
    expect((await send('quality', path, { name: 'X', admin: true })).statusCode).toBe(400);
    expect((await send('quality', ['POST', `/lots/version/${UNKNOWN}`], { name: 'X' })).statusCode).toBe(404);
  });

  it('a lot name is unique within a version, ignoring case', async () => {
    await addLot('Taken');
    const answer = await send('quality', ['POST', `/lots/version/${versionId}`], { name: 'tAKEN' });
    expect(answer.json()).toMatchObject({ code: 'name-taken', details: { kind: 'Lot', name: 'tAKEN' } });
  });

  it('LOT-18 a date in the past is refused, unless it is unchanged', async () => {
    const past = { name: 'PAST', expirationDate: '2026-11-19' };
    const answer = await send('quality', ['POST', `/lots/version/${versionId}`], past);
    expect(answer.json()).toMatchObject({ code: 'invalid-request' });
    const old = await test.db.lot.findFirstOrThrow({ where: { name: '26A0033' } });
    const change = { active: false, expirationDate: '2026-10-31', revision: old.revision };
    expect((await send('quality', ['PUT', `/lots/${old.id}`], change)).statusCode).toBe(200);
    const earlier = { ...change, expirationDate: '2026-10-30', revision: old.revision + 1 };
    expect((await send('quality', ['PUT', `/lots/${old.id}`], earlier)).statusCode).toBe(400);
  });

  it('API-90 a change based on an old revision is stale and names who was first', async () => {
    const { id, revision, expirationDate } = await addLot('STALE');
    const change = { active: false, expirationDate, revision };
    expect((await send('tech', ['PUT', `/lots/${id}`], change)).statusCode).toBe(403);
    expect((await send('quality', ['PUT', `/lots/${id}`], change)).json()).toMatchObject({
      active: false,
      revision: revision + 1,
    });
    const late = await send('research', ['PUT', `/lots/${id}`], change);
    expect(late.json()).toMatchObject({ code: 'stale', details: { by: expect.any(String) as string } });
    expect((await send('quality', ['PUT', `/lots/${UNKNOWN}`], change)).statusCode).toBe(404);
  });

  it('TRUST-659 neither a stale change nor the list of lots names a person of another laboratory', async () => {
    const { id, name, revision, expirationDate } = await addLot('SOUTH');
    const south = await test.db.laboratory.findFirstOrThrow({ where: { name: { contains: 'South' } } });
    await test.db.appUser.create({
      data: {
        login: 'quality.south',
        firstname: 'Signe',
        lastname: 'South',
        email: 'quality.south@example.org',
        laboratoryId: south.id,
        qaAdmin: true,
      },
    });
    const change = { active: false, expirationDate, revision };
    const late = async (login: string) => {
      const answer = await send(login, ['PUT', `/lots/${id}`], change);
      return answer.json<{ details: { by: string } }>().details.by;
    };
    expect((await send('quality.south', ['PUT', `/lots/${id}`], change)).statusCode).toBe(200);
    expect(await late('quality.south')).toBe('Signe South');
    expect(await late('research')).toBe('Someone from another laboratory');

    const madeBy = async (login: string) => {
      const found = await send(login, ['GET', `/lots/version/${versionId}/search?search=${name}`]);
      return lotCalls.search.answer.parse(found.json()).content.map(({ use }) => use?.madeBy);
    };
    expect(await madeBy('quality')).toEqual([expect.any(String)]);
    expect(await madeBy('quality.south')).toEqual([null]);
  });

  it('API-90 an unused lot is deleted, a used one is not, and the list shows its uses', async () => {
    const free = await addLot('FREE');
    expect((await send('tech', ['DELETE', `/lots/${free.id}`])).statusCode).toBe(403);
    expect((await send('quality', ['DELETE', `/lots/${free.id}`])).statusCode).toBe(204);
    expect((await send('quality', ['DELETE', `/lots/${free.id}`])).statusCode).toBe(404);

    const entries = await test.db.auditEvent.findMany({
      where: { entityId: free.id, action: { startsWith: 'lot.' } },
      orderBy: { id: 'asc' },
      select: { action: true, entity: true, details: true },
    });
    expect(entries).toMatchObject([
      { action: 'lot.create', entity: 'lot' },
      { action: 'lot.delete', entity: 'lot', details: { versionId, name: 'FREE' } },
    ]);

    const used = await addLot('USED');
    const run = await importedRun(test);
    await test.db.runKit.create({
      data: {
        runId: run.id,
        laboratoryId: run.laboratory.id,
        order: 0,
        kitVersionId: versionId,
        lots: { create: { laboratoryId: run.laboratory.id, lotId: used.id, order: 0 } },
      },
    });
    // As whatever changes the kits of a run does.
    await test.db.run.update({ where: { id: run.id }, data: { revision: { increment: 1 } } });
    expect((await send('quality', ['DELETE', `/lots/${used.id}`])).json()).toMatchObject({
      code: 'in-use',
      message: 'Lot USED is used by 1 run and cannot be deleted.',
    });

    const listed = async (login: string) => {
      const answer = await send(login, ['GET', `/lots/version/${versionId}/search?search=USED`]);
      return lotCalls.search.answer.parse(answer.json()).content[0]?.use;
    };
    const { runDate } = await test.db.run.findUniqueOrThrow({ where: { id: run.id } });
    expect(await listed('quality')).toMatchObject({
      runs: 1,
      firstRunOn: runDate.toISOString().slice(0, 10),
      madeBy: expect.any(String) as string,
    });
    expect(await listed('tech'), 'how others use a lot is for those who keep lots').toBeNull();

    const offered = async (login: string) => {
      const { kitId } = await test.db.kitVersion.findUniqueOrThrow({ where: { id: versionId } });
      const { analyserId } = await test.db.phase.findFirstOrThrow({ where: { kitVersionId: versionId } });
      const answer = await send(login, ['GET', `/kit/${kitId}/analyser/${analyserId}/versions`]);
      const versions = kitCalls.versionsForAnalyser.answer.parse(answer.json());
      return versions.find(({ id }) => id === versionId)?.lots ?? [];
    };
    const lastUse = async (login: string) =>
      (await offered(login)).find(({ id }) => id === used.id)?.lastUsedOn;
    expect(await lastUse('tech')).toBe(runDate.toISOString().slice(0, 10));
    expect(await lastUse('tech.south'), 'another laboratory has not used it').toBeNull();
  });
});
