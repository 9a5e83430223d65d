import { kitCalls } from '@curvewell/contracts';
import type { ListedKit } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function catalogue(): Promise<ListedKit[]> {
  const answer = await test.call('research', 'GET', '/kit/catalogue');
  expect(answer.statusCode, answer.body).toBe(200);
  return kitCalls.catalogue.answer.parse(answer.json());
}
const kitNamed = async (name: string) => (await catalogue()).find((kit) => kit.name === name);

it('KIT-180 the kits in use are listed by name with their versions, lots and runs', async () => {
  await test.db.kit.create({ data: { name: 'Withdrawn', active: false } });
  const kits = await catalogue();
  const stored = await test.db.kit.findMany({ where: { active: true }, orderBy: { name: 'asc' } });
  expect(kits.map(({ name }) => name)).toEqual(stored.map(({ name }) => name));
  const kit = kits.find(({ name }) => name === 'LCT-13910');
  const version = kit?.versions.find((one) => one.version === 'v2');
  const rows = await test.db.lot.findMany({ where: { kitVersionId: version?.id ?? '', active: true } });
  const days = rows.map(({ expirationDate }) => expirationDate.toISOString().slice(0, 10));
  expect(version).toMatchObject({ use: 'in-use', activeLots: rows.length, nextExpiry: days.toSorted()[0] });
  expect(kit?.analysers.length).toBeGreaterThan(0);
  expect(kit?.diagnostics).toBeGreaterThan(0);
});

it('KIT-181 a version is a draft, in trial, in use or closed, by its lots and its lock', async () => {
  const { versions } = await test.db.kit.create({
    data: {
      name: 'Stages',
      versions: { create: ['v1', 'v2', 'v3', 'v4'].map((version) => ({ version })) },
    },
    include: { versions: true },
  });
  const idOf = (name: string) => versions.find(({ version }) => version === name)?.id ?? '';
  const lot = (version: string, active: boolean) => ({
    kitVersionId: idOf(version),
    name: 'A',
    active,
    expirationDate: new Date('2099-12-31'),
  });
  await test.db.lot.createMany({ data: [lot('v1', false), lot('v2', true), lot('v3', false)] });
  await test.db.kitVersion.updateMany({
    where: { id: { in: [idOf('v1'), idOf('v2')] } },
    data: { isEditable: false },
  });
  const uses = (await kitNamed('Stages'))?.versions.map(({ version, use }) => `${version} ${use}`);
  expect(uses?.toSorted()).toEqual(['v1 closed', 'v2 in-use', 'v3 trial', 'v4 draft']);
});

it('KIT-180 the list is for users who may read the kit configuration', async () => {
  expect((await test.call('tech', 'GET', '/kit/catalogue')).statusCode).toBe(403);
});
