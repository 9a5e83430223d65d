import { kitCalls, keptTemplateCalls } from '@curvewell/contracts';
import type { KeptTemplate, Run, RunCheck } from '@curvewell/domain';
import { templateHash } from '@curvewell/domain/record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import {
  chartOf,
  expectSameCalls,
  exportedVersion,
  importVersion,
  evaluatedBy,
  verifiedAfterApproval,
} from './kit-settings.ts';
import { approvedRun, decide, submit } from './run-factory.ts';
import { storedSettings } from './stored-settings.ts';
import { switchTemplates, templateRun } from './template-runs.ts';
import { withoutRules } from './without-rules.ts';

/** Too few wells to learn a template. */
const FEW = ['B1', 'B2'];

let test: TestApp;
let taught: Run;
let place: { versionId: string; reactionBufferId: string; analyserId: string };
let url = '';
/** A copy of the tests' version, without an active lot. */
let versionId = '';
let usedVersionId = '';
let kitId = '';

beforeAll(async () => {
  test = await createTestApp();
  taught = await templateRun(test, 1);
  await submit(test, taught.id);
  expect((await decide(test, taught.id)).statusCode).toBe(200);
  const used = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
  });
  ({ id: usedVersionId, kitId } = used);
  const made = await test.call('research', 'POST', '/kit', {
    kit: { id: kitId },
    kitVersion: { version: 'kept', copyOf: usedVersionId },
  });
  versionId = kitCalls.create.answer.parse(made.json()).kitVersion.id;
  const buffer = await test.db.reactionBuffer.findFirstOrThrow({ where: { name: 'RB-2' } });
  place = { versionId, reactionBufferId: buffer.id, analyserId: taught.analyser };
  url = urlOf(place);
}, 60_000);
afterAll(() => test.close());

const urlOf = (at: typeof place) =>
  `/kit/version/${at.versionId}/reaction-buffer/${at.reactionBufferId}/analyser/${at.analyserId}/kept-templates`;
const revisionOf = async (id = versionId) =>
  (await test.db.kitVersion.findUniqueOrThrow({ where: { id } })).revision;
const learn = async (runIds: readonly string[], login = 'research', address = url) =>
  test.call(login, 'POST', `${address}/learn`, { runIds });
const learnt = async (): Promise<KeptTemplate> => {
  const answer = await learn([taught.id]);
  expect(answer.statusCode, answer.body).toBe(200);
  const found = keptTemplateCalls.learn.answer.parse(answer.json());
  return found.find(({ phase, zone }) => phase === 'MELT' && zone === 'C')!;
};
const keep = async (body: object, login = 'research', address = url) =>
  test.call(login, 'PUT', address, {
    revision: await revisionOf(),
    runIds: [taught.id],
    ...body,
  });
const remove = async (sha256: string, { login = 'research', revision = -1 } = {}) =>
  test.call(login, 'DELETE', `${url}/${sha256}?revision=${revision < 0 ? await revisionOf() : revision}`);
const list = async (login = 'research', address = url) => test.call(login, 'GET', address);
const entries = () =>
  test.db.auditEvent.findMany({
    where: { entityId: versionId, action: { startsWith: 'kitVersion.template.' } },
    orderBy: { id: 'asc' },
  });

describe('TPL-32 templates are stored with a kit version', () => {
  it('offers the laboratory’s approved runs, and previews what is learnt from one', async () => {
    const runs = await test.call('research', 'GET', `${url}/runs`);
    expect(runs.json()).toMatchObject([{ runId: taught.id, businessId: taught.businessId, wells: 7 }]);
    const template = await learnt();
    expect(template).toMatchObject({ analyser: 'Bio-Rad CFX96', channel: 'FAM', wells: 5 });
    expect(template.runs).toEqual([
      { laboratory: 'Demo laboratory North', run: taught.businessId, wells: 5 },
    ]);
    expect(templateHash(template)).toBe(template.sha256);
    expect((await list()).json()).toEqual([]);
  });

  it('stores, replaces and deletes templates, and audits each', async () => {
    const { sha256, wells, runs } = await learnt();
    const before = await revisionOf();
    const kept = keptTemplateCalls.keep.answer.parse((await keep({ keep: [sha256] })).json());
    expect(kept).toMatchObject({ revision: before + 1, templates: [{ template: { sha256 }, fault: null }] });
    expect((await keep({ keep: [sha256] })).statusCode).toBe(200);
    expect((await list()).json()).toHaveLength(1);
    const removed = await remove(sha256);
    expect(keptTemplateCalls.remove.answer.parse(removed.json())).toMatchObject({
      revision: before + 3,
      templates: [],
    });
    const target = { channel: 'FAM', phase: 'MELT', zone: 'C' };
    expect((await entries()).map(({ action, details }) => ({ action, details }))).toMatchObject([
      { action: 'kitVersion.template.keep', details: { ...target, from: null, to: { sha256, wells, runs } } },
      { action: 'kitVersion.template.keep', details: { ...target, from: { sha256 }, to: { sha256 } } },
      { action: 'kitVersion.template.remove', details: { ...target, sha256 } },
    ]);
  });

  it('refuses old revisions, versions in use, and templates that the runs do not give; stores nothing', async () => {
    const { sha256 } = await learnt();
    const before = (await entries()).length;
    expect((await keep({ keep: [sha256], revision: 1 })).json()).toMatchObject({ code: 'stale' });
    expect((await keep({ keep: ['f'.repeat(64)] })).statusCode).toBe(400);
    expect((await keep({ keep: [sha256, 'f'.repeat(64)] })).statusCode).toBe(400);
    const inUse = urlOf({ ...place, versionId: usedVersionId });
    const locked = await keep(
      { keep: [sha256], revision: await revisionOf(usedVersionId) },
      'research',
      inUse,
    );
    expect(locked.json()).toMatchObject({ code: 'locked' });
    expect((await remove('f'.repeat(64))).statusCode).toBe(404);
    expect((await remove(sha256, { revision: 1 })).json()).toMatchObject({ code: 'stale' });
    expect((await list()).json()).toEqual([]);
    expect((await list('research', inUse)).json()).toEqual([]);
    expect(await entries()).toHaveLength(before);
  });

  it.each([
    { keep: [] },
    { keep: ['A'.repeat(64)] },
    { keep: ["' OR 1=1 --"] },
    { keep: ['f'.repeat(64)], runIds: [] },
    { keep: ['f'.repeat(64)], runIds: Array<string>(9).fill('00000000-0000-4000-8000-000000000000') },
    { keep: ['f'.repeat(64)], revision: 1.5 },
    { keep: ['f'.repeat(64)], shape: { middle: [9e9] } },
  ])('refuses %j', async (body) => {
    expect((await keep(body)).statusCode).toBe(400);
  });
});

describe('TPL-33 access to stored templates', () => {
  it('needs permission to write kit configurations', async () => {
    const { sha256 } = await learnt();
    for (const login of ['tech', 'physician']) {
      expect((await keep({ keep: [sha256] }, login)).statusCode).toBe(403);
      expect((await learn([taught.id], login)).statusCode).toBe(403);
      expect((await remove(sha256, { login })).statusCode).toBe(403);
    }
  });

  it('excludes runs that are of another laboratory, not approved, or of another analyser', async () => {
    const south = await approvedRunOfSouth();
    const open = await templateRun(test, 3);
    for (const runId of [south, open.id, '00000000-0000-4000-8000-000000000000']) {
      const answer = await learn([taught.id, runId]);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ message: 'This run does not exist.' });
      expect((await keep({ keep: ['f'.repeat(64)], runIds: [runId] })).statusCode).toBe(404);
    }
    const other = await test.db.analyser.findFirstOrThrow({ where: { NOT: { id: place.analyserId } } });
    const elsewhere = urlOf({ ...place, analyserId: other.id });
    expect((await learn([taught.id], 'research', elsewhere)).statusCode).toBe(404);
    const runs = (await test.call('research', 'GET', `${url}/runs`)).json<{ runId: string }[]>();
    expect(runs.map(({ runId }) => runId)).toEqual([taught.id]);
  });
});

/** A run of the other laboratory that would be as good for learning. */
async function approvedRunOfSouth(): Promise<string> {
  const run = await approvedRun(test, { seed: 8 });
  const { id: laboratoryId } = await test.db.laboratory.findFirstOrThrow({
    where: { name: { contains: 'South' } },
  });
  await withoutRules(test.db, (tx) => tx.run.update({ where: { id: run.id }, data: { laboratoryId } }));
  return run.id;
}

describe('TPL-34 a run of a version that uses stored templates', () => {
  let run: Run;
  let template: KeptTemplate;
  beforeAll(async () => {
    template = await learnt();
    expect((await keep({ keep: [template.sha256] })).statusCode).toBe(200);
    await test.db.lot.create({
      data: {
        kitVersionId: versionId,
        name: 'K1',
        active: true,
        admin: true,
        expirationDate: new Date('2099-01-01'),
      },
    });
    await switchTemplates(test, { versionId, from: 'plate-or-kept' });
    run = await templateRun(test, 11, { standards: FEW, versionId });
  });

  it('TRUST-661 names who stored it to colleagues, but not to another laboratory that has the kit', async () => {
    const { id: laboratoryId } = await test.db.laboratory.findFirstOrThrow({
      where: { name: { contains: 'South' } },
    });
    await test.db.appUser.create({
      data: {
        login: 'research.south',
        firstname: 'Signe',
        lastname: 'South',
        email: 'research.south@example.org',
        laboratoryId,
        rdAdmin: true,
      },
    });
    const byName = async (login: string) =>
      keptTemplateCalls.list.answer.parse((await list(login)).json()).map((stored) => stored.byName);
    const { name } = (await test.call('research', 'GET', '/me')).json<{ name: string }>();
    expect(await byName('quality')).toEqual([name]);
    expect(await byName('research.south')).toEqual(['Someone from another laboratory']);
    const own = { where: { id: kitId }, data: { laboratoryId } };
    await withoutRules(test.db, (tx) => tx.kit.update(own));
    expect(await byName('research.south'), 'all people of its own kit').toEqual([name]);
    await withoutRules(test.db, (tx) => tx.kit.update({ ...own, data: { laboratoryId: null } }));
  });

  it('is called with the stored template, which its explanation names', async () => {
    const { explanation } = (await chartOf(test, run)).get('A1')!;
    expect(explanation.diagnostic).toBe('HOMOZYGOUS_WILD_TYPE');
    const { wells, runs, sha256 } = template;
    expect(explanation.templates?.[0]).toMatchObject({ zone: 'C', kept: { wells, runs, sha256 } });
    expect((await chartOf(test, run)).get('A2')!.explanation.diagnostic).toBe('HETEROZYGOUS');
  });

  it('stores the template with its settings and in their hash', async () => {
    const { configuration, configurationSha256 } = await test.db.interpretation.findFirstOrThrow({
      where: { runId: run.id },
    });
    expect(configuration).toMatchObject({ assays: [{ meltTemplates: { kept: [template] } }] });
    await switchTemplates(test, { versionId, from: 'plate' });
    const other = await templateRun(test, 11, { standards: FEW, versionId });
    await switchTemplates(test, { versionId, from: 'plate-or-kept' });
    const without = await test.db.interpretation.findFirstOrThrow({ where: { runId: other.id } });
    expect(without.configurationSha256).not.toBe(configurationSha256);
    expect((await chartOf(test, other)).get('A1')!.explanation.diagnostic).toBe('HETEROZYGOUS');
  });

  it('TPL-35 lists in its check which targets have a template, and from where', async () => {
    const answer = await test.call('tech', 'GET', `/run/${run.id}/check?decision=approve`);
    const { plate } = answer.json<RunCheck>().doubts;
    const { text } = plate.find((remark) => remark.text.includes('Templates'))!;
    expect(text).toMatch(
      /^LCT-13910 kept, FAM: Templates: C \(MELT\) stored with the kit, learnt from 5 wells of run/,
    );
    expect(text).toMatch(/none of .*D \(MELT\)/);
  });

  it('TPL-36 gets the same calls with draft settings that name the version', async () => {
    const settings = await storedSettings(test.db);
    const evaluate = (kitVersionId: string | null) =>
      evaluatedBy<{ diagnostic: string | null }>(test, run, {
        ...settings,
        kitVersionId,
        meltTemplates: { from: 'plate-or-kept' },
      });
    expect((await evaluate(versionId))[0]).toMatchObject({ diagnostic: 'HOMOZYGOUS_WILD_TYPE' });
    expect((await evaluate(null))[0]).toMatchObject({ diagnostic: 'HETEROZYGOUS' });
    expect((await evaluate(usedVersionId))[0]).toMatchObject({ diagnostic: 'HETEROZYGOUS' });
  });

  it('TPL-34 gets the same calls from its signed record after the template was deleted', async () => {
    await test.db.lot.updateMany({ where: { kitVersionId: versionId }, data: { active: false } });
    expect((await remove(template.sha256)).json(), 'the run has results').toMatchObject({ code: 'locked' });
    const { template: stored, ...rest } = await test.db.keptTemplate.findFirstOrThrow({
      where: { kitVersionId: versionId },
    });
    await test.db.keptTemplate.deleteMany({ where: { kitVersionId: versionId } });
    await test.db.lot.updateMany({ where: { kitVersionId: versionId }, data: { active: true } });
    expectSameCalls(await verifiedAfterApproval(test, run), 4);
    await test.db.keptTemplate.create({ data: { ...rest, template: stored as object } });
  });
});

describe('TPL-37 a stored template belongs to its version', () => {
  let template: KeptTemplate;
  beforeAll(async () => {
    await test.db.lot.updateMany({ where: { kitVersionId: versionId }, data: { active: false } });
    const [stored] = keptTemplateCalls.list.answer.parse((await list()).json());
    template = stored!.template;
  });

  it('is copied', async () => {
    const made = await test.call('research', 'POST', '/kit', {
      kit: { id: kitId },
      kitVersion: { version: 'kept copy', copyOf: versionId },
    });
    const { id } = kitCalls.create.answer.parse(made.json()).kitVersion;
    expect((await list('research', urlOf({ ...place, versionId: id }))).json()).toMatchObject([{ template }]);
  });

  it('is exported and imported with it, and refused when a byte differs', async () => {
    const document = await exportedVersion(test, versionId);
    expect(JSON.stringify(document)).toContain(template.sha256);
    expect((await importVersion(test, document, 'kept imported')).statusCode).toBe(200);
    const { id } = await test.db.kitVersion.findFirstOrThrow({ where: { version: 'kept imported' } });
    expect((await list('research', urlOf({ ...place, versionId: id }))).json()).toMatchObject([{ template }]);
    const changed = JSON.parse(
      JSON.stringify(document).replace(
        `"wells":${template.wells},"runs"`,
        `"wells":${template.wells + 1},"runs"`,
      ),
    ) as object;
    const refused = await importVersion(test, changed, 'kept changed');
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('was altered');
  });

  it('TPL-38 is refused at the interpretation when a byte differs', async () => {
    await test.db.lot.updateMany({ where: { kitVersionId: versionId }, data: { active: true } });
    const row = await test.db.keptTemplate.findFirstOrThrow({ where: { kitVersionId: versionId } });
    const { template: stored, ...rest } = row;
    await test.db.keptTemplate.deleteMany({ where: { kitVersionId: versionId } });
    await test.db.keptTemplate.create({ data: { ...rest, template: { ...(stored as object), wells: 99 } } });
    await expect(templateRun(test, 12, { standards: FEW, versionId })).rejects.toThrow('was altered');
    expect((await list()).json()).toMatchObject([
      { fault: expect.stringContaining('was altered') as string },
    ]);
  });
});
