import type { Problem, UpdateRun } from '@curvewell/contracts';
import { kitFitSchema, type KitFit, type Run } from '@curvewell/domain';
import { generateCfxXlsx, syntheticRun } from '@curvewell/instruments/generate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { multipart } from '../../../../test/multipart.ts';
import { configuration, importFiles, SMALL_PLATE } from '../../../../test/run-factory.ts';

let test: TestApp;
let versionId: string;
beforeAll(async () => {
  test = await createTestApp();
  const version = await test.db.kitVersion.findFirstOrThrow({
    where: { version: 'v2', kit: { name: 'LCT-13910' } },
  });
  versionId = version.id;
});
afterAll(() => test.close());

interface Read {
  readonly from: number;
  readonly to: number;
  readonly channels?: readonly ('FAM' | 'TEXAS_RED')[];
}

const WHOLE = { from: 45, to: 72 };
/** Zones C, D and the others between 60 and 66 °C lie outside. */
const SHORT = { from: 45, to: 60 };
const HIGH = { from: 75, to: 95 };

async function files({ from, to, channels = ['FAM', 'TEXAS_RED'] }: Read, seed: number) {
  return generateCfxXlsx(
    syntheticRun({
      wells: SMALL_PLATE,
      channels,
      phases: ['MELT', 'ANNEAL'],
      plateType: 'RECTANGULAR_96',
      temperature: { from, to, step: 0.2 },
      noise: 3,
      seed,
    }),
  );
}

let seed = 7000;
async function runOf(read: Read): Promise<Run> {
  seed += 1;
  const answer = await importFiles(test, { files: await files(read, seed) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Run>();
}

const fitOf = async (run: Run, query = '', login = 'tech'): Promise<KitFit> => {
  const answer = await test.call(login, 'GET', `/run/${run.id}/fit?kitVersionId=${versionId}${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return kitFitSchema.parse(answer.json());
};
const unconfirmedBody = async (run: Run): Promise<UpdateRun> => {
  const { confirmedFit: _, ...body } = await configuration(test.db, run);
  return body;
};
const save = (run: Run, body: UpdateRun, login = 'tech') => test.call(login, 'PUT', `/run/${run.id}`, body);
const interpret = (run: Run) => test.call('tech', 'POST', `/run/${run.id}/interpret`);
const read = async (run: Run): Promise<Run> => (await test.call('tech', 'GET', `/run/${run.id}`)).json();

describe('API-300 the fit of a kit and a run', () => {
  it('API-300 has no findings when all zones were read, and lists the zones', async () => {
    const fit = await fitOf(await runOf(WHOLE));
    expect(fit).toMatchObject({ findings: [], range: [49, 66], offers: [] });
    expect(fit.zones).toContainEqual({
      name: 'A',
      minTemp: 53,
      maxTemp: 57.5,
      channel: 'FAM',
      phase: 'ANNEAL',
      isRead: true,
    });
  });

  it('API-300 lists what cannot work, and the kits of the analyser that fit completely', async () => {
    const { findings, offers } = await fitOf(await runOf(HIGH));
    expect(findings).toMatchObject([{ code: 'no-zone-read', severity: 'impossible', kit: 'LCT-13910 v2' }]);
    expect(findings[0]?.text).toBe(
      'This kit reads 49.0 to 66.0 °C. The file contains 75.0 to 95.0 °C. None of the kit’s zones was read, so all 4 wells would be No call.',
    );
    expect(offers).toEqual([]);
    const fitting = await fitOf(await runOf({ from: 25, to: 95, channels: ['FAM'] }));
    expect(fitting.findings).toMatchObject([{ code: 'channel-missing', severity: 'doubtful' }]);
    expect(fitting.offers.map(({ kitVersion }) => kitVersion.kit.name)).toContain('Protein thermal shift');
    expect(fitting.offers.map(({ kitVersion }) => kitVersion.kit.name)).not.toContain('Two-product mix');
  });

  it('API-300 can be requested for another analyser, and returns 404 for missing objects', async () => {
    const run = await runOf(WHOLE);
    const { id } = await test.db.analyser.findUniqueOrThrow({ where: { name: 'Bio-Rad CFX384' } });
    expect((await fitOf(run, `&analyserId=${id}`)).findings).toMatchObject([{ code: 'plate-type' }]);
    const nowhere = '00000000-0000-4000-8000-000000000000';
    for (const query of [`kitVersionId=${nowhere}`, `kitVersionId=${versionId}&analyserId=${nowhere}`])
      expect((await test.call('tech', 'GET', `/run/${run.id}/fit?${query}`)).statusCode).toBe(404);
    const { id: bufferId } = await test.db.reactionBuffer.findFirstOrThrow({ where: { name: 'SYBR-PTS' } });
    expect((await fitOf(run, `&reactionBufferId=${bufferId}`)).findings).toMatchObject([
      { code: 'not-configured', severity: 'impossible' },
    ]);
  });
});

describe('API-301 a save', () => {
  it('API-301 with an unusable kit is refused at its row, whatever is confirmed', async () => {
    const run = await runOf(HIGH);
    const answer = await save(run, await configuration(test.db, run));
    expect(answer.statusCode).toBe(400);
    const { code, issues } = answer.json<Problem>();
    expect(code).toBe('invalid-request');
    expect(issues).toMatchObject([{ path: ['body', 'kits', 0] }]);
    expect(issues[0]?.message).toMatch(/^LCT-13910 v2: This kit reads 49\.0 to 66\.0 °C\./);
    expect(await read(run)).toMatchObject({ revision: run.revision, kits: [] });
  });

  it('API-301 with a doubt is refused until it is confirmed, and the confirmation is stored with the run and audited', async () => {
    const run = await runOf(SHORT);
    const body = await unconfirmedBody(run);
    const refused = await save(run, body);
    expect(refused.statusCode).toBe(400);
    expect(refused.json<Problem>().issues[0]?.path).toEqual(['body', 'confirmedFit']);
    const others = await save(run, { ...body, confirmedFit: ['another sentence'] });
    expect(others.statusCode).toBe(400);

    const { findings } = await fitOf(run, `&reactionBufferId=${body.kits?.[0]?.reactionBuffer?.id ?? ''}`);
    const confirmedFit = findings.map(({ key }) => key);
    const saved = await save(run, { ...body, confirmedFit });
    expect(saved.statusCode, saved.body).toBe(200);
    const { fit } = saved.json<Run>();
    expect(fit).toMatchObject({ byName: 'Tara Holm', findings });
    const entry = await test.db.auditEvent.findFirstOrThrow({
      where: { entityId: run.id, action: 'run.update' },
      orderBy: { number: 'desc' },
    });
    expect(entry.details).toMatchObject({
      from: { confirmedFit: [] },
      to: { confirmedFit: findings.map(({ kit, text }) => `${kit}: ${text}`) },
    });
  });

  it('API-301 with the same kits needs no further confirmation; without doubt there is none', async () => {
    const run = await runOf(SHORT);
    const first = await configuration(test.db, run);
    const confirmed = (await save(run, first)).json<Run>();
    const { confirmedFit: _, ...again } = { ...first, revision: confirmed.revision };
    const saved = await save(run, again, 'physician');
    expect(saved.statusCode, saved.body).toBe(200);
    // A user who saves after another's confirmation does not become the one who confirmed.
    expect(saved.json<Run>().fit).toEqual(confirmed.fit);
    const whole = await runOf(WHOLE);
    expect((await save(whole, await unconfirmedBody(whole))).json<Run>().fit).toBeNull();
  });
});

describe('API-302 an interpretation', () => {
  let run: Run;
  beforeEach(async () => {
    run = await runOf(SHORT);
    expect((await save(run, await configuration(test.db, run))).statusCode).toBe(200);
  });
  const zones = (name: string) => ({
    name,
    phase: { kitVersionId: versionId, analyser: { name: 'Bio-Rad CFX96' } },
  });

  it('API-302 starts with the earlier confirmation', async () => {
    expect((await interpret(run)).statusCode).toBe(200);
  });

  it('API-302 is refused when zones have moved out of the readings since', async () => {
    await test.db.zone.updateMany({ where: zones('C'), data: { minTemp: 61, maxTemp: 62 } });
    const answer = await interpret(run);
    await test.db.zone.updateMany({ where: zones('C'), data: { minTemp: 53, maxTemp: 57.5 } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<Problem>().message).toMatch(/^LCT-13910 v2: Zones C .*Confirm this in step 1\.$/);
    expect((await interpret(run)).statusCode).toBe(200);
  });

  it('API-302 is refused without confirmation, and for an unusable kit', async () => {
    await test.db.$executeRaw`UPDATE run SET fit_answer = NULL WHERE id = ${run.id}::uuid`;
    expect((await interpret(run)).json<Problem>()).toMatchObject({ code: 'invalid-request' });
    const high = await runOf(HIGH);
    const { importReport } = await test.db.run.findUniqueOrThrow({ where: { id: high.id } });
    await test.db.run.update({ where: { id: run.id }, data: { importReport: importReport ?? {} } });
    expect((await interpret(run)).json<Problem>().message).toMatch(
      /Choose a kit that fits this file in step 1\.$/,
    );
  });
});

describe('API-302 the fit stored with an interpretation', () => {
  it('API-302 a well with an unusable kit is refused, even if step 1 does not list the kit', async () => {
    const run = await runOf(WHOLE);
    const body = await configuration(test.db, run);
    const other = await test.db.kitVersion.findFirstOrThrow({
      where: { kit: { name: 'Two-product mix' } },
      include: { lots: true, kit: { include: { buffers: true } } },
    });
    const [lot, buffer] = [other.lots[0], other.kit.buffers[0]];
    for (const { wells } of body.analyses ?? [])
      Object.assign(wells['A1'] ?? {}, {
        kitVersion: { id: other.id },
        lot: lot === undefined ? null : { id: lot.id },
        reactionBuffer: { id: buffer?.reactionBufferId },
      });
    const saved = await save(run, body);
    expect(saved.statusCode, saved.body).toBe(200);
    const answer = await interpret(run);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<Problem>().message).toMatch(/^Two-product mix v1: This kit version has no zones for/);
  });

  it('API-302 a kit version missing in step 1 is refused', async () => {
    const run = await runOf(WHOLE);
    const body = await configuration(test.db, run);
    const { id, lots } = await test.db.kitVersion.findFirstOrThrow({
      where: { version: 'v1', kit: { name: 'LCT-13910' } },
      include: { lots: true },
    });
    for (const { wells } of body.analyses ?? [])
      Object.assign(wells['A1'] ?? {}, { kitVersion: { id }, lot: { id: lots[0]?.id } });
    expect((await save(run, body)).statusCode).toBe(200);
    const answer = await interpret(run);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<Problem>().message).toBe('LCT-13910 v1 is set in wells but not chosen in step 1.');
  });

  it('API-302 outdated confirmations are omitted', async () => {
    const run = await runOf(SHORT);
    expect((await save(run, await configuration(test.db, run))).json<Run>().fit).not.toBeNull();
    const whole = await runOf(WHOLE);
    const { importReport } = await test.db.run.findUniqueOrThrow({ where: { id: whole.id } });
    await test.db.run.update({ where: { id: run.id }, data: { importReport: importReport ?? {} } });
    expect((await interpret(run)).json<Run>().fit).toBeNull();
  });
});

describe('API-303 other files', () => {
  it('API-303 remove the confirmation', async () => {
    const run = await runOf(SHORT);
    const saved = (await save(run, await configuration(test.db, run))).json<Run>();
    expect(saved.fit).not.toBeNull();
    const form = multipart(
      (await files(SHORT, 7999)).map((file) => ({ field: 'files', ...file })),
      [
        ['analyser', JSON.stringify({ id: run.analyser })],
        ['kitIds', saved.kits[0]?.kitVersion.kit.id ?? ''],
      ],
    );
    const answer = await test.app.inject({
      method: 'POST',
      url: `/api/run/acquisitions/${run.id}`,
      payload: form.payload,
      headers: { ...(await test.signIn('tech')), ...form.headers },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<Run>().fit).toBeNull();
  });
});
