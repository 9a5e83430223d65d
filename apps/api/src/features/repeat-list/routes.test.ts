import type { RepeatList, UpdateRun } from '@curvewell/contracts';
import { MAX_OPEN_REPEATS, type Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { configuration, decide, importedRun, interpretedRun, submit } from '../../../test/run-factory.ts';

let test: TestApp;
let seed = 900;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const listOf = async (login = 'tech', runId?: string) =>
  (
    await test.call(login, 'GET', `/repeat-list${runId === undefined ? '' : `?runId=${runId}`}`)
  ).json<RepeatList>();
const add = (runId: string, positions: readonly string[], login = 'tech') =>
  test.call(login, 'POST', '/repeat-list', {
    runId,
    wells: positions.map((position) => ({ position, reason: 'NO_RESULT', note: 'no call' })),
  });
const remove = (ids: readonly string[], login = 'tech') =>
  test.call(login, 'POST', '/repeat-list/remove', { ids });
const newRun = () => interpretedRun(test, { seed: seed++ });
const entriesFrom = async ({ id }: Run) => {
  const { open, placed } = await listOf('tech', id);
  return [...open, ...placed].filter(({ from }) => from.id === id);
};
const lastDetails = async (action: string) =>
  (await test.db.auditEvent.findFirstOrThrow({ where: { action }, orderBy: { id: 'desc' } })).details;

/** Saves the plate of an imported run with other names. */
async function saved(names: Readonly<Record<string, string>>, run?: Run): Promise<Run> {
  const of = run ?? (await importedRun(test, { seed: seed++ }));
  const body: UpdateRun = await configuration(test.db, of);
  for (const { wells } of body.analyses ?? [])
    for (const [position, well] of Object.entries(wells)) well.name = names[position] ?? well.name;
  const answer = await test.call('tech', 'PUT', `/run/${of.id}`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Run>();
}

it('IMPEXP-116 IMPEXP-117 samples of a run are on the list of its laboratory, with kit and reason, once', async () => {
  const run = await newRun();
  expect((await add(run.id, ['A3', 'A1'])).json()).toEqual({ added: 2 });
  expect((await add(run.id, ['A1', 'A2'], 'physician')).json()).toEqual({ added: 1 });
  expect((await add(run.id, ['A1'])).json()).toEqual({ added: 0 });
  const { open, placed } = await listOf('physician', run.id);
  expect(placed).toEqual([]);
  expect(open.map(({ name, from }) => [name, from.position])).toEqual([
    ['S-1', 'A1'],
    ['S-3', 'A3'],
    ['S-2', 'A2'],
  ]);
  expect(open.find(({ name }) => name === 'S-1')).toMatchObject({
    kit: { name: 'LCT-13910' },
    sampleType: 'BLOOD',
    reason: 'NO_RESULT',
    note: 'no call',
    from: { id: run.id, businessId: run.businessId, position: 'A1' },
    addedByName: 'Tara Holm',
    placed: null,
  });
  const events = await test.db.auditEvent.findMany({
    where: { action: 'repeatList.add', entityId: run.id },
    orderBy: { id: 'asc' },
  });
  expect(events.map(({ details }) => details)).toEqual([
    { samples: ['A1 S-1', 'A3 S-3'] },
    { samples: ['A2 S-2'] },
  ]);
});

it('IMPEXP-116 IMPEXP-118 another laboratory neither reads nor changes the list', async () => {
  const run = await newRun();
  await add(run.id, ['A1']);
  const [entry] = (await listOf('tech', run.id)).open;
  expect(await listOf('tech.south')).toEqual({ open: [], placed: [] });
  expect(await listOf('tech.south', run.id)).toEqual({ open: [], placed: [] });
  expect((await add(run.id, ['A2'], 'tech.south')).statusCode).toBe(404);
  expect((await remove([entry?.id ?? ''], 'tech.south')).statusCode).toBe(404);
  expect((await listOf('tech', run.id)).open).toHaveLength(1);
});

it('IMPEXP-119 a control, an empty position and an unknown run are refused', async () => {
  const run = await newRun();
  const answer = await add(run.id, ['A1', 'A4', 'H12']);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    issues: [
      { path: ['body', 'wells', 1], message: 'A4 is not a sample with a name and a kit.' },
      { path: ['body', 'wells', 2], message: 'H12 is not a sample with a name and a kit.' },
    ],
  });
  expect((await add(NOWHERE, ['A1'])).statusCode).toBe(404);
  expect(await entriesFrom(run)).toEqual([]);
});

it('IMPEXP-118 open entries are removed together, with an audit entry, and an unknown one removes none', async () => {
  const run = await newRun();
  await add(run.id, ['A1', 'A2']);
  const ids = (await listOf('tech', run.id)).open.map(({ id }) => id);
  expect((await remove([...ids, NOWHERE])).statusCode).toBe(404);
  expect(await entriesFrom(run)).toHaveLength(2);
  expect((await remove(ids)).json()).toEqual({ removed: 2 });
  expect(await entriesFrom(run)).toEqual([]);
  expect(await lastDetails('repeatList.remove')).toEqual({
    samples: expect.arrayContaining([
      `S-1, run ${run.businessId} A1`,
      `S-2, run ${run.businessId} A2`,
    ]) as unknown,
  });
});

it('IMPEXP-121 a saved plate places the entries that it repeats, and another save opens them again', async () => {
  const run = await saved({ A1: 'R-1', A2: 'R-2', A3: 'R-3' });
  await add(run.id, ['A1', 'A2']);
  const next = await saved({ A1: 'New', A2: 'R-1', A3: 'Other' });
  const [placed, open] = [
    (await listOf('tech', run.id)).placed,
    (await listOf('tech', run.id)).open.map(({ name }) => name),
  ];
  expect(placed).toMatchObject([
    { name: 'R-1', placed: { id: next.id, businessId: next.businessId, position: 'A2' } },
  ]);
  expect(open).toEqual(['R-2']);
  expect((await listOf('tech', next.id)).placed.map(({ name }) => name)).toEqual(['R-1']);
  expect((await listOf()).open.map(({ name }) => name)).not.toContain('R-1');
  expect(await lastDetails('repeatList.place')).toEqual({ placed: ['A2 R-1'], reopened: [] });
  expect((await remove(placed.map(({ id }) => id))).statusCode).toBe(404);

  const again = await saved({ A1: 'R-2', A2: 'New', A3: 'Other' }, next);
  const after = await listOf('tech', run.id);
  expect(after.open.map(({ name }) => name)).toEqual(['R-1']);
  expect(after.placed).toMatchObject([{ name: 'R-2', placed: { position: 'A1' } }]);
  expect(await lastDetails('repeatList.place')).toEqual({ placed: ['A1 R-2'], reopened: ['R-1'] });
  const count = () => test.db.auditEvent.count({ where: { action: 'repeatList.place' } });
  const before = await count();
  await saved({ A1: 'R-2', A2: 'New', A3: 'Other' }, again);
  expect(await count()).toBe(before);
});

it('IMPEXP-121 a run does not repeat its own samples', async () => {
  const run = await saved({ A1: 'Own' });
  await add(run.id, ['A1']);
  await saved({ A1: 'Own' }, run);
  expect((await listOf('tech', run.id)).open.map(({ name }) => name)).toEqual(['Own']);
});

it('IMPEXP-121 a run from before the run of a sample does not repeat it', async () => {
  const [earlier, run] = [await saved({ A2: 'Twice' }), await saved({ A1: 'Twice' })];
  await add(run.id, ['A1']);
  await saved({ A2: 'Twice', A3: 'Late' }, earlier);
  expect((await listOf('tech', run.id)).open.map(({ name }) => name)).toEqual(['Twice']);
});

it('IMPEXP-122 a deleted run that was submitted reopens the samples that it repeats, until it is decided', async () => {
  const run = await saved({ A1: 'F-1', A2: 'F-2' });
  await add(run.id, ['A1', 'A2']);
  for (const name of ['F-1', 'F-2']) {
    const next = await saved({ A3: name });
    await test.call('tech', 'POST', `/run/${next.id}/interpret`);
    await submit(test, next.id);
    if (name === 'F-2') await decide(test, next.id, { status: 'REJECTED' });
    const login = name === 'F-2' ? 'manager' : 'physician';
    expect((await test.call(login, 'DELETE', `/run/${next.id}`)).statusCode).toBe(204);
  }
  const { open, placed } = await listOf('tech', run.id);
  expect(open.map(({ name }) => name)).toEqual(['F-1']);
  expect(placed).toMatchObject([{ name: 'F-2', placed: { id: null, position: 'A3' } }]);
});

it('IMPEXP-122 a deleted run that was not submitted reopens the samples that it repeats', async () => {
  const run = await saved({ A1: 'D-1' });
  await add(run.id, ['A1']);
  const next = await saved({ A3: 'D-1' });
  expect((await listOf('tech', run.id)).placed).toHaveLength(1);
  expect((await test.call('tech', 'DELETE', `/run/${next.id}`)).statusCode).toBe(204);
  expect((await listOf('tech', run.id)).open).toMatchObject([{ name: 'D-1', placed: null }]);
  expect(await lastDetails('repeatList.place')).toEqual({ placed: [], reopened: ['D-1'] });
});

it('IMPEXP-122 open samples of a deleted run stay, placed ones go with it', async () => {
  const run = await saved({ A1: 'E-1', A2: 'E-2' });
  await add(run.id, ['A1', 'A2']);
  const next = await saved({ A1: 'E-2' });
  expect((await test.call('tech', 'DELETE', `/run/${run.id}`)).statusCode).toBe(204);
  expect((await listOf()).open.find(({ name }) => name === 'E-1')).toMatchObject({
    from: { id: null, businessId: run.businessId, position: 'A1' },
  });
  expect((await listOf('tech', next.id)).placed).toEqual([]);
});

it('IMPEXP-116 entries that are open again above the limit are shown, too', async () => {
  const { laboratoryId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'tech.south' } });
  const { id: kitId } = await test.db.kit.findFirstOrThrow();
  await test.db.repeatEntry.createMany({
    data: Array.from({ length: MAX_OPEN_REPEATS + 1 }, (_, index) => ({
      laboratoryId: laboratoryId ?? '',
      runNumber: 1,
      position: 'A1',
      name: `S-${index}`,
      sampleType: 'DNA' as const,
      kitId,
      reason: 'CHOSEN' as const,
      addedByName: 'Tara Holm',
    })),
  });
  expect((await listOf('tech.south')).open).toHaveLength(MAX_OPEN_REPEATS + 1);
});
