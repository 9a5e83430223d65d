import { runInspectionSchema, type ReadAnswers, type Run } from '@curvewell/domain';
import {
  generateCfxExport,
  generateCfxXlsx,
  generateRdmlOfPlates,
  syntheticRun,
  type SyntheticRun,
} from '@curvewell/instruments/generate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readOriginal } from '../../../blobs/originals.ts';
import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { multipart } from '../../../../test/multipart.ts';
import { SMALL_PLATE } from '../../../../test/run-factory.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type File = Readonly<{ name: string; bytes: Uint8Array }>;

const made = (seed: number, dye?: string): SyntheticRun => {
  const run = syntheticRun({
    wells: SMALL_PLATE,
    channels: ['FAM'],
    phases: ['MELT'],
    plateType: 'RECTANGULAR_96',
    temperature: { from: 45, to: 72, step: 0.5 },
    noise: 3,
    seed,
  });
  return dye === undefined ? run : { ...run, curves: run.curves.map((curve) => ({ ...curve, dye })) };
};

async function send(
  path: string,
  files: readonly File[],
  { login = 'tech', fields = [] }: { login?: string; fields?: readonly (readonly [string, string])[] } = {},
) {
  const form = multipart(
    files.map((file) => ({ field: 'files', ...file })),
    fields,
  );
  const headers = { ...(await test.signIn(login)), ...form.headers };
  return test.app.inject({ method: 'POST', url: `/api/run/${path}`, headers, payload: form.payload });
}

async function inspect(files: readonly File[], login = 'tech') {
  const answer = await send('inspect', files, { login });
  expect(answer.statusCode, answer.body).toBe(200);
  return runInspectionSchema.parse(answer.json());
}

const analyserId = async (name: string) => (await test.db.analyser.findUniqueOrThrow({ where: { name } })).id;

async function importAs(
  files: readonly File[],
  {
    analyser = 'Bio-Rad CFX96',
    answers,
    storeDyes = false,
    login = 'tech',
  }: { analyser?: string; answers?: ReadAnswers; storeDyes?: boolean; login?: string } = {},
) {
  const id = await analyserId(analyser);
  const fields: [string, string][] = [
    ['analyser', JSON.stringify({ id })],
    ['storeDyes', String(storeDyes)],
    ...(answers === undefined ? [] : ([['answers', JSON.stringify(answers)]] as [string, string][])),
  ];
  return send('createRun', files, { login, fields });
}

describe('an inspection', () => {
  it('API-101 IMPORT-105 describes files and which analysers can read them, and stores nothing', async () => {
    const counts = () => Promise.all([test.db.run.count(), test.db.runFile.count(), test.db.keptDye.count()]);
    const before = await counts();
    const { runs, problems } = await inspect(await generateCfxXlsx(made(301)));
    expect(problems).toEqual([]);
    expect(runs).toMatchObject([
      { format: 'cfx', wellCount: 4, curves: [{ dye: 'FAM', pointCount: [55, 55] }] },
    ]);
    expect(runs[0]?.analysers[0]).toMatchObject({
      analyserId: await analyserId('Bio-Rad CFX96'),
      outcome: 'reads',
    });
    expect(await counts()).toEqual(before);
  });

  it('API-101 says why a file cannot be read, and refuses a request without a file', async () => {
    const { runs, problems } = await inspect([{ name: 'x.txt', bytes: Buffer.from('x\n') }]);
    expect(runs).toEqual([]);
    expect(problems).toMatchObject([{ file: 'x.txt', code: 'unsupported-file' }]);
    expect((await send('inspect', [])).json()).toMatchObject({ code: 'invalid-request' });
  });
});

describe('kits and inspected files', () => {
  const readUpTo = (seed: number, from: number, to: number) =>
    generateCfxXlsx(
      syntheticRun({
        wells: SMALL_PLATE,
        channels: ['FAM'],
        phases: ['MELT', 'ANNEAL'],
        plateType: 'RECTANGULAR_96',
        temperature: { from, to, step: 0.5 },
        noise: 3,
        seed,
      }),
    );
  const notesOf = async (files: readonly File[]) => (await inspect(files)).runs[0]?.analysers[0]?.notes;

  it('IMPORT-120 says before the upload that no kit of the analyser fits, but refuses nothing', async () => {
    const high = await readUpTo(320, 75.5, 95);
    expect(await notesOf(high)).toContain('No kit of this analyser reads between 75.5 and 95.0 °C.');
    expect((await importAs(high)).statusCode).toBe(200);
    expect(await notesOf(await readUpTo(321, 45, 72))).toEqual([]);
  });

  it('IMPORT-120 says that no kit is configured', async () => {
    const { id } = await test.db.analyser.findUniqueOrThrow({ where: { name: 'Bio-Rad CFX96' } });
    const lots = await test.db.lot.findMany({
      where: { active: true, kitVersion: { phases: { some: { analyserId: id } } } },
    });
    const where = { id: { in: lots.map((lot) => lot.id) } };
    await test.db.lot.updateMany({ where, data: { active: false } });
    const notes = await notesOf(await readUpTo(322, 45, 72));
    await test.db.lot.updateMany({ where, data: { active: true } });
    expect(notes).toEqual(['No kit is configured for this analyser.']);
  });
});

describe('a file with several runs', () => {
  it('IMPORT-101 is refused without a choice, and becomes the selected run, also when it is read again', async () => {
    const plates = [
      { name: 'Monday', run: made(302) },
      { name: 'Tuesday', run: made(303) },
    ];
    const files = await generateRdmlOfPlates(plates);
    const refused = await importAs(files, { analyser: 'RDML / RDES' });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      details: { reason: 'several-runs', choices: ['Monday', 'Tuesday'] },
    });
    const answer = await importAs(files, { analyser: 'RDML / RDES', answers: { run: 'Tuesday' } });
    expect(answer.statusCode, answer.body).toBe(200);
    const run = answer.json<Run>();
    const values = async () =>
      (await test.db.runCurves.findFirstOrThrow({ where: { runId: run.id } })).valuesSha256;
    const tuesday = await values();
    const fields: [string, string][] = [
      ['analyser', JSON.stringify({ id: await analyserId('Bio-Rad CFX96') })],
      ['kitIds', (await test.db.kit.findFirstOrThrow()).id],
    ];
    const again = await send(`acquisitions/${run.id}`, [], { fields });
    expect(again.statusCode, again.body).toBe(200);
    expect(await values()).toEqual(tuesday);
  });
});

describe('a dye that no profile knows', () => {
  it('IMPORT-102 API-102 is asked about once, stored for the laboratory and its analyser, and deleted on request', async () => {
    const files = async (seed: number) => generateCfxXlsx(made(seed, 'New Green'));
    const refused = await importAs(await files(304));
    expect(refused.json()).toMatchObject({ details: { reason: 'unknown-channel', dyes: ['New Green'] } });
    const answers: ReadAnswers = { dyes: [{ dye: 'New Green', channel: 'FAM' }] };
    const first = await importAs(await files(305), { answers, storeDyes: true });
    expect(first.statusCode, first.body).toBe(200);
    expect(first.json<Run>().importReport.answers).toEqual(answers);
    const audit = await test.db.auditEvent.findFirstOrThrow({ where: { action: 'analyser.dyes.keep' } });
    expect(audit.details).toEqual({ from: { 'New Green': null }, to: { 'New Green': 'FAM' } });

    expect((await importAs(await files(306))).statusCode).toBe(200);
    // Stored answers do not apply to other laboratories or analysers.
    expect((await importAs(await files(307), { login: 'physician.south' })).statusCode).toBe(422);
    const seen = (await inspect(await files(308))).runs[0]!.analysers;
    const [kept] = seen[0]!.dyes;
    expect(kept).toMatchObject({
      channel: 'FAM',
      source: 'kept',
      kept: { byName: expect.any(String) as string },
    });
    expect(seen.slice(1).every(({ dyes }) => dyes[0]?.source === 'unknown')).toBe(true);

    const forget = async (login: string) =>
      test.app.inject({
        method: 'DELETE',
        url: `/api/kept-dyes/${kept!.kept!.id}`,
        headers: await test.signIn(login),
      });
    expect((await forget('physician.south')).statusCode).toBe(404);
    expect((await forget('tech')).statusCode).toBe(204);
    expect((await forget('tech')).statusCode).toBe(404);
    expect(await test.db.auditEvent.count({ where: { action: 'analyser.dyes.forget' } })).toBe(1);
    expect((await importAs(await files(309))).statusCode).toBe(422);
  });

  it('IMPORT-102 a wrong answer is refused with its path', async () => {
    const files = await generateCfxXlsx(made(310, 'New Green'));
    const answers = { dyes: [{ dye: 'New Green', channel: 'UV' }] } as unknown as ReadAnswers;
    const answer = await importAs(files, { answers });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('body.answers.dyes.0.channel');
  });
});

describe('an export of many files', () => {
  it('IMPORT-103 is one run: required files are stored byte for byte, others are listed', async () => {
    const files = generateCfxExport(made(311));
    const answer = await importAs(files);
    expect(answer.statusCode, answer.body).toBe(200);
    const { id, importReport } = answer.json<Run>();
    const stored = await test.db.runFile.findMany({ where: { runId: id }, orderBy: { order: 'asc' } });
    expect(stored.map(({ name }) => name.replace(/.*_CW000001[ _-]*/, ''))).toEqual([
      'Quantification Amplification Results_FAM.csv',
      'Melt Curve RFU Results_FAM.csv',
      'Melt Curve Derivative Results_FAM.csv',
      'Melt Curve Summary_0.csv',
      'Run Information.csv',
    ]);
    for (const { id: fileId, name } of stored) {
      expect(await readOriginal(test.db, fileId)).toEqual(
        Buffer.from(files.find((file) => file.name === name)!.bytes),
      );
    }
    const named = new Set([
      ...stored.map(({ name }) => name),
      ...importReport.ignored.map(({ file }) => file),
    ]);
    expect(named.size).toBe(files.length);
  });
});

it('SHELL-187 files are read as a profile that is not stored would read them, and nothing is stored', async () => {
  const files = await generateCfxXlsx(made(81, 'Atto 590'));
  const { profile } = await test.db.analyser.findUniqueOrThrow({ where: { name: 'Bio-Rad CFX96' } });
  const sendAs = async (channelAliases: object[], login = 'research') =>
    send('inspect-as', files, {
      login,
      fields: [['profile', JSON.stringify({ ...(profile as object), id: 'new', channelAliases })]],
    });
  const alias = { dye: 'atto590', channel: 'TEXAS_RED', onlyDye: false, confidence: 'seen' };
  const readAs = async (channelAliases: object[]) => {
    const answer = await sendAs(channelAliases);
    expect(answer.statusCode, answer.body).toBe(200);
    return runInspectionSchema.parse(answer.json()).runs[0]?.analysers[0];
  };
  const before = [await test.db.run.count(), await test.db.analyser.count()];
  expect(await readAs([alias])).toMatchObject({
    outcome: 'reads',
    curves: [{ channel: 'TEXAS_RED', phase: 'MELT', wellCount: 4 }],
  });
  expect((await readAs([{ ...alias, dye: 'ROX' }]))?.outcome).not.toBe('reads');
  expect((await sendAs([])).statusCode).toBe(400);
  expect((await sendAs([alias], 'physician')).statusCode).toBe(403);
  expect([await test.db.run.count(), await test.db.analyser.count()]).toEqual(before);
});
