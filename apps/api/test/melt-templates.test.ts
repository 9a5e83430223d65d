import { kitCalls } from '@curvewell/contracts';
import type { MeltTemplateSettings, Run } from '@curvewell/domain';
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
import { storedSettings } from './stored-settings.ts';
import { switchTemplates, templateRun } from './template-runs.ts';

let test: TestApp;
let versionId = '';
beforeAll(async () => {
  test = await createTestApp();
  const where = { version: 'v2', kit: { name: 'LCT-13910' } };
  ({ id: versionId } = await test.db.kitVersion.findFirstOrThrow({ where }));
}, 60_000);
afterAll(() => test.close());

const wellsOf = (run: Run) => chartOf(test, run);
const switchTo = (from: MeltTemplateSettings['from'] | null) => switchTemplates(test, { versionId, from });

describe('a run of a kit version that uses templates', () => {
  let run: Run;
  beforeAll(async () => {
    await switchTo('plate');
    run = await templateRun(test, 1);
  });
  afterAll(() => switchTo(null));

  it('TPL-01 does not count a peak that the template explains, and flags the well', async () => {
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

  it('TPL-02 counts a peak that exceeds the template', async () => {
    const wells = await wellsOf(run);
    expect(wells.get('A2')!.explanation.diagnostic).toBe('HETEROZYGOUS');
  });

  it('TPL-07 states this in CSV, and is verified from its signed record', async () => {
    const { body } = await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'CSV' });
    expect(body).toMatch(/A1;FAM;.*does not count: the slope there is .* the template of the higher peak/);
    expectSameCalls(await verifiedAfterApproval(test, run), 7);
  });

  it('TPL-07 stores the setting with the interpretation', async () => {
    const { configuration: used } = await test.db.interpretation.findFirstOrThrow({
      where: { runId: run.id },
    });
    expect(used).toMatchObject({ assays: [{ meltTemplates: { from: 'plate' } }] });
  });

  it('TPL-08 gets the same calls with draft settings, and counts all peaks without templates', async () => {
    const settings = await storedSettings(test.db);
    const evaluate = (meltTemplates: MeltTemplateSettings | null) =>
      evaluatedBy<{ position: string; diagnostic: string | null }>(test, run, { ...settings, meltTemplates });
    const [on] = await evaluate({ from: 'plate' });
    expect(on).toMatchObject({ position: 'A1', diagnostic: 'HOMOZYGOUS_WILD_TYPE' });
    expect(on).toHaveProperty('templates');
    const [off] = await evaluate(null);
    expect(off).toMatchObject({ position: 'A1', diagnostic: 'HETEROZYGOUS' });
    expect(off).not.toHaveProperty('templates');
  });
});

it('TPL-03 a kit version without templates stores none, and its settings are as before', async () => {
  const run = await templateRun(test, 2);
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

  it('is off by default, can be enabled, is audited, and is copied', async () => {
    const kitVersion = await made({ version: 'templates 1' });
    expect(kitVersion.meltTemplates).toBeNull();
    const save = (revision: number, change: object) =>
      test.call('research', 'PUT', `/kit/${kitVersion.id}`, {
        kit: { id: kitVersion.kit.id },
        kitVersion: { id: kitVersion.id, revision },
        ...change,
      });
    const refused = await save(kitVersion.revision, { meltTemplates: { from: 'elsewhere' } });
    expect(refused.statusCode).toBe(400);
    const saved = kitCalls.update.answer.parse(
      (await save(kitVersion.revision, { meltTemplates: { from: 'plate' } })).json(),
    );
    expect(saved.kitVersion.meltTemplates).toEqual({ from: 'plate' });
    const left = await save(saved.kitVersion.revision, { requiredControls: { negative: 2, positive: 0 } });
    expect(kitCalls.update.answer.parse(left.json()).kitVersion.meltTemplates).toEqual({ from: 'plate' });
    expect(
      (
        await test.db.auditEvent.findFirstOrThrow({
          where: { action: 'kitVersion.configure', entityId: kitVersion.id },
          orderBy: { id: 'asc' },
        })
      ).details,
    ).toMatchObject({
      from: { meltTemplates: null },
      to: { meltTemplates: { from: 'plate' } },
    });
    const copy = await made({ version: 'templates 2', copyOf: kitVersion.id });
    expect(copy.meltTemplates).toEqual({ from: 'plate' });
  });

  it('is exported and imported with it', async () => {
    await switchTo('plate');
    const document = await exportedVersion(test, versionId);
    await switchTo(null);
    expect(document.version.meltTemplates).toEqual({ from: 'plate' });
    const answer = await importVersion(test, document, 'templates imported');
    expect(answer.statusCode, answer.body).toBe(200);
    const where = { version: 'templates imported' };
    expect(await test.db.kitVersion.findFirstOrThrow({ where })).toMatchObject({
      meltTemplatesFrom: 'plate',
    });
  });
});
