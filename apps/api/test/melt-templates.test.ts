import { type ChartWell, chartWellSchema, type KitDocument, kitCalls, type Run } from '@curvewell/contracts';
import { verifyRecord } from '@curvewell/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { multipart } from './multipart.ts';
import { configuration, decide, importedRun, submit } from './run-factory.ts';
import { storedSettings } from './stored-settings.ts';

const STANDARDS = ['B1', 'B2', 'B3', 'B4', 'B5'];

let test: TestApp;
let versionId = '';
beforeAll(async () => {
  test = await createTestApp();
  const where = { version: 'v2', kit: { name: 'LCT-13910' } };
  ({ id: versionId } = await test.db.kitVersion.findFirstOrThrow({ where }));
}, 60_000);
afterAll(() => test.close());

/** Zone A with the part of it that melts where zone B is, and so much more of B. */
const well = (position: string, name: string, { amount = 1, beside = 0 } = {}) => ({
  ...{ position, name, sampleType: null },
  melts: [
    { channel: 'FAM' as const, tm: 54.2, amplitude: 1000 * amount, width: 0.75 },
    { channel: 'FAM' as const, tm: 61.2, amplitude: 300 * amount + beside, width: 0.75 },
  ],
});

/** Five standards that must show zone A alone, a sample of the same, and one that holds B, too. */
async function templateRun(seed: number): Promise<Run> {
  const run = await importedRun(test, {
    seed,
    wells: [
      well('A1', 'S-1', { amount: 0.8 }),
      well('A2', 'S-2', { beside: 200 }),
      ...STANDARDS.map((position, k) => well(position, 'ST', { amount: 0.9 + 0.05 * k })),
    ],
  });
  const body = await configuration(test.db, run);
  const { id } = await test.db.diagnosticColor.findFirstOrThrow({
    where: { diagnosticName: 'HOMOZYGOUS_WILD_TYPE', kit: { name: 'LCT-13910' } },
  });
  const standard = { sampleType: 'STANDARD', expectedDiagnostic: { id } };
  const analyses = body.analyses?.map((analysis) => ({
    ...analysis,
    wells: Object.fromEntries(
      Object.entries(analysis.wells).map(([position, set]) => [
        position,
        STANDARDS.includes(position) ? { ...set, ...standard } : set,
      ]),
    ),
  }));
  const saved = await test.call('tech', 'PUT', `/run/${run.id}`, { ...body, analyses });
  expect(saved.statusCode, saved.body).toBe(200);
  const answer = await test.call('tech', 'POST', `/run/${run.id}/interpret`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Run>();
}

async function wellsOf({ id }: Run): Promise<ReadonlyMap<string, ChartWell>> {
  const answer = await test.call('tech', 'GET', `/run/${id}/chart`);
  const wells = z.array(chartWellSchema).parse(answer.json());
  return new Map(wells.map((one) => [one.position, one]));
}

const switchTo = (meltTemplatesFrom: string | null) =>
  test.db.kitVersion.update({ where: { id: versionId }, data: { meltTemplatesFrom } });

describe('a run of a kit version that asks for templates', () => {
  let run: Run;
  beforeAll(async () => {
    await switchTo('plate');
    run = await templateRun(1);
  });
  afterAll(() => switchTo(null));

  it('TPL-01 does not count what the template explains, and flags the well', async () => {
    const wells = await wellsOf(run);
    const { explanation } = wells.get('A1')!;
    expect(explanation.diagnostic).toBe('HOMOZYGOUS_WILD_TYPE');
    expect(explanation.flags.map(({ code }) => code)).toContain('within-template');
    expect(explanation.phases.flatMap(({ peaks }) => peaks).map(({ reason }) => reason)).toContain(
      'within-template',
    );
    expect(explanation.templates?.[0]).toMatchObject({ phase: 'MELT', zone: 'C', wells: 5, teaches: false });
    expect(wells.get('B1')!.explanation.templates?.[0]).toMatchObject({ wells: 4, teaches: true });
  });

  it('TPL-02 counts what stands beyond it', async () => {
    const wells = await wellsOf(run);
    expect(wells.get('A2')!.explanation.diagnostic).toBe('HETEROZYGOUS');
  });

  it('TPL-07 says so in CSV, and is verified from its signed record', async () => {
    const { body } = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'CSV' });
    expect(body).toMatch(/A1;FAM;.*does not count: the slope there is .* the template of the higher peak/);
    await submit(test, run.id);
    expect((await decide(test, run.id)).statusCode).toBe(200);
    const record = await test.call('physician', 'POST', `/run/export/${run.id}/record`);
    const findings = await verifyRecord(record.rawPayload, null);
    expect(findings.filter(({ state }) => state === 'fails')).toEqual([]);
    expect(findings.map(({ text }) => text).join(' ')).toMatch(
      /all 7 results and their reasons are the same/,
    );
  });

  it('TPL-07 keeps the setting with the interpretation', async () => {
    const { configuration: used } = await test.db.interpretation.findFirstOrThrow({
      where: { runId: run.id },
    });
    expect(used).toMatchObject({ assays: [{ meltTemplates: { from: 'plate' } }] });
  });

  it('TPL-08 is called the same by settings on trial, and without templates by all peaks', async () => {
    const settings = await storedSettings(test.db);
    const judge = async (meltTemplates: object | null) => {
      const answer = await test.call('research', 'POST', `/run/${run.id}/judge`, {
        ...{ ...settings, meltTemplates },
      });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<{ position: string; diagnostic: string | null }[]>();
    };
    const [on] = await judge({ from: 'plate' });
    expect(on).toMatchObject({ position: 'A1', diagnostic: 'HOMOZYGOUS_WILD_TYPE' });
    expect(on).toHaveProperty('templates');
    const [off] = await judge(null);
    expect(off).toMatchObject({ position: 'A1', diagnostic: 'HETEROZYGOUS' });
    expect(off).not.toHaveProperty('templates');
  });
});

it('TPL-03 a kit version that does not ask for templates keeps none, and its settings are as before', async () => {
  const run = await templateRun(2);
  const { explanation } = (await wellsOf(run)).get('A1')!;
  expect(explanation.diagnostic).toBe('HETEROZYGOUS');
  expect(explanation).not.toHaveProperty('templates');
  const { configuration: used } = await test.db.interpretation.findFirstOrThrow({ where: { runId: run.id } });
  expect(JSON.stringify(used)).not.toContain('meltTemplates');
});

describe('TPL-06 the setting belongs to the kit version', () => {
  const made = async (kitVersion: object) => {
    const kit = await test.db.kit.findFirstOrThrow({ where: { name: 'LCT-13910' } });
    const answer = await test.call('research', 'POST', '/kit', { kit: { id: kit.id }, kitVersion });
    expect(answer.statusCode, answer.body).toBe(200);
    return kitCalls.create.answer.parse(answer.json()).kitVersion;
  };

  it('is off, is switched on, goes on record, and is copied', async () => {
    const kitVersion = await made({ version: 'templates 1' });
    expect(kitVersion.meltTemplates).toBeNull();
    const save = (revision: number, change: object) =>
      test.call('research', 'PUT', `/kit/${kitVersion.id}`, {
        kit: { id: kitVersion.kit.id },
        ...{ kitVersion: { id: kitVersion.id, revision }, ...change },
      });
    const refused = await save(kitVersion.revision, { meltTemplates: { from: 'elsewhere' } });
    expect(refused.statusCode).toBe(400);
    const saved = kitCalls.update.answer.parse(
      (await save(kitVersion.revision, { meltTemplates: { from: 'plate' } })).json(),
    );
    expect(saved.kitVersion.meltTemplates).toEqual({ from: 'plate' });
    const left = await save(saved.kitVersion.revision, { requiredControls: { negative: 2, positive: 0 } });
    expect(kitCalls.update.answer.parse(left.json()).kitVersion.meltTemplates).toEqual({ from: 'plate' });
    const entry = await test.db.auditEvent.findFirstOrThrow({
      where: { action: 'kitVersion.configure', entityId: kitVersion.id },
      orderBy: { id: 'asc' },
    });
    expect(entry.details).toMatchObject({
      ...{ from: { meltTemplates: null }, to: { meltTemplates: { from: 'plate' } } },
    });
    const copy = await made({ version: 'templates 2', copyOf: kitVersion.id });
    expect(copy.meltTemplates).toEqual({ from: 'plate' });
  });

  it('is exported and imported with it', async () => {
    await switchTo('plate');
    const { kitId } = await test.db.kitVersion.findUniqueOrThrow({ where: { id: versionId } });
    const file = await test.call('research', 'GET', `/export/kit/${kitId}/version/${versionId}`);
    await switchTo(null);
    expect(file.json<KitDocument>().version.meltTemplates).toEqual({ from: 'plate' });
    const form = multipart(
      [{ field: 'file', name: 'kit.json', bytes: new TextEncoder().encode(file.body) }],
      [['versionName', 'templates imported']],
    );
    const answer = await test.app.inject({
      ...{ method: 'POST', url: '/api/import/kit/version', payload: form.payload },
      headers: { ...(await test.signIn('research')), ...form.headers },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const where = { version: 'templates imported' };
    expect(await test.db.kitVersion.findFirstOrThrow({ where })).toMatchObject({
      meltTemplatesFrom: 'plate',
    });
  });
});
