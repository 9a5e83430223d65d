import { templateCalls, type Method } from '@curvewell/contracts';
import type { Template } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
let test: TestApp;
const at = { versionId: '', kitId: '', otherKitId: '', bufferId: '', otherBufferId: '', diagnosticId: '' };

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test;
  const version = await db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
    include: { kit: { include: { diagnostics: { orderBy: { order: 'asc' } } } } },
  });
  const other = await db.kit.findFirstOrThrow({ where: { name: 'Two-product mix' } });
  const buffer = await db.reactionBuffer.findFirstOrThrow({ where: { name: 'RB-2' } });
  const otherBuffer = await db.reactionBuffer.findFirstOrThrow({ where: { name: 'SYBR-480' } });
  Object.assign(at, {
    versionId: version.id,
    kitId: version.kitId,
    otherKitId: other.id,
    bufferId: buffer.id,
    otherBufferId: otherBuffer.id,
    diagnosticId: version.kit.diagnostics[0]?.id,
  });
});
afterAll(() => test.close());

const send = (login: string, [method, path]: readonly [Method, string], body?: object) =>
  test.call(login, method, `/template-well${path}`, body);

function well(position: string, changes: object = {}) {
  return {
    position,
    channel: null,
    kitVersion: { id: at.versionId },
    sampleType: 'STANDARD',
    reactionBuffer: { id: at.bufferId },
    expectedDiagnostic: { id: at.diagnosticId },
    ...changes,
  };
}

const template = (name: string, changes: object = {}) => ({
  name,
  plateType: 'RECTANGULAR_96',
  wells: [well('A1')],
  ...changes,
});

async function save(login: string, name: string, changes: object = {}): Promise<Template> {
  const answer = await send(login, ['POST', ''], template(name, changes));
  expect(answer.statusCode, answer.body).toBe(200);
  return templateCalls.create.answer.parse(answer.json());
}

async function names(login: string, query = ''): Promise<string[]> {
  const answer = await send(login, ['GET', query]);
  return templateCalls.list.answer.parse(answer.json()).map(({ name }) => name);
}

describe('templates', () => {
  it('TEMPLATE-09 API-60 a template stores its wells in plate order, and its creation is audited', async () => {
    const saved = await save('tech', 'Kept', { wells: [well('B1'), well('A10'), well('A2')] });
    expect(saved.wells.map(({ position }) => position)).toEqual(['A2', 'A10', 'B1']);
    expect(saved.wells[0]).toMatchObject({
      kitVersion: { version: 'v2', kit: { name: 'LCT-13910' } },
      reactionBuffer: { name: 'RB-2' },
      expectedDiagnostic: { diagnostic: { name: 'HOMOZYGOUS_WILD_TYPE' } },
    });
    const made = await test.db.auditEvent.findMany({ where: { entityId: saved.id } });
    expect(made).toMatchObject([
      {
        action: 'template.create',
        details: {
          from: { name: null, plateType: null },
          to: { name: 'Kept', plateType: 'RECTANGULAR_96' },
          wells: expect.arrayContaining([
            { what: 'kit', from: null, to: 'LCT-13910 v2', wells: ['A2', 'A10', 'B1'] },
          ]) as object,
        },
      },
    ]);
  });

  it('TEMPLATE-07 API-59 given kits, templates with other kits are omitted', async () => {
    await save('tech', 'Of LCT');
    expect(await names('tech', `?kitIds=${at.kitId}`)).toContain('Of LCT');
    expect(await names('tech', `?kitIds=${at.otherKitId}`)).not.toContain('Of LCT');
    expect(await names('tech', `?kitIds=${at.otherKitId}&kitIds=${at.kitId}`)).toContain('Of LCT');
  });

  it('TEMPLATE-15 another laboratory cannot see, change or delete it, and may use its name', async () => {
    const { id, revision } = await save('tech', 'Ours');
    expect(await names('tech.south')).not.toContain('Ours');
    const change = template('Stolen', { revision });
    expect((await send('tech.south', ['PUT', `/${id}`], change)).statusCode).toBe(404);
    expect((await send('tech.south', ['DELETE', `/${id}`])).statusCode).toBe(404);
    expect(await names('tech')).toContain('Ours');
    await save('tech.south', 'Ours');
    expect((await send('newcomer', ['POST', ''], template('X'))).statusCode).toBe(403);
  });

  it('TEMPLATE-04 names are unique within a laboratory, ignoring case', async () => {
    const first = await save('tech', 'Plate one');
    const second = await save('tech', 'Plate two');
    const taken = { code: 'name-taken', details: { kind: 'Template' } };
    expect((await send('tech', ['POST', ''], template('PLATE ONE'))).json()).toMatchObject(taken);
    const change = template('plate one', { revision: second.revision });
    expect((await send('tech', ['PUT', `/${second.id}`], change)).json()).toMatchObject(taken);
    const same = template('PLATE ONE', { revision: first.revision });
    expect((await send('tech', ['PUT', `/${first.id}`], same)).statusCode).toBe(200);
  });

  it('API-61 overwriting replaces the wells; an old revision is stale', async () => {
    const { id, revision } = await save('tech', 'Overwritten');
    const change = template('Overwritten', { revision, wells: [well('H12', { sampleType: 'DNA' })] });
    const changed = await send('physician', ['PUT', `/${id}`], change);
    expect(changed.json()).toMatchObject({ revision: revision + 1, wells: [{ position: 'H12' }] });
    const late = await send('tech', ['PUT', `/${id}`], change);
    expect(late.json()).toMatchObject({ code: 'stale', details: { by: expect.any(String) as string } });
    expect((await send('tech', ['PUT', `/${id}`], template('Overwritten'))).statusCode).toBe(400);
  });

  it('TEMPLATE-12 API-62 deleting returns the name', async () => {
    const { id } = await save('tech', 'Gone');
    expect((await send('tech', ['DELETE', `/${id}`])).json()).toEqual({ name: 'Gone' });
    expect((await send('tech', ['DELETE', `/${id}`])).statusCode).toBe(404);
  });

  it.each([
    ['a well beside the plate', () => [well('I1')]],
    ['a well named twice', () => [well('A1'), well('A1')]],
    ['an unknown kit version', () => [well('A1', { kitVersion: { id: UNKNOWN } })]],
    ["another kit's buffer", () => [well('A1', { reactionBuffer: { id: at.otherBufferId } })]],
    ['a diagnostic without a kit', () => [well('A1', { kitVersion: null, reactionBuffer: null })]],
    ['no well', () => []],
  ])('refuses %s', async (_, wells) => {
    const answer = await send('tech', ['POST', ''], template('Refused', { wells: wells() }));
    expect(answer.json()).toMatchObject({ code: 'invalid-request' });
    expect(await names('tech')).not.toContain('Refused');
  });
});
