import { profiledAnalyserSchema } from '@curvewell/contracts';
import { MAX_RUN_FILES, type AnalyserProfile, type Run } from '@curvewell/domain';
import { generateMxProText, generateRdes, syntheticRun } from '@curvewell/instruments/generate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { importFiles, SMALL_PLATE } from '../../../test/run-factory.ts';
import { seedReferenceData } from '../../seed/index.ts';
import { analyserColumns } from './analyser-columns.ts';

let test: TestApp;
let count = 0;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** An instrument without a built-in profile: it writes RDES, and its red dye is called Atto 590. */
function newProfile(changes: Partial<AnalyserProfile> = {}): AnalyserProfile {
  count += 1;
  return {
    id: `mic-${count}`,
    name: `Mic qPCR ${count}`,
    version: 1,
    maxNumberOfFilesByRun: 3,
    plateTypes: ['RECTANGULAR_96'],
    extensions: ['tsv'],
    formats: [{ format: 'rdes', container: 'text', confidence: 'documented' }],
    channelAliases: [
      { dye: 'FAM', channel: 'FAM', onlyDye: false, confidence: 'seen' },
      { dye: 'Atto 590', channel: 'TEXAS_RED', onlyDye: false, confidence: 'documented' },
    ],
    phases: { rising: 'MELT', falling: 'ANNEAL', leastSpan: 5 },
    ...changes,
  };
}

async function send(login: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const headers = await test.signIn(login);
  return test.app.inject({
    method,
    url: `/api/analysers${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
}

async function created(profile = newProfile()) {
  const answer = await send('super', 'POST', '', { profile });
  expect(answer.statusCode, answer.body).toBe(200);
  return profiledAnalyserSchema.parse(answer.json());
}

const audit = (entityId: string) =>
  test.db.auditEvent.findMany({ where: { entityId }, orderBy: { id: 'asc' } });

describe('an analyser from a profile', () => {
  it('is listed last, with its file types, and its creation is audited', async () => {
    const analyser = await created();
    expect(analyser).toMatchObject({
      version: '1',
      active: true,
      configured: false,
      maxNumberOfFilesByRun: 3,
      fileTypes: ['xml', 'xlsx', 'xls', 'tsv'],
    });
    const listed = (await send('tech', 'GET', '')).json<{ id: string }[]>();
    expect(listed.at(-1)?.id).toBe(analyser.id);
    const profiles = z.array(profiledAnalyserSchema).parse((await send('super', 'GET', '/profiles')).json());
    expect(profiles.at(-1)?.profile).toEqual(analyser.profile);
    expect(profiles.map(({ name }) => name)).toContain('Bio-Rad CFX96');
    const [entry, ...more] = await audit(analyser.id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      action: 'analyser.create',
      details: { profile: { id: analyser.profile.id, version: 1 } },
    });
  });

  it('can import runs at once, with its own dye names', async () => {
    const { name } = await created();
    const [file] = generateRdes(
      syntheticRun({
        wells: SMALL_PLATE,
        channels: ['FAM', 'TEXAS_RED'],
        plateType: 'RECTANGULAR_96',
        phases: ['MELT'],
        temperature: { from: 45, to: 72, step: 1 },
        noise: 1,
        seed: 1,
      }),
    );
    const bytes = Buffer.from(Buffer.from(file!.bytes).toString().replaceAll('Texas Red', 'ATTO590'));
    const files = [{ name: 'run.tsv', bytes }];
    const answer = await importFiles(test, { analyser: name, files });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(
      answer
        .json<Run>()
        .analyses.map(({ channel }) => channel)
        .sort(),
    ).toEqual(['FAM', 'TEXAS_RED']);
    const elsewhere = await importFiles(test, { analyser: 'RDML / RDES', files });
    expect(elsewhere.json<Run>().analyses.map(({ channel }) => channel)).toEqual(['FAM']);
  });

  it.each([
    [
      'an unknown format',
      { formats: [{ format: 'mic', container: 'text', confidence: 'seen' }] },
      'body.profile.formats.0.format',
    ],
    ['no dye at all', { channelAliases: [] }, 'body.profile.channelAliases'],
    [
      'a dye that comes twice, spelt otherwise',
      {
        channelAliases: ['FAM', 'f-a-m'].map((dye) => ({
          dye,
          channel: 'FAM',
          onlyDye: false,
          confidence: 'seen',
        })),
      },
      'body.profile.channelAliases.1',
    ],
    [
      'more files for a run than an upload takes',
      { maxNumberOfFilesByRun: MAX_RUN_FILES + 1 },
      'body.profile.maxNumberOfFilesByRun',
    ],
    [
      'two directions of one phase',
      { phases: { rising: 'MELT', falling: 'MELT', leastSpan: 5 } },
      'body.profile.phases',
    ],
    ['an ending with its dot', { extensions: ['.tsv'] }, 'body.profile.extensions.0'],
    ['something that no profile has', { baudRate: 9600 }, 'body.profile'],
  ])('with %s is refused, naming the field', async (_what, changes, path) => {
    const before = await test.db.analyser.count();
    const answer = await send('super', 'POST', '', { profile: { ...newProfile(), ...changes } });
    expect(answer.statusCode).toBe(400);
    const { code, issues } = answer.json<{ code: string; issues: { path: string[] }[] }>();
    expect(code).toBe('invalid-request');
    expect(issues.map((issue) => issue.path.join('.'))).toContain(path);
    expect(await test.db.analyser.count()).toBe(before);
  });

  it('with the name of another, in any case, or its profile id is refused', async () => {
    const { profile } = await created();
    for (const same of [{ name: profile.name.toUpperCase() }, { id: profile.id }]) {
      const answer = await send('super', 'POST', '', { profile: newProfile(same) });
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'name-taken' });
    }
  });

  it('is added once when two users add the same name at the same time', async () => {
    const { name } = newProfile();
    const answers = await Promise.all(
      [1, 2, 3].map(() => send('super', 'POST', '', { profile: newProfile({ name }) })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  });

  // Lists are not paged, so a 201st analyser could not be used.
  it('is refused beyond two hundred', async () => {
    const { _count: before } = await test.db.analyser.aggregate({ _count: true });
    const profiles = Array.from({ length: 200 - before }, () => newProfile());
    const fillers = profiles.map((profile) => ({ ...analyserColumns(profile), order: 999 }));
    await test.db.analyser.createMany({ data: fillers });
    const answer = await send('super', 'POST', '', { profile: newProfile() });
    await test.db.analyser.deleteMany({ where: { order: 999 } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid-request', issues: [{ path: ['body', 'profile'] }] });
    expect(await test.db.analyser.count()).toBe(before);
  });

  it('can be added with permission to write kit configurations, and read with permission to read them', async () => {
    expect((await send('research', 'POST', '', { profile: newProfile() })).statusCode).toBe(200);
    expect((await send('quality', 'GET', '/profiles')).statusCode).toBe(200);
    for (const login of ['quality', 'sales', 'physician', 'tech']) {
      expect((await send(login, 'POST', '', { profile: newProfile() })).statusCode, login).toBe(403);
    }
    expect((await send('tech', 'GET', '/profiles')).statusCode).toBe(403);
  });
});

describe('a change of an analyser', () => {
  it('accepts a newer profile, and the audit trail keeps the previous one', async () => {
    const { id, profile } = await created();
    const newer = { ...profile, version: 2, maxNumberOfFilesByRun: 5 };
    const answer = await send('super', 'PUT', `/${id}`, { profile: newer, active: true });
    expect(answer.json()).toMatchObject({ version: '2', maxNumberOfFilesByRun: 5, profile: newer });
    expect((await audit(id)).at(-1)).toMatchObject({
      action: 'analyser.update',
      details: { from: { profile: { version: 1 } }, to: { profile: { version: 2 } } },
    });
  });

  it('is refused without a newer version, because another user may have made that version', async () => {
    const { id, profile } = await created();
    const answer = await send('super', 'PUT', `/${id}`, {
      profile: { ...profile, maxNumberOfFilesByRun: 5 },
      active: true,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'invalid-request',
      issues: [{ path: ['body', 'profile', 'version'] }],
    });
    expect(await audit(id)).toHaveLength(1);
  });

  it('deactivates it, and no further runs can be imported for it', async () => {
    const { id, name, profile } = await created();
    expect((await send('super', 'PUT', `/${id}`, { profile, active: false })).json()).toMatchObject({
      active: false,
    });
    const answer = await importFiles(test, {
      analyser: name,
      files: [{ name: 'a.tsv', bytes: Buffer.from('a') }],
    });
    expect(answer.json()).toMatchObject({ code: 'invalid-request' });
  });

  // The author of the newer profile had loaded the page before, and activates the analyser again.
  it('to a newer profile does not activate it when another user has deactivated it meanwhile', async () => {
    const { id, profile } = await created();
    await send('research', 'PUT', `/${id}`, { profile, active: false });
    const answer = await send('super', 'PUT', `/${id}`, { profile: { ...profile, version: 2 } });
    expect(answer.json()).toMatchObject({ version: '2', active: false });
  });

  it('is refused for a missing analyser, or with the id of another', async () => {
    const { id, profile } = await created();
    expect(
      (await send('super', 'PUT', '/00000000-0000-4000-8000-000000000000', { profile, active: true }))
        .statusCode,
    ).toBe(404);
    expect(
      (
        await send('super', 'PUT', `/${id}`, {
          profile: { ...profile, id: 'other', version: 2 },
          active: true,
        })
      ).statusCode,
    ).toBe(400);
    expect((await send('tech', 'PUT', `/${id}`, { profile, active: true })).statusCode).toBe(403);
  });
});

describe('IMPORT-133 built-in analysers', () => {
  it('state whether one of their real files was read', async () => {
    const listed = (await send('tech', 'GET', '')).json<{ name: string; confidence: string }[]>();
    const confidence = new Map(listed.map((one) => [one.name, one.confidence]));
    expect(confidence.get('Bio-Rad CFX96')).toBe('seen');
    expect(confidence.get('Bio-Rad CFX Opus 96')).toBe('documented');
    expect(confidence.get('Azure Cielo')).toBe('documented');
  });

  it('put the note of a format without a real file into the import report of its runs', async () => {
    const files = generateMxProText(
      syntheticRun({
        wells: SMALL_PLATE,
        channels: ['FAM'],
        plateType: 'RECTANGULAR_96',
        phases: ['MELT'],
        temperature: { from: 45, to: 72, step: 1 },
        noise: 1,
        seed: 2,
      }),
    ).map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) }));
    const answer = await importFiles(test, { analyser: 'Agilent Mx3000P / Mx3005P', files });
    expect(answer.statusCode, answer.body).toBe(200);
    const { importReport } = answer.json<Run>();
    expect(importReport.files[0]?.confidence).toBe('documented');
    expect(importReport.notes[0]).toContain('are known from documentation only');
  });

  it('IMPORT-136 are added by an upgrade, but not under a name that an analyser has', async () => {
    await test.db.analyser.deleteMany({ where: { name: { in: ['Mic', 'Azure Cielo'] } } });
    const own = await created(newProfile({ name: 'azure cielo' }));
    await seedReferenceData(test.db);
    const names = { in: ['Mic', 'Azure Cielo', 'azure cielo'] };
    const found = await test.db.analyser.findMany({ where: { name: names }, orderBy: { name: 'asc' } });
    expect(found.map(({ name }) => name).sort()).toEqual(['Mic', 'azure cielo']);
    expect(found.map(({ id }) => id)).toContain(own.id);
  });
});
