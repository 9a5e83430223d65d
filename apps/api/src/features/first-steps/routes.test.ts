import { type FirstSteps, firstStepsSchema } from '@curvewell/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { importedRun } from '../../../test/run-factory.ts';

let test: TestApp;
let south: string;
let cfx: string;
let cfx384: string;
beforeAll(async () => {
  test = await createTestApp({ clock: { now: () => new Date('2026-11-20T12:00:00Z') } });
  const idOf = async (name: string) => (await test.db.analyser.findUniqueOrThrow({ where: { name } })).id;
  [cfx, cfx384] = [await idOf('Bio-Rad CFX96'), await idOf('Bio-Rad CFX384')];
  const laboratory = await test.db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory South' } });
  south = laboratory.id;
  await test.db.laboratory.update({ where: { id: south }, data: { demonstration: false } });
});
afterAll(() => test.close());

const read = async (login: string): Promise<FirstSteps | null> => {
  const answer = await test.call(login, 'GET', '/first-steps');
  expect(answer.statusCode, answer.body).toBe(200);
  return firstStepsSchema.nullable().parse(answer.json());
};
const stepsOf = async (login: string): Promise<FirstSteps> => {
  const steps = await read(login);
  if (steps === null) throw new Error('the laboratory has a run');
  return steps;
};
const choose = (login: string, analyserId: string) =>
  test.call(login, 'PUT', '/first-steps/analyser', { analyserId });

/** A kit with settings for some analysers; its phases are those of a sample kit. */
async function ownKit(
  name: string,
  { analyserIds, lot, expires = '2099-12-31' }: { analyserIds: string[]; lot?: string; expires?: string },
) {
  const version = await test.db.kitVersion.create({
    data: {
      version: 'v1',
      kit: {
        create: {
          name,
          analysers: { create: analyserIds.map((analyserId) => ({ analyserId, status: 'PERF' })) },
        },
      },
      ...(lot !== undefined && { lots: { create: { name: lot, expirationDate: new Date(expires) } } }),
    },
  });
  const buffer = await test.db.reactionBuffer.findFirstOrThrow();
  await test.db.phase.createMany({
    data: analyserIds.map((analyserId) => ({
      kitVersionId: version.id,
      reactionBufferId: buffer.id,
      analyserId,
      channel: 'FAM',
      phaseType: 'MELT',
      minThreshold: 1,
      slopeThreshold: 1,
      minQuality: 0.4,
      inversed: false,
    })),
  });
  return version;
}

it('SHELL-176 a laboratory without a run gets its steps, and a demonstration none', async () => {
  expect(await read('tech')).toBeNull();
  expect(await stepsOf('tech.south')).toMatchObject({
    analyser: null,
    kit: null,
    people: { others: 1, names: ['Paola Vidal'] },
    demonstration: 'Demo laboratory North',
  });
});

it('SHELL-178 the analyser is chosen once for all users of the laboratory, audited, and not for other laboratories', async () => {
  expect((await choose('tech.south', cfx)).json()).toMatchObject({
    analyser: { id: cfx, name: 'Bio-Rad CFX96' },
  });
  expect((await stepsOf('physician.south')).analyser?.id).toBe(cfx);
  await choose('physician.south', cfx);
  const entries = await test.db.auditEvent.findMany({ where: { action: 'laboratory.update' } });
  expect(entries).toMatchObject([
    {
      laboratoryId: south,
      details: { from: { analyser: null }, to: { analyser: 'Bio-Rad CFX96' } },
    },
  ]);
  const others = await test.db.laboratory.findMany({ where: { id: { not: south } } });
  expect(others.filter(({ usualAnalyserId }) => usualAnalyserId !== null)).toEqual([]);
  expect((await choose('tech.south', south)).statusCode).toBe(404);
  await test.db.analyser.update({ where: { id: cfx384 }, data: { active: false } });
  expect((await choose('tech.south', cfx384)).statusCode).toBe(404);
  await test.db.analyser.update({ where: { id: cfx384 }, data: { active: true } });
});

it('SHELL-177 an analyser that is no longer available for import is chosen again', async () => {
  await choose('tech.south', cfx);
  await test.db.analyser.update({ where: { id: cfx }, data: { active: false } });
  expect((await stepsOf('tech.south')).analyser).toBeNull();
  await test.db.analyser.update({ where: { id: cfx }, data: { active: true } });
  expect((await stepsOf('tech.south')).analyser?.id).toBe(cfx);
});

it('SHELL-177 a kit is ready with a lot and settings for the analyser; sample kits do not count', async () => {
  await choose('tech.south', cfx);
  expect((await stepsOf('tech.south')).kit).toBeNull();
  await ownKit('No lot', { analyserIds: [cfx] });
  await ownKit('Expired', { analyserIds: [cfx], lot: 'X-1', expires: '2020-01-31' });
  await ownKit('Elsewhere', { analyserIds: [cfx384], lot: 'E-1' });
  expect((await stepsOf('tech.south')).kit).toBeNull();
  await ownKit('Ready', { analyserIds: [cfx, cfx384], lot: 'R-1' });
  expect((await stepsOf('tech.south')).kit).toMatchObject({
    kit: 'Ready',
    version: 'v1',
    lot: 'R-1',
    others: 0,
  });
  await choose('tech.south', cfx384);
  expect((await stepsOf('tech.south')).kit).toMatchObject({ kit: 'Ready', others: 1 });
  await choose('tech.south', cfx);
});

it('SHELL-177 a lot expires by the calendar of the laboratory', async () => {
  const { kitId } = await ownKit('Last day', { analyserIds: [cfx], lot: 'L-1', expires: '2026-11-20' });
  const others = async () => (await stepsOf('tech.south')).kit?.others;
  expect(await others()).toBe(1);
  // There it is 21 November already.
  await test.db.laboratory.update({ where: { id: south }, data: { timeZone: 'Pacific/Kiritimati' } });
  expect(await others()).toBe(0);
  await test.db.laboratory.update({ where: { id: south }, data: { timeZone: 'UTC' } });
  await test.db.kit.update({ where: { id: kitId }, data: { active: false } });
});

it('SHELL-179 a user without a permission sees only names of people in their own laboratory, and no draft kits', async () => {
  const { ask, openKits } = await stepsOf('tech.south');
  expect(ask).toEqual({ kits: [], lots: [], people: [] });
  expect(openKits).toEqual([]);
  await test.db.appUser.update({ where: { login: 'physician.south' }, data: { rdAdmin: true } });
  expect((await stepsOf('tech.south')).ask).toEqual({
    kits: ['Paola Vidal'],
    lots: ['Paola Vidal'],
    people: [],
  });
  await test.db.appUser.update({ where: { login: 'physician.south' }, data: { enabled: false } });
  expect(await stepsOf('tech.south')).toMatchObject({
    ask: { kits: [] },
    people: { others: 0, names: [] },
  });
  await test.db.appUser.update({
    where: { login: 'tech.south' },
    data: { rdAdmin: true },
  });
  const own = await test.app.inject({
    url: '/api/first-steps',
    headers: await test.signIn('tech.south'),
  });
  expect(own.json()).toMatchObject({
    ask: { kits: null, lots: null },
    openKits: [
      { kit: 'Elsewhere', lacks: 'analyser', status: null },
      { kit: 'Expired', lacks: 'lot', status: 'PERF' },
      { kit: 'No lot', lacks: 'lot', status: 'PERF' },
    ],
  });
});

it('SHELL-176 the first run ends the steps, whatever happens to it later', async () => {
  const run = await importedRun(test, { login: 'tech.south' });
  expect(await read('tech.south')).toBeNull();
  await test.db.run.update({ where: { id: run.id }, data: { archivedAt: new Date() } });
  expect(await read('tech.south')).toBeNull();
});
